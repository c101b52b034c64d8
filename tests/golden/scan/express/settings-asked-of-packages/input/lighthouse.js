const express = require('express');
const { env } = require('harbour-kit');
const getenv = require('getenv');
const Habitat = require('habitat');
const toFlag = require('flag-of-text');
const codes = require('signal-codes');
const lamps = require('./lamps');

const app = express();
const surroundings = new Habitat('light');
const REVISION = env.get('REVISION', 'v2');

// What is asked for by the name of a variable, or of something that holds settings, has the default that stands beside the name.
app.use(`/${REVISION}/lamps`, lamps);
app.get(getenv('FOG_PATH', '/fog'), (req, res) => res.json({ fog: true }));
app.get(`/${getenv.string('HORN', 'horn')}`, (req, res) => res.json({ horn: true }));
app.get(`/${surroundings.get('keeper.path', 'keeper')}`, (req, res) => res.json({ keeper: 'Ada' }));

// A condition on one is the configuration's.
if (env.get('TIDES', 'off') === 'on') app.get('/tides', (req, res) => res.json([]));

// What a package says of one, through a function of the program, may be either.
const isLit = (name) => toFlag(process.env[name]);
if (isLit('GALLERY')) app.get('/gallery', (req, res) => res.json({ lit: true }));
if (!isLit('CELLAR')) app.get('/matches', (req, res) => res.json({ lit: false }));

// Neither a setting nor its default: what these give nobody knows.
app.get(`/${codes.translate('STORM', 'en')}`, (req, res) => res.json({})); //~ project/unknown-path
app.get(`/${codes.get('storm', 'en')}`, (req, res) => res.json({})); //~ project/unknown-path
app.get(`/${env.get('HARBOUR')}`, (req, res) => res.json({})); //~ project/unknown-path

app.listen(Number(env.get('PORT', '7000')));
