const express = require('express');

class Settings {
  constructor() {
    this.data = { relay: {}, main: { kind: 1 }, owner: null };
  }
  get relay() {
    return this.data.relay;
  }
  get main() {
    return this.data.main;
  }
}
let settings;
const getSettings = () => (settings ??= new Settings());

const app = express();
app.use(express.json());

// Empty at first; members that nobody names come with a request, and later ones find them.
app.post('/settings/relay', (req, res) => {
  Object.assign(getSettings().relay, req.body);
  res.json(getSettings().relay);
});
app.get('/relay/letters', (_req, res) => {
  const { relay } = getSettings();
  if (!relay.host || !relay.port) return res.status(404).json({ message: 'no relay' });
  res.json({ letters: [] });
});

app.post('/settings/owner', (req, res) => {
  getSettings().data.owner = { name: req.body.name };
  res.status(204).end();
});
app.get('/owner', (_req, res) => {
  const { owner } = getSettings().data;
  if (!owner) return res.status(409).end();
  res.json({ name: owner.name });
});

// Nothing is ever put in here.
app.get('/kind', (_req, res) => {
  if (getSettings().main.other) return res.status(418).end();
  res.json({ kind: getSettings().main.kind });
});

getSettings();
app.listen(3000);
