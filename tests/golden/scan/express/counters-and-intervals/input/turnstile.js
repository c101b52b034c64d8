// Counters that requests raise are numbers. A round of an interval may answer that is not the first one.
const turnstile = require('express')();
let passed = 0;
let left = 0;
turnstile.get('/passed', (req, res) => {
  if (++passed > 100) return res.status(429).end();
  res.json({ passed });
});
turnstile.get('/left', (req, res) => {
  const before = left--;
  res.json({ before, left });
});
turnstile.get('/turning', (req, res) => {
  let turns = 0;
  const timer = setInterval(() => {
    turns++;
    if (turns < 8) return;
    clearInterval(timer);
    res.json({ turns });
  }, 10);
});
turnstile.get('/waiting', (req, res) => {
  const timer = setInterval(() => {
    if (Date.now() % 2) return;
    clearInterval(timer);
    res.status(202).json({ even: true });
  }, 10);
});
turnstile.get('/never', (req, res) => {
  setInterval(() => {}, 10);
});
turnstile.listen(1);
