const express = require('express');
const app = express();

function needs(name) { if (!globalThis[name]) throw new Error(`${name} is not available in this environment`); }
needs('WebAssembly');
needs('fetch');
if (typeof fetch === 'undefined') app.get('/polyfilled', function polyfilled(req, res) { res.end(); });
app.get(typeof Buffer === 'function' ? '/binary' : '/text', function kind(req, res) { res.end(); });
if (typeof window === 'undefined' && typeof document === 'undefined') app.get('/server', function server(req, res) { res.end(); });
if ('crypto' in globalThis && globalThis.crypto !== undefined) app.get('/random', function random(req, res) { res.end(); });
if (global.AbortController == null) app.get('/endless', function endless(req, res) { res.end(); });
const { performance = { now: () => 0 } } = globalThis;
if (performance) app.get('/timed', function timed(req, res) { res.end(); });
if (typeof Deno !== 'undefined') app.get('/deno', function deno(req, res) { res.end(); });
app.listen(3000);
