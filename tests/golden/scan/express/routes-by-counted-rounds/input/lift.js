const express = require('express');
const lift = express();

// The number from which a loop counts is no place where a path is written.
for (let floor = 1; floor <= 3; floor++) {
  lift.get(`/floors/${floor}/doors`, (req, res) => res.json({ floor }));
}
let shaft = 0;
while (shaft < 2) {
  lift.get('/shafts/' + shaft, (req, res) => res.json({ shaft }));
  shaft++;
}

// The rows of a table are.
const cabins = [
  { number: 7 },
  { number: 8 },
];
for (const { number } of cabins) lift.get(`/cabins/${number}`, (req, res) => res.json({ number }));
lift.listen(3000);
