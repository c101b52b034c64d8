const express = require('express');
const app = express();
function join(strings, ...values) { return strings.reduce((all, part, index) => all + part + (values[index] ?? ''), ''); }
const raw = (strings, name) => strings.raw[0] + name;
app.get(join`/${'one'}`, (req, res) => res.end());
app.get(join`/a/${'two'}/b/${'three'}`, (req, res) => res.end());
app.get(raw`/raw/${'x'}`, (req, res) => res.end());
app.get(String.raw`/plain/${1 + 1}`, (req, res) => res.end());
app.get(`/${Symbol('seen').description}`, (req, res) => res.end());
(function () {
  app.get(join`/inside/${'function'}`, (req, res) => res.end());
  app.get('/beside', (req, res) => res.end());
})();
const lazy = { get path() { return join`/${'getter'}`; } };
app.get(lazy.path, (req, res) => res.end());
app.get('/other', (req, res) => res.end());
app.listen(1);
