const express = require('express');
const yargs = require('yargs');

const { argv } = yargs(process.argv.slice(2))
  .env('HARBOUR')
  .usage('$0 [options]')
  .option('base-uri', { alias: 'b', default: '/harbour', describe: 'prefix of every address', type: 'string' })
  .options({ berths: { default: 2, number: true }, tide: { default: 'high', coerce: (text) => `${text}-tide` } })
  .option('__proto__', { default: 'evil' })
  .default('flag', 'red')
  .group(['berths'], 'Places')
  .help()
  .version(false)
  .strict();

const app = express();
const quay = express.Router();
for (let berth = 1; berth <= argv.berths; berth++) quay.get(`/berth${berth}`, function moor(req, res) { res.end(); });
quay.get(`/${argv.tide}`, function tide(req, res) { res.end(); });
quay.get(`/${argv.flag}`, function flag(req, res) { res.end(); });
if (argv.crane === undefined) quay.get('/by-hand', function byHand(req, res) { res.end(); });
app.use(argv.baseUri, quay);
app.get(`/${argv.default ?? 'plain'}`, function plain(req, res) { res.end(); });
app.get(`${argv.b}-office`, function office(req, res) { res.end(); });
app.listen(3000);
