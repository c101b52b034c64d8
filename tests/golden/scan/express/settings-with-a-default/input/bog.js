// Settings are read by helpers that get a default from their caller. What the default decides is there plainly; the other way stands under
// another configuration, whatever the helper looks like.
const express = require('express');
const { read, flag, listed, Settings } = require('./settings');

const bog = express();
const strict = { requireInProduction: true };
const config = { closed: read('BOG_CLOSED', false, strict), mode: read('BOG_MODE', 'wet'), depth: Number(read('BOG_DEPTH', 120)) };
const settings = new Settings();
const when = (name, condition) => { if (condition) bog.get(`/${name}/yes`, (req, res) => res.json(1)); else bog.get(`/${name}/no`, (req, res) => res.json(0)); };

when('closed', config.closed === 'true');
when('wet', config.mode === 'wet');
when('deep', config.depth > 100);
when('flagged', flag(process.env.BOG_FLAG, true));
when('unflagged', flag(process.env.BOG_OTHER, false));
when('listed', listed(process.env.BOG_LIST));
when('kept', settings.bool('BOG_KEPT', true));
when('dropped', settings.bool('BOG_DROPPED', 'false'));
when('named', 'BOG_NAMED' in process.env);
when('said', /^(1|true)$/.test(process.env.BOG_SAID));
bog.listen(4301);
