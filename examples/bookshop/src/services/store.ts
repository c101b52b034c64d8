import { randomUUID } from 'node:crypto';

/** Stands in for a database. */
export class Table<Row extends { id: string }> {
  private readonly rows = new Map<string, Row>();

  all(): Row[] {
    return [...this.rows.values()];
  }

  find(id: string): Row | undefined {
    return this.rows.get(id);
  }

  insert(values: Omit<Row, 'id'>): Row {
    const row = { ...values, id: randomUUID() } as Row;
    this.rows.set(row.id, row);
    return row;
  }

  update(id: string, change: Partial<Row>): Row | undefined {
    const row = this.rows.get(id);
    if (!row) return undefined;
    Object.assign(row, change);
    return row;
  }

  delete(id: string): boolean {
    return this.rows.delete(id);
  }
}

export interface Book { id: string; title: string; isbn: string; price: number; authorId: string; cover?: string }
export interface Author { id: string; name: string }
export interface Review { id: string; bookId: string; accountId: string; stars: number; text: string }
export interface Customer { id: string; email: string; name: string; password: string; roles: string[] }
export interface Order { id: string; accountId: string; items: { bookId: string; quantity: number }[]; total: number; state: 'open' | 'cancelled' }

export const books = new Table<Book>();
export const authors = new Table<Author>();
export const reviews = new Table<Review>();
export const customers = new Table<Customer>();
export const orders = new Table<Order>();
