// The set-up asks for a variable before it uses it: what it may be else is not what is used there, so that no path is missing and none is invented.
const express = require('express');
const weather = require('./weather');
const lido = express();
const tell = (req, res) => res.json({});
const warm = (name) => weather.today().allows(name);

const slide = warm('slide') ? '/slide' : undefined;
if (slide) lido.get(slide, tell);
const tower = ['ten', 'five'].find(warm);
tower && lido.get(`/tower/${tower}`, tell);
const bar = warm('bar') ? '/bar' : null;
bar !== null ? lido.get(bar, tell) : lido.get('/kiosk', tell);
const place = { pool: warm('pool') ? express.Router().get('/lanes', tell) : undefined };
if (place.pool) lido.use('/pool', place.pool);

(() => {
  const sauna = warm('sauna') ? '/sauna' : '';
  if (!sauna) return;
  lido.post(sauna, tell);
})();
for (const [name, path] of [['sand', warm('sand') ? '/sand' : null], ['lawn', '/lawn']]) {
  if (!path) continue;
  lido.get(path, (req, res) => res.json({ name }));
}
// Lists of what there may be.
[warm('kiosk') && '/ice', '/towels'].filter(Boolean).forEach((path) => lido.post(path, tell));
[{ path: '/boats', open: warm('boats') }, { path: '/oars', open: true }].filter(({ open }) => open).forEach(({ path }) => lido.put(path, tell));
// A setting decides.
const night = process.env.NIGHT_BATHING ? '/night' : null;
if (night) lido.get(night, tell);
night && lido.post(night, tell);
[process.env.DIVING && '/diving', '/swimming'].filter((path) => path).forEach((path) => lido.get(path, tell));
lido.listen(4000);
