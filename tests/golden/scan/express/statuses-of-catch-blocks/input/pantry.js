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
// The same with promises: what `catch` is called on has not answered.
pantry.post('/taps', (req, res) => {
  find(req.body.tap)
    .then(() => res.redirect('/taps'))
    .catch((error) => res.json({ error: error.message }));
});
pantry.post('/bins', (req, res) => {
  find(req.body.bin).then((bin) => res.status(201).json({ bin })).catch(() => { res.send('no bins'); });
});
// It sets one.
pantry.post('/tins', (req, res) => {
  find(req.body.tin)
    .then(() => res.redirect('/tins'))
    .catch((error) => res.status(500).json({ error: error.message }));
});
// What has been set in front of the promise stands.
pantry.post('/nets', (req, res) => {
  res.status(202);
  find(req.body.net).catch(() => res.json({ net: null }));
});

pantry.listen(3000);
