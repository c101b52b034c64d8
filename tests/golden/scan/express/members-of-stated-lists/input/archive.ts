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
// What was taken out of it is not in the rest.
archive.get('/scrolls/first', async (request, response) => {
  const [first] = await scrolls();
  const { shelf, ...open } = first;
  response.json(open);
});
archive.get('/scrolls', async (request, response) => {
  response.json((await scrolls()).map(({ title, ...others }) => ({ ...others, at: 'home' })));
});
// What is spread brings its members, each that is written behind goes before, and of two nobody knows all.
archive.get('/scrolls/second', async (request, response) => {
  const second = (await scrolls())[1];
  response.json({ ...second, title: 12, lent: false });
});
archive.get('/scrolls/both', async (request, response) => {
  const [one, two] = await scrolls();
  response.json({ ...one, ...(await readers())[0], two: two.title });
});
archive.listen(8080);
