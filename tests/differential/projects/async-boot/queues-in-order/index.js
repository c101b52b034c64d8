const express = require('express');
const app = express();
function promised(req, res, next) { next(); }
function ticked(req, res, next) { next(); }
function timed(req, res, next) { next(); }
setTimeout(() => { app.get('/timeout', (req, res) => res.end()); app.use(timed); setImmediate(() => app.get('/immediate', (req, res) => res.end())); }, 20);
Promise.resolve().then(() => { app.use(promised); return 'x'; }).then((x) => app.get(`/second-${x}`, (req, res) => res.end()));
queueMicrotask(() => app.get('/microtask', (req, res) => res.end()));
process.nextTick(() => { app.get('/tick', (req, res) => res.end()); app.use(ticked); });
app.get('/sync', (req, res) => res.end());
app.listen(1);
