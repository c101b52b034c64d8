const express = require('express');

const bakery = express();
const sold = new Map();

// Round after round it only counts: nothing that it reaches is a server, so nothing is missing when it is left.
function count() {
  for (let loaf = 0; loaf < 400; loaf++) sold.set(`loaf ${loaf}`, (sold.get(`loaf ${loaf}`) ?? 0) + 1);
  setTimeout(count, 60_000);
}
count();

// The same behind promises, as jobs do that ask a database.
function weigh() {
  Promise.resolve([...sold.keys()].map((each) => each.length))
    .then((weights) => weights.reduce((sum, each) => sum + each, 0))
    .finally(() => setTimeout(weigh, 60_000));
}
weigh();

// This one could register something in any of its rounds.
let shelf = 0;
function stock() {
  for (let loaf = 0; loaf < 400; loaf++) sold.set(`loaf ${loaf}`, 0);
  if (shelf++ > 10_000) bakery.get('/shelves', (request, response) => response.json({ shelf }));
  setTimeout(stock, 60_000); //~ evaluator/out-of-fuel
}
stock();

bakery.get('/loaves', (request, response) => response.json([...sold.keys()]));
bakery.listen(4500);
