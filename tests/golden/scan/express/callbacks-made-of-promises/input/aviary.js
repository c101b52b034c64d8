const express = require('express');
const { callbackify, promisify } = require('util');
const Bluebird = require('bluebird');
const q = require('q');
const nests = require('nest-store');

const aviary = express();
class NoBird extends Error {
  constructor() {
    super('no bird');
    this.status = 404;
  }
}

// An asynchronous function with a callback in the end: what it returns, and what it throws.
const ring = async (name) => {
  const bird = await nests.bird(name);
  if (!bird) throw new NoBird();
  return { ring: Number(bird.ring) };
};
const ringLater = callbackify(ring);
aviary.get('/rings/:name', (request, response) => {
  ringLater(request.params.name, (error, found) => {
    if (error instanceof NoBird) return response.status(404).json({ ring: null });
    if (error) return response.sendStatus(500);
    return response.json(found);
  });
});
class Keeper {
  constructor(kind) {
    this.kind = kind;
    this.feed = callbackify(this.feed);
  }
  async feed() {
    return { fed: this.kind };
  }
}
const keeper = new Keeper('finches');
aviary.post('/feedings', (request, response, next) => {
  keeper.feed((error, fed) => (error ? next(error) : response.status(201).json(fed)));
});

// The other way round: what the callback is told of is what the promise is rejected with.
const find = (name, done) => {
  nests.find(name, (error, bird) => {
    if (error) return done(error);
    if (!bird) return done(new NoBird());
    return done(null, { name: String(bird.name) });
  });
};
const check = (name, done) => (name.length < 3 ? done(Object.assign(new Error('short'), { status: 422 })) : done(null, { name }));
const answerWith = (response) => (error) => response.status(error.status || 500).json({ message: error.message });
const [findLater, checkLater] = [promisify(find), Bluebird.promisify(check)];
aviary.get('/birds/:name', (request, response) => {
  findLater(request.params.name)
    .then((bird) => response.json(bird))
    .catch(answerWith(response));
});
aviary.get('/names/:name', async (request, response) => {
  try {
    response.json(await checkLater(request.params.name));
  } catch (error) {
    answerWith(response)(error);
  }
});
aviary.get('/asked/:name', (request, response) => {
  q.nfcall(find, request.params.name).then((bird) => response.json(bird), answerWith(response));
});

// Who never tells of an error rejects with none; and who is told of a package's is refused by none that is known.
const sing = promisify((name, done) => done(null, { song: name.length }));
aviary.get('/songs/:name', async (request, response) => {
  response.json(await sing(request.params.name));
});
aviary.get('/eggs', (request, response, next) => {
  promisify(nests.eggs)().then((eggs) => response.json({ eggs: eggs.length }), next);
});

aviary.use((error, request, response, next) => {
  response.status(error.status || 500).json({ message: error.message });
});
aviary.listen(8080);
