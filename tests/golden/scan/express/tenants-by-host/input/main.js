import express from 'express';
import { accounts } from './accounts.js';

const arcade = express();

// Whose shop it is the host says. What a browser asks before it asks is answered here: the header that it repeats is no credential.
arcade.use(async (req, res, next) => {
  req.account = await accounts.ofHost(req.headers.host);
  if (req.method === 'OPTIONS') {
    res.set('Access-Control-Allow-Headers', req.headers['access-control-request-headers']);
    return res.sendStatus(204);
  }
  next();
});

arcade.use((req, res, next) => {
  if (!req.account) return res.status(401).json({ error: 'unknown shop' });
  next();
});

arcade.get('/games', (req, res) => res.json([]));
arcade.listen(3000);
