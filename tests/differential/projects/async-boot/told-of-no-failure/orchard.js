const os = require('node:os');
const express = require('express');

const orchard = express();
let polling = null;

/** Whether it fails only run time knows. */
function ripe(done) {
  const failed = os.loadavg()[0] < 0;
  setTimeout(() => done(failed ? new Error('not yet') : null), 1);
}

function settle(done) {
  ripe((error) => {
    if (error == null) done();
    else process.exit(1);
  });
}

function grow() {
  orchard.use(function pruned(req, res, next) {
    next();
  });
  orchard.get('/pears', function listPears(req, res) {
    res.json([]);
  });
  ripe((err) => {
    if (err) {
      console.error(err);
      return process.exit(2);
    } else {
      orchard.post('/pears/:branch/pick', function pickPear(req, res) {
        res.json({});
      });
    }
    orchard.listen(3933);
  });
}

ripe((err) => {
  if (!err) settle(grow);
  else {
    polling = setInterval(() => {
      ripe((e) => {
        if (e) return;
        clearInterval(polling);
        settle(() => {
          throw new Error('the orchard was late');
        });
      });
    }, 5);
  }
});
