const express = require('express');
const remote = require('some-remote');

const quarry = express();
const dig = (request, response) => response.end();

// Rounds that are left where there is no path: nothing is registered below `null` or `undefined`.
let hall = remote.flag() ? 'hall' : null;
for (const name of ['north', 'south']) {
  if (!hall) continue;
  quarry.get(`/${hall}/${name}`, dig);
}

const pit = remote.flag() ? 'pit' : undefined;
for (const name in { east: 1, west: 2 }) {
  if (pit === undefined) continue;
  quarry.get(`/${pit}/${name}`, dig);
}

for (let level = 0; level < 2; level++) {
  if (hall === null) break;
  quarry.get(`/levels/${level}/${hall}`, dig);
}

// What a round has left is taken back when the next one begins, and behind the loop.
for (const name of ['slate', 'marble']) {
  if (hall) continue;
  quarry.get(`/none/${name}/${hall}`, dig);
}
quarry.get(`/behind/${hall ?? 'nothing'}`, dig);

// What the round itself assigns stays.
let shaft = remote.flag() ? 'shaft' : null;
for (const name of ['iron']) {
  if (!shaft) continue;
  quarry.get(`/${shaft}/${name}`, dig);
  shaft = 'cart';
  quarry.get(`/${shaft}/${name}`, dig);
}

// Loops in loops.
for (const name of ['lead'])
  for (const side of ['left', 'right']) {
    if (!pit) continue;
    quarry.get(`/${name}/${side}/${pit}`, dig);
  }

quarry.listen(3000);
