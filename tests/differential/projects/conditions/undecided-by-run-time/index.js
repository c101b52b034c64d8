const express = require('express');
const app = express();
function maybeGuard(req, res, next) { next(); }
function always(req, res, next) { next(); }
if (Date.now() > 0) app.get('/maybeEven', (req, res) => res.end()); else app.get('/maybeOdd', (req, res) => res.end());
app.get('/spread', ...(process.pid > 1e9 ? [maybeGuard] : []), always, (req, res) => res.end());
app.get('/spread-last', ...(process.pid > 1e9 ? [maybeGuard] : []), (req, res) => res.end());
app.get('/and', [Math.random() > 2 && maybeGuard, always].filter(Boolean), (req, res) => res.end());
const list = [always];
if (process.uptime() > 1e9) list.push(maybeGuard);
app.get('/pushed', list, (req, res) => res.end());
if (process.uptime() > 1e9) app.use(maybeGuard);
app.get('/after', always, (req, res) => res.end());
app.listen(1);
