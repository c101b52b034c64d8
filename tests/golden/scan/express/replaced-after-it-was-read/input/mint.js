// A member of the body that the program reads and then puts something else in place of came in; one that it only sets, nobody sends.
import express from 'express';
import bcrypt from 'bcrypt';
import NodeRSA from 'node-rsa';
import mongoose from 'mongoose';

const vault = new NodeRSA({ b: 512 });
const Minter = mongoose.model('Minter', new mongoose.Schema({ alias: String, phrase: String, addedBy: String, rank: Number }));

const hashed = async (req, res, next) => {
  req.body.phrase = await bcrypt.hash(req.body.phrase, 10);
  next();
};
const signed = (req, res, next) => {
  req.body.addedBy = req.get('x-clerk');
  next();
};

const mint = express();
mint.use(express.json());

mint.post('/minters', hashed, signed, async (req, res) => res.status(201).json(await Minter.create(req.body)));
mint.post('/opened', (req, res) => {
  const sealed = req.body;
  const text = sealed.phrase.replace(/\s+/g, '+');
  sealed.phrase = vault.decrypt(text, 'utf8');
  const { alias, phrase } = sealed;
  res.json({ alias, long: phrase.length > 9 });
});
mint.post('/ranked', (req, res) => {
  if (req.body.rank > 3) return res.status(400).json({ refused: true });
  req.body.rank = vault.getKeySize();
  res.json({ rank: req.body.rank });
});
mint.post('/stamped', (req, res) => {
  req.body.stamp = vault.getKeySize();
  res.json({ stamp: req.body.stamp, alias: req.body.alias });
});
mint.get('/found', (req, res) => {
  req.query.phrase = vault.encrypt(req.query.phrase, 'base64');
  res.json({ phrase: req.query.phrase });
});

mint.listen(7009);
