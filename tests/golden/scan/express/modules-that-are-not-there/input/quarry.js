import express from 'express';

const quarry = express();
const shown = (text) => (req, res) => res.send(text);

// Somebody handles that it is not there: what its being there would add is conditional.
const cut = () => quarry.get('/cut', shown('cut'));
const rest = () => quarry.get('/rest', shown('rest'));
import('./stones.js').then(cut).catch(rest); //~ evaluator/missing-module

try {
  const { carts } = await import('./carts.js'); //~ evaluator/missing-module
  quarry.get('/carts', shown(carts));
} catch {
  quarry.get('/on-foot', shown('foot'));
}

try {
  await import('a-package-that-nobody-lists');
  quarry.get('/crane', shown('crane'));
} catch {
  quarry.get('/by-hand', shown('hand'));
}

// The program ends without it: it is there wherever this server runs.
try {
  const { rules } = await import('./rules.js'); //~ evaluator/missing-module
  quarry.get('/rules', shown(rules));
} catch (error) {
  console.error(error);
  process.exit(1);
}

// Nobody handles it.
import('./visitors.js').then(() => quarry.get('/visitors', shown('visitors'))); //~ evaluator/missing-module

quarry.listen(3000);
