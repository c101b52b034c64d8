const os = require('node:os');
const express = require('express');

const toll = express();

/** What it gives only run time knows. */
function bridge(then) {
  setImmediate(() => then(os.cpus().map(() => 'lane')));
}

function cross(lanes, open) {
  if (!lanes || lanes.length === 0) {
    process.exit(3);
  } else {
    toll.use(function counted(req, res, next) {
      next();
    });
    open();
  }
}

bridge((lanes) => {
  cross(lanes, () => {
    toll.get('/lanes', function listLanes(req, res) {
      res.json([]);
    });
    if (lanes.includes('closed')) process.exit(4);
    else toll.delete('/lanes/:lane', function closeLane(req, res) {
      res.end();
    });
    toll.listen(3934);
  });
});
