const _ = require('lodash');
const express = require('express');
const app = express();
const base = { api: { root: '/bogs', on: true }, verbs: { list: 'get' } };
const config = _.merge({}, base, { api: { root: '/fens' }, verbs: { make: 'post' } });
function boots(req, res, next) { next(); }
_.forOwn(config.verbs, (verb, name) => { app[verb](`${config.api.root}/${_.kebabCase(name + 'Peat')}`, boots, (req, res) => res.end()); });
_.each(_.sortBy([{ at: '/z' }, { at: '/a' }], 'at'), ({ at }) => app.put(_.get(config, 'api.root') + at, (req, res) => res.end()));
_.map(['x', 'y'], (letter, index) => app.patch(`${_.get(config, 'missing.path', '/none')}/${letter}${index}`, (req, res) => res.end()));
app.listen(1);
