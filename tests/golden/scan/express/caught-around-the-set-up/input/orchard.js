const express = require('express');

const orchard = express();
const shown = (text) => (req, res) => res.send(text);
const gate = { open: false };

function mustBeOpen() {
  if (!gate.open) throw new Error('the gate is shut'); //~ evaluator/ended-early
}

function plant() {
  orchard.get('/apples', shown('apples'));
  mustBeOpen();
  orchard.get('/pears', shown('pears'));
}

try {
  plant();
} catch (error) {
  console.error(error);
  process.exit(1);
}

// What stands behind in the block itself is lost as well.
try {
  if (!gate.open) throw new Error('still shut'); //~ evaluator/ended-early
  orchard.get('/plums', shown('plums'));
} catch (error) {
  console.error(error);
}

async function open() {
  if (!gate.open) throw new Error('nobody opened it'); //~ evaluator/ended-early
}

(async () => {
  try {
    await open();
    orchard.get('/quinces', shown('quinces'));
  } catch (error) {
    console.error(error);
  }
})();

// Nothing stands behind: nothing is lost.
let weather = 'sun';
try {
  if (!gate.open) throw new Error('no forecast');
  weather = 'rain';
} catch {
  orchard.get('/weather', shown(weather));
}

orchard.listen(3000);
