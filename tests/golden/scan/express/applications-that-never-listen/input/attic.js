const express = require('express');
const answer = (req, res) => res.json({ ok: true });

// Nobody starts these three, exports them or hands them on: what they were given is in the model all the same.
const trunk = express();
trunk.get('/trunk', answer);

function rafter() {
  const beam = express();
  const joints = express.Router();
  joints.get('/joints', answer);
  beam.use('/beam', joints);
}
rafter();

class Chimney {
  constructor() { this.flue = express(); this.flue.get('/soot', answer); }
  start() { this.flue.listen(3001); }
}
new Chimney();

// A router is no application: nothing answers with it.
const loose = express.Router(); //~ core/unmounted-router
loose.get('/loose', answer);

const attic = express();
attic.get('/attic', answer);
attic.listen(3000);
