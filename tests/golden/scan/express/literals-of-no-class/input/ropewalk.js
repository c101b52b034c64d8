const { Readable } = require('node:stream');
const express = require('express');
const { Knot } = require('knots');

const ropewalk = express();

/** What an answer is wrapped in; streams, buffers and what is no object go as they are. */
const wrapped = (given) => {
  if (given instanceof Buffer) return { buffer: given.length };
  if (given instanceof Readable || given instanceof Knot) return { flows: true };
  if (typeof given === 'object') return { ok: true, given };
  return { text: given };
};

class Rope {
  constructor(fathoms) {
    this.fathoms = fathoms;
  }
}

// Written down here: it is of none of these classes.
ropewalk.get('/hawser', (req, res) => {
  res.json(wrapped({ strands: 3 }));
});
ropewalk.get('/cables', (req, res) => {
  const cables = [{ strands: 9 }];
  res.json(wrapped(cables));
});
ropewalk.get('/spread', async (req, res) => {
  const found = await (await fetch('http://tar')).json();
  res.json(wrapped({ ...found, tarred: true }));
});
ropewalk.get('/rope', (req, res) => {
  res.json(wrapped(new Rope(120)));
});

// What a class of the package makes is of that one, and may be of others; what comes from elsewhere may be of any.
ropewalk.get('/knot', (req, res) => {
  res.json(wrapped(new Knot({ strands: 1 })));
});
ropewalk.get('/elsewhere', async (req, res) => {
  const found = await (await fetch('http://hemp')).json();
  res.json(wrapped(found));
});

ropewalk.listen(3000);
