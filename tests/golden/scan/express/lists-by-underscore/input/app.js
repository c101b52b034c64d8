// Lists of routes put together by lodash and underscore, which mean other things by the same names.
const express = require('express');
const lodash = require('lodash');
const _ = require('underscore');

const app = express();
const reply = (req, res) => res.sendStatus(204);
const all = [
  { verb: 'get', path: '/gulls', group: 'birds' },
  { verb: 'post', path: '/terns', group: 'birds' },
  { verb: 'get', path: '/seals', group: 'beasts' },
];

for (const { verb, path } of _.where(all, { group: 'birds' })) app[verb](`/where${path}`, reply);
for (const path of _.pluck(_.last(all, 2), 'path')) app.get(`/last-two${path}`, reply);
for (const path of _.pluck(_.rest(all, 2), 'path')) app.get(`/rest${path}`, reply);
for (const { path } of _.first(all, 1)) app.get(`/first-one${path}`, reply);
app.get(`/first${_.first(all).path}`, reply);
app.get(`/found${_.findWhere(all, { group: 'beasts' }).path}`, reply);
for (const path of _.flatten([['/a', ['/b']], '/c'])) app.get(`/deep${path}`, reply);
for (const path of lodash.flatten([['/a'], '/c'])) app.get(`/shallow${path}`, reply);
_.each(_.object(['one', 'two'], ['/1', '/2']), (path, name) => app.get(`/object/${name}${path}`, reply));
_.each(_.mapObject({ one: 1 }, (value) => value + 1), (value, name) => app.get(`/mapped/${name}/${value}`, reply));

for (const { path } of lodash.uniqBy(all, 'group')) app.get(`/unique${path}`, reply);
for (const { path } of lodash.differenceBy(all, [{ group: 'birds' }], 'group')) app.get(`/different${path}`, reply);
for (const [first] of lodash.chunk(all, 2)) app.get(`/chunk${first.path}`, reply);
const [birds, others] = lodash.partition(all, { group: 'birds' });
for (const { path } of birds) app.get(`/birds${path}`, reply);
for (const { path } of others) app.get(`/others${path}`, reply);
for (const [name, path] of lodash.zip(['x', 'y'], ['/1', '/2'])) app.get(`/zipped/${name}${path}`, reply);
if (lodash.isEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })) app.get('/equal', reply);
if (lodash.isEqual({ a: 1 }, { a: 1, b: 2 })) app.get('/not-equal', reply);

const ring = { name: 'ring' };
ring.self = ring;
const other = { name: 'ring' };
other.self = other;
if (lodash.isEqual(ring, other)) app.get('/equal-rings', reply);

const nested = (levels) => {
  let record = {};
  for (let level = 0; level < levels; level++) record = { record };
  return record;
};
if (lodash.isEqual(nested(1000), nested(1000))) app.get('/deeper-than-anybody-looks', reply);

app.get('/shapes', (req, res) => {
  const ids = req.query.ids.split(',').map((id) => ({ id: lodash.toInteger(id) }));
  res.json({
    count: lodash.size(ids),
    total: lodash.sumBy(ids, 'id'),
    unique: lodash.uniqBy(ids, 'id'),
    pages: lodash.chunk(ids, 10),
    any: lodash.sample(ids),
    whole: lodash.isInteger(req.query.limit),
  });
});

// What a client sends may be any of these.
app.post('/crates', express.json(), (req, res) => {
  const sent = Object.keys(req.body);
  if (lodash.difference(sent, ['weight', 'label']).length) return res.status(400).json({ unknown: true });
  if (_.intersection(sent, ['weight', 'label']).length === 0) return res.status(422).json({ empty: true });
  if (lodash.without(sent, 'weight').length === 0) return res.status(409).json({ label: false });
  res.sendStatus(201);
});

app.listen(3000);
