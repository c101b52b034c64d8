import express from 'express';
import store from 'some-store';
// Only types: TypeScript loads nothing for it, and there is nothing to be loaded.
import { Numbered } from './types';

interface Scroll extends Numbered {
  title: string;
  shelf: { row: number };
}
class Reader {
  name!: string;
  card() {
    return { holder: this.name };
  }
  get short() {
    return this.name.slice(0, 3);
  }
}

const scrolls = async (): Promise<Scroll[]> => store.scrolls();
const readers = async (): Promise<Reader[]> => store.readers();
const titleOf = (scroll: Scroll) => scroll.title;

const archive = express();
archive.get('/titles', async (request, response) => {
  response.json((await scrolls()).map((scroll) => scroll.title));
});
archive.get('/titles/named', async (request, response) => {
  response.json((await scrolls()).map(titleOf));
});
archive.get('/shelves', async (request, response) => {
  const all = await scrolls();
  response.json({ shelves: all.filter((scroll) => scroll.number > 1).map((scroll) => scroll.shelf) });
});
archive.get('/readers', async (request, response) => {
  response.json((await readers()).map((reader) => reader.card()));
});
archive.get('/readers/short', async (request, response) => {
  response.json((await readers()).map((reader) => reader.short));
});
archive.listen(8080);
