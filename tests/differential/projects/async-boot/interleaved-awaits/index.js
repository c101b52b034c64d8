const express = require('express');
const app = express();
function slow(req, res, next) { next(); }
async function build() { await null; return express.Router().get('/built', (req, res) => res.end()); }
(async () => {
  await Promise.all([
    (async () => { app.use('/slow', await build()); app.use(slow); })(),
    (async () => { await null; app.get('/quick', (req, res) => res.end()); })(),
  ]);
  app.get('/after-both', (req, res) => res.end());
  app.listen(1);
})();
