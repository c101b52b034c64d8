const co = require('co');
const express = require('express');
const { coroutine } = require('bluebird');
const asyncToGenerator = require('@babel/runtime/helpers/asyncToGenerator');
const books = require('./books');
const queue = require('./queue');

const app = express();
app.use(express.json());

// A function that is run as it is made, with arguments of its own.
co(function* (prefix) {
  app.get(`${prefix}/status`, (request, response) => response.json({ up: true }));
  const [first, second] = yield [Promise.resolve('a'), (done) => setTimeout(() => done(null, 'b'), 1)];
  app.get(`${prefix}/${first}/${second}`, (request, response) => response.sendStatus(204));
  const { place } = yield { place: books.place() };
  app.get(`/${yield books.nameOf(place)}`, (request, response) => response.json({ place }));
  yield* books.more(app);
  try {
    yield Promise.reject(new Error('no shelf'));
  } catch (error) {
    app.get('/without-shelf', (request, response) => response.status(503).json({ error: error.message }));
  }
}, '/library');

// What is told by a queue, behind a wait for it.
queue.open(app, (error) => {
  if (error !== null) console.error(error);
  app.get('/messages', (request, response) => response.json([]));
});

// Functions that serve requests.
app.get(
  '/books/:id',
  co.wrap(function* (request, response) {
    const book = yield books.find(request.params.id);
    if (!book) return response.status(404).json({ error: 'no such book' });
    return response.json(book);
  }),
);
app.post('/books', (request, response, next) => {
  co(function* () {
    const { title } = request.body;
    if (typeof title !== 'string') return response.status(400).json({ error: 'title' });
    response.status(201).json(yield books.add(title));
  }).catch(next);
});
app.delete(
  '/books/:id',
  coroutine(function* (request, response) {
    yield books.remove(request.params.id);
    response.status(204).end();
  }),
);
const rename = asyncToGenerator(function* (request, response) {
  const title = yield Promise.resolve(request.query.title);
  response.json({ title: String(title) });
});
app.patch('/books/:id', (request, response) => rename(request, response));

app.listen(3000);
