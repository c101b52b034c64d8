const os = require('os'); const express = require('express'); const app = express();
async function a() { if (os.uptime() < 0) return 1; await null; return 2; }
async function b() { await null; if (os.uptime() < 0) return 1; return 2; }
async function c() { await null; if (os.uptime() < 0) return 1; await null; return 2; }
async function d() { await null; if (os.uptime() < 0) return 1; await null; if (os.uptime() < 0) { await null; } return new Promise((r) => { if (os.freemem() < 0) r(1); else r(2); }); }
async function e() { return new Promise((r) => { if (os.freemem() < 0) r(1); else r(2); }); }
async function f() { if (os.uptime() < 0) { await null; } return 1; }
a().then(() => app.get('/a', (req, res) => res.end()));
b().then(() => app.get('/b', (req, res) => res.end()));
c().then(() => app.get('/c', (req, res) => res.end()));
d().then(() => app.get('/d', (req, res) => res.end()));
e().then(() => app.get('/e', (req, res) => res.end()));
f().then(() => app.get('/f', (req, res) => res.end()));
(async () => { await a(); app.get('/aa', (req, res) => res.end()); await c(); app.get('/cc', (req, res) => res.end()); await e(); app.get('/ee', (req, res) => res.end()); await f(); app.get('/ff', (req, res) => res.end()); })();
app.listen(1);
