const express = require('express');
const lib = require('some-lib');

const shed = express();
const settings = { kind: process.env.KIND, isOpen: process.env.OPEN === '1', roof: process.env.ROOF };

// A setting comes first, and what others stand for behind it: what it is set to may be what is asked for.
const kindOf = (of) => {
  if (of.kind) return of.kind;
  if (of.isOpen === true) return 'open';
  return 'none';
};
if (kindOf(settings) === 'form') shed.get('/forms', (req, res) => res.json({}));
if (kindOf(settings) === 'open') shed.get('/open', (req, res) => res.json({}));
const lastly = () => {
  if (settings.isOpen) return 'open';
  if (settings.kind) return settings.kind;
  return 'none';
};
if (lastly() === 'form') shed.get('/last-forms', (req, res) => res.json({}));
const short = settings.kind ? settings.kind : settings.isOpen ? 'open' : 'none';
if (short === 'form') shed.get('/short-forms', (req, res) => res.json({}));
const shortest = settings.kind || (settings.isOpen ? 'open' : 'none');
if (shortest === 'form') shed.get('/shortest-forms', (req, res) => res.json({}));
switch (kindOf(settings)) {
  case 'form':
    shed.get('/switched-forms', (req, res) => res.json({}));
    break;
  case 'open':
    shed.get('/switched-open', (req, res) => res.json({}));
}

// The default is one of them.
if (kindOf(settings) === 'none') shed.get('/nothing', (req, res) => res.json({}));

// A file of settings that nobody has may set it as well.
const joined = (own, more) => {
  const all = {};
  for (const key of Object.keys(own)) all[key] = own[key];
  for (const key of Object.keys(more))
    all[key] = typeof more[key] !== 'object' || !more[key] ? more[key] : all[key] ? joined(all[key], more[key]) : more[key];
  return all;
};
const load = () => {
  if (process.env.MORE) return joined(settings, lib.read(process.env.MORE));
  return settings;
};
if (kindOf(load()) === 'form') shed.get('/joined-forms', (req, res) => res.json({}));

// No setting makes it so.
const never = () => (settings.isOpen ? 'open' : 'none');
if (never() === 'form') shed.get('/never', (req, res) => res.json({}));
shed.listen(3000);
