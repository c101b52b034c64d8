// Each step before the server works for long on what only run time knows, and steps under other conditions work beside it.
const os = require('os');
const express = require('express');

const work = {};
const count = 14;
for (let at = 0; at < count; at++) {
  work[`task${at}`] = async function (level, name) {
    const rows = [];
    for (const each of Object.keys(os.constants.signals).slice(0, 2)) {
      const row = level < 6 && await work[`task${(at + 1) % count}`](level + 1, `${name}${each}`); rows.push(row);
      if (os.uptime() < 0) await work[`task${(at + 3) % count}`](level + 2, each);
    }
    for (let step = 0; step < 60; step++) rows.push(`${name}:${step}`);
    return rows.length;
  };
}

async function start() {
  for (let at = 0; at < count; at++) await work[`task${at}`](0, `step${at}`);
  await serve();
}

async function serve() {
  const slip = express();
  await work.task0(3, 'late');
  await mount(slip);
  slip.listen(3000);
}

async function mount(slip) {
  await work.task1(3, 'later');
  const dock = express.Router();
  dock.get('/berths', (req, res) => res.send('b'));
  slip.use('/dock', dock);
  slip.get('/afloat', (req, res) => res.send('a'));
}

if (process.argv.includes('--repair')) work.task2(0, 'repair');
else start();
