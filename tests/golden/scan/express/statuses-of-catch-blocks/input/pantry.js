// What failed has not answered: a catch block that sets no status answers with the one that stands by itself.
const express = require('express');
const { find } = require('./shelf');

const pantry = express();
pantry.use(express.json());

pantry.post('/jars', async (req, res) => {
  try {
    await find(req.body.jar);
    res.redirect('/');
  } catch (error) {
    res.json({ error: error.message });
  }
});
pantry.post('/pots', async (req, res) => {
  try {
    const pot = await find(req.body.pot);
    res.status(201).json({ pot });
  } catch (error) {
    res.render('pots', { error });
  }
});
pantry.post('/pans', async (req, res) => {
  try {
    const response = await fetch('http://pans');
    res.redirect(`/pans/${response.headers.get('id')}`);
  } catch {
    res.send('no pans');
  }
});
pantry.post('/lids', (req, res) => {
  try {
    if (!req.body.lid) throw new Error('no lid');
    res.redirect('/lids');
  } catch {
    res.sendFile('/srv/lids.html');
  }
});
// It sets one.
pantry.post('/sieves', async (req, res) => {
  try {
    await find(req.body.sieve);
    res.redirect('/');
  } catch (error) {
    res.status(409).json({ error: error.message });
  }
});
// It stands behind the block.
pantry.post('/corks', async (req, res) => {
  try {
    await find(req.body.cork);
  } catch {
    return res.send('no corks');
  }
  res.status(201).json({ cork: true });
});

pantry.listen(3000);
