// Which elements a filter keeps only run time knows: what is made of the ones that it drops is not there either, so that nothing is registered for it.
const express = require('express');
const season = require('./season');
const orchard = express();
const tell = (req, res) => res.json({});
const ripe = (name) => season.now().includes(name);

['pear', 'plum'].filter(ripe).map((name) => `${name}s`).map((name) => `/${name}`).forEach((path) => orchard.get(path, tell));
['quince', 'medlar'].filter(ripe).flatMap((name) => [name, `${name}/jam`]).forEach((path) => orchard.post(`/${path}`, tell));
orchard.use('/trees', ['apple', 'cherry'].filter(ripe).reduce((trees, name) => trees.get(`/${name}`, tell), express.Router()));
['fig'].filter(ripe).reduce((paths, name) => paths.concat(`/dried/${name}`), ['/dried']).forEach((path) => orchard.get(path, tell));
Object.entries({ graft: tell, prune: tell }).filter(([name]) => ripe(name)).map(([name, handler]) => [`/${name}`, handler]).forEach((pair) => orchard.put(...pair));
// A setting decides: what it keeps where nothing is set is there.
['north', 'south'].filter((side) => !process.env[`CLOSE_${side}`]).map((side) => `/gates/${side}`).forEach((path) => orchard.get(path, tell));
['east'].filter((side) => process.env[`OPEN_${side}`]).map((side) => `/gates/${side}`).forEach((path) => orchard.get(path, tell));
// Of a list that is thinned out, too.
const kept = ['walnut'].filter(ripe);
if (kept.some((name) => name === 'walnut')) orchard.get('/nuts', tell);
if (kept.every((name) => name === 'hazel')) orchard.get('/hedge', tell);
orchard.listen(4000);
