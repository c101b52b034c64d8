const express = require('express');
const app = express();
function run(generator, input) {
  const { value, done } = generator.next(input);
  if (done) return value;
  return run(generator, typeof value === 'function' ? value(app) : value);
}
run((function* () {
  const prefix = yield '/steps';
  yield (server) => server.get(`${prefix}/one`, (req, res) => res.end());
  for (const name of ['two', 'three']) yield (server) => server.post(`${prefix}/${name}`, (req, res) => res.end());
  const router = yield* inner();
  app.use(prefix, router);
})());
function* inner() {
  const router = express.Router();
  yield [router.get('/inner', (req, res) => res.end())];
  return router;
}
app.listen(1);
