const express = require('express');

// Nothing is pushed: each request that adds something exchanges the list, or the record, for a longer one.
let notes = [];
let drawers = {};
class Shelf {
  constructor() {
    this.data = { books: [] };
  }
  get books() {
    return this.data.books;
  }
  set books(books) {
    this.data.books = books;
  }
}
const shelf = new Shelf();
const tags = { all: [] };

const desk = express();
desk.use(express.json());

desk.post('/notes', (req, res) => {
  const note = { id: Date.now(), text: String(req.body.text) };
  notes = [...notes, note];
  res.status(201).json(note);
});
desk.get('/notes/:id', (req, res) => {
  const note = notes.find(({ id }) => id === Number(req.params.id));
  if (!note) return res.status(404).json({ error: 'no such note' });
  res.json(note);
});
desk.delete('/notes/:id', (req, res) => {
  const before = notes.length;
  notes = notes.filter(({ id }) => id !== Number(req.params.id));
  if (notes.length === before) return res.status(404).json({ error: 'no such note' });
  res.sendStatus(204);
});

desk.put('/drawers/:label', (req, res) => {
  drawers = { ...drawers, [req.params.label]: { keeps: Number(req.body.keeps) } };
  res.sendStatus(204);
});
desk.get('/drawers/:label', (req, res) => {
  const drawer = drawers[req.params.label];
  if (!drawer) return res.status(404).json({ error: 'no such drawer' });
  res.json(drawer);
});

desk.post('/books', (req, res) => {
  const book = { isbn: String(req.body.isbn) };
  shelf.books = [...shelf.books, book];
  res.status(201).json(book);
});
desk.put('/books/:isbn', (req, res) => {
  const index = shelf.books.findIndex(({ isbn }) => isbn === req.params.isbn);
  if (index === -1) return res.status(404).json({ error: 'no such book' });
  shelf.books[index] = { isbn: req.params.isbn, title: String(req.body.title) };
  res.json(shelf.books[index]);
});

desk.post('/tags', (req, res) => {
  if (req.body.name) tags.all = tags.all.concat({ name: String(req.body.name) });
  res.sendStatus(204);
});
desk.get('/tags/first', (req, res) => {
  const [tag] = tags.all;
  if (!tag) return res.status(404).json({ error: 'no tags' });
  res.json(tag);
});

desk.listen(3000);
