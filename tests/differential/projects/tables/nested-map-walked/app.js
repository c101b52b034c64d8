const express = require('express');
const app = express();
const beasts = { list(req, res) { res.end(); }, tame(req, res) { res.end(); } };
const lairs = { show(req, res) { res.end(); } };
app.chart = function (node, at) {
  at = at || '';
  for (const key in node) {
    switch (typeof node[key]) {
      case 'object':
        app.chart(node[key], at + key);
        break;
      case 'function':
        app[key](at, node[key]);
        break;
    }
  }
};
app.chart({
  '/beasts': {
    get: beasts.list,
    '/:beast': { post: beasts.tame, '/lairs': { get: lairs.show } },
  },
});
app.listen(3000);
