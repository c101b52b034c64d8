// Names of settings and members come from the environment: what is under other names there may be switched on.
const express = require('express');
const kiln = express();
const answer = (req, res) => res.json({ hot: true });

(process.env.FEATURES || '').split(' ').forEach((name) => kiln.enable(name));
if (kiln.enabled('glazes')) kiln.get('/glazes', answer);

const on = {};
for (const name of (process.env.SHELVES || 'top').split(',')) on[name] = true;
if (on.top) kiln.get('/shelves/top', answer);
if (on.bottom) kiln.get('/shelves/bottom', answer);

const named = express();
if (process.env.EXTRA) named.enable(process.env.EXTRA);
named.enable('raku');
if (named.enabled('raku')) named.get('/raku', answer);
if (named.enabled('salt')) named.get('/salt', answer);
kiln.use('/firings', named);

// Nothing names these: they are not there in any configuration.
const fixed = express();
for (const name of ['ash']) fixed.enable(name);
if (fixed.enabled('ash')) fixed.get('/ash', answer);
if (fixed.enabled('soda')) fixed.get('/soda', answer);
kiln.use('/fixed', fixed);
kiln.listen(3000);
