const express = require('express');

const larder = express();

// Each check ends the set-up where a setting is missing: where the server runs they are set, so every shelf is there.
const checks = {
  numbers() {
    const port = parseInt(process.env.PORT, 10);
    if (Number.isNaN(port) || !Number.isInteger(port)) throw new Error('port');
    if (isNaN(+process.env.COLD)) throw new Error('cold');
  },
  listed() {
    const missing = [];
    for (const name of ['JAM', 'HONEY']) if (!process.env[name]) missing.push(name);
    if (missing.length > 0) throw new Error(`missing: ${missing.join()}`);
  },
  gathered() {
    const missing = new Set();
    ['RICE', 'OATS'].forEach((name) => {
      if (process.env[name] === undefined) missing.add(name);
    });
    if (missing.size) throw new Error('missing');
  },
  counted() {
    let bad = 0;
    let said = '';
    if (!process.env.SALT) bad++;
    if (!process.env.PEPPER) said += 'pepper';
    if (bad > 0) throw new Error('salt');
    if (said) throw new Error(said);
  },
  quantified() {
    if (!['TEA', 'CACAO'].every((name) => process.env[name])) throw new Error('drinks');
    if (['BREAD'].some((name) => process.env[name] === undefined)) throw new Error('bread');
    if (['CHEESE'].find((name) => !process.env[name])) throw new Error('cheese');
    if ([process.env.EGGS].indexOf(undefined) !== -1) throw new Error('eggs');
  },
  owned() {
    if (!Object.hasOwn(process.env, 'FIGS')) throw new Error('figs');
    if (!Object.prototype.hasOwnProperty.call(process.env, 'DATES')) throw new Error('dates');
  },
  chosen() {
    const kinds = { small: () => 1, large: () => 2 };
    if (!kinds[process.env.KIND]) throw new Error('kind');
    if (!(process.env.KIND in kinds)) throw new Error('kind');
  },
  split() {
    const parts = (process.env.SHELVES || '').split(',');
    if (parts.length < 2) throw new Error('shelves');
  },
  returned() {
    const result = { ok: true, errors: [] };
    if (!process.env.CELLAR) {
      result.ok = false;
      result.errors.push('cellar');
    }
    if (!result.ok || result.errors.length !== 0) throw new Error('cellar');
  },
};

function stock(name) {
  checks[name]();
  larder.get(`/shelves/${name}`, (req, res) => res.send(name));
}

try {
  for (const name of Object.keys(checks)) stock(name);
  larder.listen(3000);
} catch (error) {
  console.error(error);
  process.exit(1);
}
