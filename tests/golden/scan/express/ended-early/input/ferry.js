const express = require('express');
const answer = (req, res) => res.json({ ok: true });

class Pier {
  kind() { return 'none'; }
  async open() { if (this.kind() === 'none') throw new Error('no pier'); } //~ evaluator/ended-early
  tie() { if (this.kind() === 'none') throw new Error('nothing to tie to'); } //~ evaluator/ended-early
}

const app = express();

// What waits for it ends with it, although the error is handled.
async function sail() {
  app.get('/bell', answer);
  await new Pier().open();
  app.get('/sails', answer);
}
sail().catch(() => {});

// Nobody catches this one.
function moor() {
  app.get('/rope', answer);
  new Pier().tie();
  app.get('/moorings', answer);
}
setImmediate(moor);

// A function that could register nothing loses nothing, and one that goes on behind its catch has lost nothing either.
setTimeout(() => { throw new Error('only said'); }, 10); //~ evaluator/uncaught-throw
try { new Pier().tie(); } catch { app.get('/anchor', answer); }

app.listen(3000);
