import express from 'express';
import { BookRepository, type Book } from './books';

const library = express();
const repository = new BookRepository();

library.get('/books', async (request, response) => { response.json(await repository.list()); });
library.get('/books/:id', async (request, response) => {
  const book = await repository.find(request.params.id);
  if (!book) { response.status(404).json({ message: 'no such book' }); return; }
  response.json(book);
});
library.get('/titles', async (request, response) => { response.json({ titles: await repository.titles() }); });
library.get('/shelf', (request, response) => { response.json(repository.shelf()); });
library.get('/generic', (request, response) => { const book = repository.generic<Omit<Book, 'author'>>('x'); response.json({ book }); });
library.get('/record', (request, response) => { const counts = repository.raw() as Record<string, number>; response.json({ counts }); });
library.get('/pair', (request, response) => { const pair: [string, number] = repository.raw(); response.json({ pair }); });
library.get('/author', async (request, response) => { const book = await repository.find('1'); response.json({ author: book!.author.name }); });

// No type, no fact.
library.get('/raw', (request, response) => { response.json({ raw: repository.raw() }); });
library.get('/stamped', (request, response) => { response.json(repository.stamped()); });
library.listen(1);
