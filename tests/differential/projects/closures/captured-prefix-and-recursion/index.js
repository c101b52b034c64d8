const express = require('express');
const app = express();
const scope = (prefix, build) => {
  const add = (verb) => (path, ...fns) => (app[verb](prefix + path, ...fns), api);
  const api = { get: add('get'), post: add('post'), scope: (inner, next) => scope(prefix + inner, next) };
  build(api);
  return api;
};
scope('/realm', (realm) => {
  realm.get('/king', (req, res) => res.end()).post('/king', (req, res) => res.end());
  realm.scope('/:shire', (shire) => shire.get('/sheriff', (req, res) => res.end()));
});
const fibonacci = (n) => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));
app.get(`/fib/${fibonacci(7)}`, (req, res) => res.end());
app.listen(1);
