const express = require('express');
const { Router, add } = require('./matching-router');
const command = require('./command');

// Methods of the program's own, on all commands.
command.declare({
  key: { env: 'KIOSK_KEY', help: 'who may ask' },
  mountPath: { env: 'KIOSK_PATH', default: '/kiosk' },
});
command.parse(process.argv, process.env);
const options = command.stated();

// By default it does not start: the server that does has a key.
if (!options.key || !options.mountPath) {
  console.error('state a key');
  process.exit(1);
}
start(options);

function needed(what) {
  throw new Error(`${what} is missing`);
}

function start({ key = needed('key'), mountPath }) {
  const secret = process.env.KIOSK_SECRET;
  if (!secret) throw new Error('no secret');
  const [part = needed('part')] = secret.split('.');
  const app = express();
  const router = new Router();
  add(router);
  router.mountOn(app, mountPath);
  app.get('/about', (request, response) => response.json({ known: key.length > 0, part }));
  app.listen(3000);
}
