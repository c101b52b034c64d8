const express = require('express');
const app = express();
var late = [];
for (var i = 0; i < 3; i++) late.push(function () { return '/var' + i; });
for (let j = 0; j < 2; j++) late.push(() => '/let' + j);
late.slice(2).forEach((path) => app.get(path(), (req, res) => res.end()));
const counter = (() => { let n = 0; return { next: () => ++n }; })();
app.post('/n' + counter.next(), (req, res) => res.end());
app.post('/n' + counter.next(), (req, res) => res.end());
app.use(hoisted());
function hoisted() { return express.Router().get(hoistedPath ?? '/undefined-var', (req, res) => res.end()); }
var hoistedPath = '/too-late';
app.listen(1);
