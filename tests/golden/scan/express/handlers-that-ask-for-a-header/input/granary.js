import express from 'express';
import jwt from 'jsonwebtoken';

const granary = express();

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// A chain of steps that a function of the program runs, one after the other: the router sees one handler.
const steps = (...list) => ({
  then: (step) => steps(...list, step),
  handle: (operation) => async (req, res, next) => {
    try {
      let at = req;
      for (const step of list) at = await step(at);
      res.json(await operation(at));
    } catch (error) {
      next(error);
    }
  },
});
const known = (req) => {
  const header = req.headers.authorization;
  if (!header?.startsWith('Bearer ')) throw new Refused(401, 'who are you?');
  req.miller = jwt.verify(header.slice(7), 'chaff');
  return req;
};
granary.get('/sacks', steps().then(known).handle(async () => [{ kilos: 50 }]));
granary.get('/mice', steps().handle(async () => ({ seen: 3 })));

// By hand.
granary.delete('/sacks/:id', (req, res) => {
  const header = req.get('authorization');
  if (!header) return res.status(401).json({ error: 'who are you?' });
  jwt.verify(header, 'chaff');
  res.status(204).end();
});

// Taken apart first: whoever has none is refused by what comes of nothing.
const millerOf = (req) => {
  const [kind, token] = (req.headers.authorization ?? '').split(' ');
  return kind === 'Bearer' && token ? jwt.decode(token) : null;
};
granary.put('/sacks/:id', (req, res) => {
  const miller = millerOf(req);
  if (miller === null) return res.status(403).json({ error: 'not yours' });
  res.json({ id: req.params.id });
});

// Who is known sees more; nobody is refused for being unknown, but for asking for what is not there.
granary.get('/sacks/:id', (req, res) => {
  const miller = millerOf(req);
  if (req.params.id === '0') return res.status(403).json({ error: 'never' });
  res.json({ id: req.params.id, price: miller === null ? null : 4 });
});

granary.use((error, req, res, next) => {
  res.status(error.status ?? 500).json({ error: error.message });
});
granary.listen(8080);
