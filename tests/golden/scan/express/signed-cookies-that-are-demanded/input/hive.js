const cookies = require('cookie-parser');
const express = require('express');
const keepers = require('./keepers');

const hive = express();
hive.use(cookies(process.env.WAX));

// Only the server can have made a signed cookie: whoever has to have one is known by it, whatever it is called, and whatever refuses those without.
async function keeper(request, response, next) {
  const { keeperNo } = request.signedCookies;
  if (!keeperNo) {
    response.sendStatus(403);
    return;
  }
  const found = await keepers.find(keeperNo);
  if (!found) return response.sendStatus(403);
  request.keeper = found;
  next();
}
function member(request, response, next) {
  if (!request.signedCookies['club.no']) return response.status(400).json({ why: 'no member' });
  next();
}
// What comes in without a signature says nothing of the kind, nor does what need not be there.
function tongue(request, response, next) {
  if (!request.cookies.tongue) return response.status(400).json({ why: 'which language?' });
  next();
}
function summer(request, response, next) {
  response.locals.theme = request.signedCookies.theme || 'plain';
  if (new Date().getMonth() > 8) return response.sendStatus(403);
  next();
}

hive.post('/enter', async (request, response) => {
  const found = await keepers.find(request.body.name);
  response.cookie('keeperNo', found.id, { signed: true });
  response.json({ entered: true });
});
hive.get('/combs', keeper, (request, response) => response.json({ combs: 9 }));
hive.get('/club', member, (request, response) => response.json({ honey: 2 }));
hive.get('/words', tongue, (request, response) => response.json({ words: 7 }));
hive.get('/swarm', summer, (request, response) => response.json({ swarm: true }));

hive.listen(7401);
