const cors = require('cors');
const express = require('express');

const kiln = express();

function stamp(req, res, next) {
  if (req.headers['x-stamp'] !== process.env.STAMP) return res.status(401).json({ error: 'no stamp' });
  next();
}
const glaze = (req, res, next) => {
  if (!req.query.colour) return res.status(400).json({ error: 'no colour' });
  next();
};
const fire = (req, res) => res.json({ pot: req.params.pot, colour: req.query.colour });
const failed = (error, req, res, next) => res.status(500).json({ error: error.message });

// A route gives its functions the whole path: of a router that has middlewares only, all run, and the last answers.
function rowOf(steps) {
  const row = express.Router();
  for (const step of steps) row.use(step);
  return row;
}
const bowls = rowOf([stamp, glaze, fire]);
kiln.get('/bowls/:pot', bowls);
kiln.post('/bowls/:pot', bowls);
kiln.get(['/vases', '/jars'], rowOf([cors(), fire]));
kiln.all('/cups', stamp, express.Router().use(glaze, fire, failed));
kiln.route('/tiles').put(rowOf([fire])).delete(stamp, rowOf([fire]));

// What lies at a path of its own is not reached by the route. What it mounts is not looked at, and that is said.
const lids = rowOf([fire]);
lids.use('/lids/none', stamp);
kiln.get('/lids', lids);
const nested = express.Router();
nested.use(stamp);
nested.use(rowOf([fire]));
kiln.get('/nested', nested); //~ express/router-as-handler

// Without a function there is nothing that answers.
kiln.get('/empty', express.Router());

kiln.listen(7601);
