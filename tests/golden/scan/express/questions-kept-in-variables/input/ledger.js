// What a package's function answers is kept in a variable and asked then: both answers are possible, as where it is asked at once.
const express = require('express');
const holiday = require('holiday-calendar');
const { seal } = require('wax-seal');
const keeper = require('rate-keeper');
const ledger = express();
const today = 'monday';

function open(page) {
  const closed = holiday(today);
  if (closed) return;
  ledger.get(page, (req, res) => res.json([]));
}
open('/entries');
const stamp = seal(today);
ledger.get('/sealed', (req, res) => res.json({ sealed: true }));
stamp && ledger.get('/stamp', (req, res) => res.json({}));
// A factory with options gives an object, asked for or not.
const limits = keeper({ max: 3 });
if (limits) ledger.get('/limited', limits, (req, res) => res.json({}));
ledger.listen(1);
