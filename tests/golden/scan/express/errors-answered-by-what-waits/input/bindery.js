const express = require('express');
const store = require('some-store');
const codes = require('http-codes');
const { HTTP_CONFLICT } = require('http-response-codes');

const bindery = express();
bindery.use(express.json());

// It waits before it answers: what has failed is stored first.
async function answerFailure(req, res, error) {
  if (req.inTransaction) throw error;
  try {
    const stored = await store.keepFailure({ body: req.body, why: String(error) });
    if (stored) console.error(stored);
    res.status(codes.INTERNAL_SERVER_ERROR).json({ failure: 'ours' });
  } catch (again) {
    res.status(503).end();
  }
}

// Who it is: answers himself whoever may not be somebody else.
async function binderOf(req, res) {
  if (req.headers['x-instead-of']) {
    try {
      const instead = JSON.parse(req.headers['x-instead-of']);
      if (!(await store.isMaster(instead))) return res.sendStatus(codes.UNAUTHORIZED);
      return Number(instead);
    } catch (error) {
      return answerFailure(req, res, error);
    }
  }
  return 1;
}

bindery.get('/books', async (req, res) => {
  const binder = await binderOf(req, res);
  const books = await store.booksOf(binder);
  res.json({ books: books.length });
});
bindery.post('/books', async (req, res) => {
  try {
    if (await store.has(req.body.title)) return res.status(HTTP_CONFLICT).json({ title: 'taken' });
    await store.add(req.body.title);
  } catch (error) {
    answerFailure(req, res, error);
    return;
  }
  res.json({ title: req.body.title });
});
bindery.delete('/books/:book', async (req, res) => {
  const binder = await binderOf(req, res);
  await store.remove(binder, req.params.book);
  res.status(codes.NO_CONTENT).send();
});

// What waits for nobody and answers nothing changes nothing.
const note = async (error) => {
  await store.note(error);
  console.error('noted');
};
bindery.put('/books/:book', async (req, res) => {
  let pages = 0;
  try {
    pages = await store.pagesOf(req.params.book);
  } catch (error) {
    note(error);
  }
  res.json({ pages: Number(pages) });
});

bindery.listen(3000);
