import { open } from 'lmdb';
import type { Stamp } from 'a-package-nobody-installed';

export enum State { Lent = 'lent', There = 'there' }
export interface Author { name: string; books: Book[] }
export interface Book {
  id: string; title: string; pages: number; state: State; bought: Date; author: Author; isbn: string | null; note?: string;
  lend(): void;
}
export interface Page<Row> { rows: Row[]; total: number; next?: string }
export interface Stamped extends Stamp { at: string }
export class Shelf { constructor(public label: string, public readonly size: number) {} get full(): boolean { return this.size > 3; } }

const store = open({ path: 'books' });

/** Nobody knows what the store gives; what the functions say they return is known. */
export class BookRepository {
  async find(id: string): Promise<Book | null> { return store.get(id); }
  async list(): Promise<Page<Pick<Book, 'id' | 'title'>>> { const rows = store.getRange({}); return { rows, total: store.getCount() }; }
  async titles(): Promise<string[]> { const found: unknown = store.getRange({}); return found as string[]; }
  shelf(): Shelf { return store.get('shelf'); }
  raw(): any { return store.get('raw'); }
  stamped(): Stamped { return store.get('stamp'); }
  generic<Row>(key: string): Row { return store.get(key); }
}
