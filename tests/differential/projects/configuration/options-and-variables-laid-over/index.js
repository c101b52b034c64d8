const express = require('express');
const minimist = require('minimist');
const { read } = require('./settings');

const argv = minimist(process.argv.slice(2), { default: { limit: 3 } });
const settings = read(argv, process.env);
const app = express();
const router = express.Router();

router.get('/berries', function berries5(req, res) { res.end(); });
for (let index = 1; index <= argv.limit; index++) router.get(`/page${index}`, function page6(req, res) { res.end(); });
if (settings.get('mode') === 'full') router.post('/berries', function plant7(req, res) { res.end(); });
app.use(settings.get('root'), router);
if (settings.has('root')) app.get('/rooted', function rooted8(req, res) { res.end(); });
if (!argv._.includes('quiet')) app.get('/loud', function loud9(req, res) { res.end(); });

app.listen(argv.port || 3000);
