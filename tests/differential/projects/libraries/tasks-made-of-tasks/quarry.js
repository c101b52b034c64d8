const async = require('async');
const express = require('express');

const quarry = express();

const tools = async.memoize((done) => {
  async.parallel([async.apply(fetchTool, 'chisel'), async.apply(fetchTool, 'hammer')], (err) => done(err, ['chisel', 'hammer']));
});

function fetchTool(name, done) {
  setTimeout(() => done(null, name), 1);
}

function open(name, stones, done) {
  quarry.use(`/${name}`, function hauled(req, res, next) {
    next();
  });
  for (const stone of stones) quarry.get(`/${name}/${stone}`, function showStone(req, res) {
    res.json({});
  });
  done(null);
}

tools((err, names) => {
  if (err) throw err;
  async.waterfall(
    [
      async.constant('pit', ['slate', 'marble']),
      open,
      (done) => async.retry({ times: 3 }, (again) => again(null, names[0]), done),
      (tool, done) => {
        quarry.post('/pit/dig', function dig(req, res) {
          res.json(tool);
        });
        done(null);
      },
    ],
    () => {
      quarry.listen(3936);
    },
  );
});
