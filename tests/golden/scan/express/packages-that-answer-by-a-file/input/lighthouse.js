const path = require('node:path');
const cors = require('cors');
const express = require('express');
const exegesis = require('exegesis-express');
const headers = require('asset-headers');
const oas = require('oas-router');
const controllers = require('./controllers');

async function main() {
  const app = express();
  app.use(cors());
  // Looks at requests, for all that is known.
  app.use(headers({ immutable: true }));
  // Awaited, with a path that is put together.
  app.use(await exegesis.middleware(path.resolve(__dirname, 'lamps.yaml'), { controllers })); //~ express/mounted-package
  app.use(oas('./horns.json')); //~ express/mounted-package
  // On a router of its own.
  const buoys = express.Router();
  buoys.use(oas('./buoys.yml', { strict: true })); //~ express/mounted-package
  buoys.use(headers('immutable'));
  app.use('/buoys', buoys);
  app.get('/status', (request, response) => response.json({ lit: true }));
  app.listen(3000);
}

main();
