const express = require('express');
const { Schema, model } = require('mongoose');
const Page = model('Page', new Schema({ book: Schema.Types.ObjectId, text: String }));
const Book = model('Book', new Schema({ title: String, pages: Number }));
const library = express();

// Each element waits for more of its own.
library.get('/pages', async (req, res) => {
  const pages = await Page.find().lean();
  if (!pages.length) return res.status(404).json({ reason: 'none' });
  const whole = await Promise.all(pages.map(async (page) => {
    const book = await Book.findById(page.book).lean();
    return { ...page, book, length: page.text.length };
  }));
  res.json(whole);
});
// With `then`, and beside others.
library.get('/books', (req, res, next) => {
  Book.find().then((books) => Promise.all(books.map((book) => Page.countDocuments({ book: book.id }).then((found) => ({ title: book.title, found }))))).then((list) => res.json({ list })).catch(next);
});
library.get('/outcomes', async (req, res) => {
  const books = await Book.find();
  const outcomes = await Promise.allSettled(books.map(async (book) => book.title));
  const [first, count] = await Promise.all([Book.findOne(), Book.countDocuments()]);
  res.json({ outcomes, first, count });
});
// The list is emptied while what was in it goes on.
library.get('/batches', async (req, res) => {
  const running = [];
  for (const title of ['atlas', 'bible']) running.push(Book.findOne({ title }).then((book) => book.pages));
  const ends = Promise.allSettled(running);
  running.length = 0;
  res.json((await ends).map(({ status, value }) => ({ status, value })));
});
library.listen(3000);
