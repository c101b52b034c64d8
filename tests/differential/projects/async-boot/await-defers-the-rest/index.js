const express = require('express');
const app = express();
function late(req, res, next) { next(); }
(async () => {
  app.get('/before-await', (req, res) => res.end());
  await null;
  app.use(late);
  app.get('/after-await', (req, res) => res.end());
})();
async function tidy(target) {
  try { await Promise.resolve(); target.use(late); } finally { target.get('/finally', (req, res) => res.end()); }
}
tidy(app);
app.get('/sync', (req, res) => res.end());
app.listen(1);
