const express = require('express');
const app = express();
const pipe = (...fns) => (value) => fns.reduce((all, fn) => fn(all), value);
const withPrefix = (prefix) => (routes) => routes.map((route) => ({ ...route, path: prefix + route.path }));
const withGuard = (...guards) => (routes) => routes.map((route) => ({ ...route, guards: [...(route.guards || []), ...guards] }));
const only = (...verbs) => (routes) => routes.filter(({ verb }) => verbs.includes(verb));
function veil(req, res, next) { next(); }
const routes = [{ verb: 'get', path: '/moths' }, { verb: 'post', path: '/moths' }, { verb: 'delete', path: '/moths/:moth' }];
const done = (req, res) => res.end();
pipe(withPrefix('/night'), only('get', 'delete'), withGuard(veil))(routes).forEach(({ verb, path, guards }) => app[verb](path, guards, done));
pipe(only('get'), withPrefix('/day'))(routes).forEach(({ verb, path }) => app[verb](path, done));
app.listen(1);
