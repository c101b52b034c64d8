import type { Request, Response } from 'express';
import { books, customers, orders } from '../services/store.js';

export const sales = (_request: Request, response: Response) => {
  response.json({ orders: orders.all().length, total: orders.all().reduce((sum, order) => sum + order.total, 0) });
};
export const stock = (_request: Request, response: Response) => {
  response.json({ books: books.all().length });
};
export const customersReport = (_request: Request, response: Response) => {
  response.json({ customers: customers.all().length });
};
export { customersReport as customers };
