const express = require('express');
const fs = require('fs');
const path = require('path');
const kennel = express();
const voices = { any: () => 'barks' };

// Those that have no voice of their own have the common one.
for (const breed of fs.readdirSync(path.join(__dirname, 'breeds'))) {
  try {
    voices[breed] = require(`./breeds/${breed}/voice`);
  } catch {
    // None of its own.
  }
}
// One that is named is missed.
try {
  voices.dingo = require('./breeds/dingo/voice'); //~ evaluator/missing-module
} catch {
  // Not committed.
}
// So is one of several where none is there.
for (const breed of ['setter', 'pointer']) {
  try {
    voices[breed] = require(`./${breed}`); //~ evaluator/missing-module
  } catch {
    // Not committed.
  }
}
kennel.get('/dogs/:breed', (req, res) => res.json({ voice: (voices[req.params.breed] || voices.any)() }));
kennel.listen(3000);
