// A long table of rows is brought into an order of its own before anything is registered.
const express = require('express');

const rows = [];
for (const kind of ['reed', 'brass', 'string', 'keys', 'drum']) {
  for (let number = 0; number < 40; number++) rows.push({ path: `/${kind}/${number % 3 === 0 ? ':id/' : ''}part${number}`, verb: number % 2 === 0 ? 'get' : 'put' });
}

function precision(path) {
  let sum = path.includes(':') ? 0 : 100;
  sum += path.split('/').filter((part) => !part.startsWith(':')).length;
  sum -= path.split('/').filter((part) => part.startsWith(':')).length;
  if (path.includes('(') && path.includes(')')) sum -= 5;
  for (const digit of path) if (digit >= '5' && digit <= '9') sum += 1;
  return sum;
}

class Rows {
  sorted() { return rows.sort((a, b) => precision(b.path) - precision(a.path)); }
}

const orchestra = express();
const build = () => { for (const row of new Rows().sorted()) orchestra[row.verb](row.path, (request, response) => response.end()); };
build();
orchestra.listen(0);
