import express, { Router } from 'express';
import jwt from 'jsonwebtoken';
import mongoose from 'mongoose';

const HEADER = { KEY: 'x-api-key', LOGIN: 'authorization' };
const Caller = mongoose.model('Caller', new mongoose.Schema({ key: String, active: Boolean }));
const Smith = mongoose.model('Smith', new mongoose.Schema({ name: { type: String, required: true }, password: String }));
class Refusal extends Error { constructor(status, message) { super(message); this.status = status; } }

/** The application that calls. */
const checkCaller = async (req, res, next) => {
  try {
    const key = req.headers[HEADER.KEY]?.toString();
    if (!key) throw new Refusal(403, 'no key');
    const caller = await Caller.findOne({ key, active: true }).lean();
    if (!caller) throw new Refusal(403, 'no such key');
    req.caller = caller;
    return next();
  } catch (error) { next(error); }
};
const login = async (req, res, next) => {
  const header = req.headers[HEADER.LOGIN];
  if (!header) return next(new Refusal(401, 'log in'));
  try { req.smith = jwt.verify(header.split(' ')[1], process.env.KEY); next(); } catch { next(new Refusal(401, 'log in again')); }
};

const forge = Router();
forge.post('/login', async (req, res) => {
  const smith = await Smith.findOne({ name: req.body.name });
  if (!smith || smith.password !== req.body.password) return res.status(401).json({ message: 'no' });
  res.json({ smith: smith.name, tokens: { accessToken: jwt.sign({ id: smith._id }, process.env.KEY) } });
});
forge.use(login);
forge.get('/me', async (req, res) => res.json({ name: (await Smith.findById(req.smith.id)).name }));

const mint = express();
mint.use(express.json());
mint.use(checkCaller);
mint.use('/forge', forge);
mint.use((error, req, res, next) => res.status(error.status ?? 500).json({ message: error.message }));
mint.listen(8081);
