const express = require('express');
const app = express();

// A global pattern's matches are a plain list: it has no key but its numbers.
const narrowed = (route) => {
  const found = route.match(/:\w+/g);
  for (const at in found) route = route.replace(found[+at], found[+at] + '(\\d+)');
  return route;
};
app.get(narrowed('/heron/:nest/egg/:egg'), function egg1(req, res) { res.end(); });
app.put(narrowed('/heron'), function plain2(req, res) { res.end(); });

const keys = Object.keys('a1b22'.match(/\d+/g));
app.post('/keys/' + keys.join('-'), function keys3(req, res) { res.end(); });

// One match knows where it begins.
const { index, groups } = /(?<word>reed)s/.exec('in reeds');
app.delete(`/${groups.word}/${index}`, function reed4(req, res) { res.end(); });
app.listen(1);
