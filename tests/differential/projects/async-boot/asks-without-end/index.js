const express = require('express');
const { EventEmitter } = require('events');

const archive = express();
const line = new EventEmitter();

/** Nobody answers before the server runs. */
const ask = (key) => new Promise((resolve) => line.once(`answer ${key}`, resolve));

function collect(shelf, found) {
  return ask(shelf).then((answer) => {
    if (answer.left) found.push(answer.left);
    return Promise.all([collect(`${shelf}l`, [...found]), collect(`${shelf}r`, [...found]), collect(`${shelf}m`, [...found])]);
  });
}

collect('a', []).then((all) => console.log(all.length));
archive.get('/shelves', (request, response) => response.end());
process.nextTick(() => archive.get('/late', (request, response) => response.end()));
archive.listen(0);
