import express from 'express';
import { betterAuth } from 'better-auth';

const auth = betterAuth({ emailAndPassword: { enabled: true } });
const app = express();

const known = (headersOf) => async (req, res, next) => {
  const session = await auth.api.getSession({ headers: headersOf(req) });
  if (!session) return res.status(401).json({ error: 'who are you' });
  next();
};

const byEntries = (req) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) if (value) headers.append(name, value.toString());
  return headers;
};
const byCallback = (req) => {
  const headers = new Headers();
  Object.entries(req.headers).forEach(([name, value]) => headers.set(name, String(value)));
  return headers;
};

app.get('/whole', known((req) => new Headers(req.headers)), (req, res) => res.json({}));
app.get('/twice', known((req) => new Headers(new Headers(req.headers))), (req, res) => res.json({}));
app.get('/by-entries', known(byEntries), (req, res) => res.json({}));
app.get('/by-callback', known(byCallback), (req, res) => res.json({}));
app.get('/cookie-alone', known((req) => new Headers({ cookie: req.headers.cookie })), (req, res) => res.json({}));
app.get('/pairs', known((req) => new Headers([['Cookie', req.headers.cookie]])), (req, res) => res.json({}));
// Nothing of the request is in it: nobody is known.
app.get('/empty', known(() => new Headers()), (req, res) => res.json({}));

app.get('/key', (req, res) => {
  const headers = new Headers(req.headers);
  if (headers.get('X-Orchard-Key') !== process.env.ORCHARD_KEY) return res.status(401).json({ error: 'key' });
  res.json({ trees: 3 });
});
app.get('/asked', (req, res) => {
  const headers = new Headers(req.headers);
  if (!headers.has('x-row')) return res.status(400).json({ error: 'row' });
  res.json({ row: headers.get('x-row') });
});
app.get('/own', (req, res) => {
  const headers = new Headers({ 'X-Kind': 'apple' });
  headers.delete('x-none');
  if (!headers.get('x-kind')) return res.status(400).json({ error: 'never' });
  if (headers.has('x-none')) return res.status(404).json({ error: 'never' });
  res.json({ kind: headers.get('x-kind') });
});

app.listen(3000);
