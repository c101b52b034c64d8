import { Router } from 'express';
import { authenticate, requireRole } from '../middleware/authenticate.js';
import { apiLimiter } from '../middleware/limits.js';
import { admin } from './admin.js';
import { authors } from './authors.js';
import { books } from './books.js';
import { carts } from './carts.js';
import { orders } from './orders.js';
import { sessions } from './sessions.js';

/** One row per resource: the table is the only place where a resource gets its path. */
const resources = [
  { path: '/auth', router: sessions, guards: [] },
  { path: '/books', router: books, guards: [] },
  { path: '/authors', router: authors, guards: [] },
  { path: '/cart', router: carts, guards: [authenticate] },
  { path: '/orders', router: orders, guards: [authenticate] },
  { path: '/admin', router: admin, guards: [authenticate, requireRole('admin')] },
];

export function createApi(): Router {
  const api = Router();
  api.use(apiLimiter);
  for (const { path, router, guards } of resources) {
    api.use(path, ...guards, router);
  }
  return api;
}
