import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import express, { Router } from 'express';
import { checkBody } from './check-body.js';

const account = { email: { format: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }, password: { minLength: 8 } };
const registration = { ...account, name: { minLength: 1, maxLength: 80 } };
const author = { name: { minLength: 1, maxLength: 120 } };
const book = {
  title: { minLength: 1, maxLength: 200 }, isbn: { format: /^\d{13}$/ }, price: { type: 'number', min: 0, max: 10_000 },
  format: { enum: ['hardcover', 'paperback', 'audio'] }, authorId: { type: 'number', min: 1 },
};
const review = { stars: { type: 'number', min: 1, max: 5, integer: true }, text: { minLength: 1, maxLength: 500 } };

/** @param {import('node-sqlite3-wasm').Database} database */
export function createApp(database) {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json({ limit: '100kb' }));

  const authenticate = (request, response, next) => {
    const [scheme, token] = (request.get('authorization') ?? '').split(' ');
    const user = scheme === 'Bearer' && token ? database.get('SELECT u.id, u.email, u.name FROM sessions s JOIN users u ON u.id = s.userId WHERE s.token = ?', [token]) : null;
    if (!user) return response.status(401).json({ error: 'Log in first.' });
    request.user = user;
    request.token = token;
    next();
  };
  const ownBook = (request, response, next) => {
    const found = database.get('SELECT * FROM books WHERE id = ?', [Number(request.params.bookId)]);
    if (!found) return response.status(404).json({ error: 'There is no such book.' });
    if (found.ownerId !== request.user.id) return response.status(403).json({ error: 'It is not yours.' });
    request.book = found;
    next();
  };

  app.get('/health', (_request, response) => { response.json({ status: 'ok' }); });

  const api = Router();
  api.post('/register', checkBody(registration), (request, response) => {
    const { email, password, name } = request.body;
    if (database.get('SELECT id FROM users WHERE email = ?', [email])) return response.status(409).json({ error: 'That address has an account.' });
    const { lastInsertRowid: id } = database.run('INSERT INTO users (email, password, name) VALUES (?, ?, ?)', [email, hash(password), name]);
    response.status(201).json({ id, email, name });
  });
  api.post('/login', checkBody(account), (request, response) => {
    const user = database.get('SELECT * FROM users WHERE email = ?', [request.body.email]);
    if (!user || !isPassword(request.body.password, user.password)) return response.status(401).json({ error: 'Wrong address or password.' });
    const accessToken = randomBytes(24).toString('base64url');
    database.run('INSERT INTO sessions (token, userId) VALUES (?, ?)', [accessToken, user.id]);
    response.json({ data: { accessToken, user: { id: user.id, name: user.name } } });
  });
  api.get('/me', authenticate, (request, response) => { response.json(request.user); });
  api.post('/logout', authenticate, (request, response) => {
    database.run('DELETE FROM sessions WHERE token = ?', [request.token]);
    response.sendStatus(204);
  });

  api.get('/authors', (_request, response) => { response.json({ items: database.all('SELECT * FROM authors ORDER BY id') }); });
  api.post('/authors', authenticate, checkBody(author), (request, response) => {
    const { lastInsertRowid: id } = database.run('INSERT INTO authors (name) VALUES (?)', [request.body.name]);
    response.status(201).json({ id, name: request.body.name });
  });
  api.get('/authors/:authorId', (request, response) => {
    const found = database.get('SELECT * FROM authors WHERE id = ?', [Number(request.params.authorId)]);
    if (!found) return response.status(404).json({ error: 'There is no such author.' });
    response.json(found);
  });
  api.delete('/authors/:authorId', authenticate, (request, response) => {
    const id = Number(request.params.authorId);
    if (database.get('SELECT id FROM books WHERE authorId = ?', [id])) return response.status(409).json({ error: 'The author has books.' });
    const { changes } = database.run('DELETE FROM authors WHERE id = ?', [id]);
    response.sendStatus(changes > 0 ? 204 : 404);
  });

  api.get('/books', (request, response) => {
    const page = Number(request.query.page ?? 1);
    const limit = Number(request.query.limit ?? 20);
    if (!Number.isInteger(page) || page < 1 || !Number.isInteger(limit) || limit < 1 || limit > 100) return response.status(400).json({ error: 'page and limit are whole numbers.' });
    const items = database.all('SELECT * FROM books ORDER BY id LIMIT ? OFFSET ?', [limit, (page - 1) * limit]);
    response.json({ items, page, total: database.get('SELECT count(*) AS total FROM books').total });
  });
  api.post('/books', authenticate, checkBody(book), (request, response) => {
    const { title, isbn, price, format, authorId } = request.body;
    if (!database.get('SELECT id FROM authors WHERE id = ?', [authorId])) return response.status(422).json({ error: 'There is no such author.' });
    const { lastInsertRowid: id } = database.run(
      'INSERT INTO books (title, isbn, price, format, authorId, ownerId) VALUES (?, ?, ?, ?, ?, ?)', [title, isbn, price, format, authorId, request.user.id]);
    response.status(201).location(`/api/books/${id}`).json({ id, title, isbn, price, format, authorId, ownerId: request.user.id });
  });
  api.get('/books/:bookId', (request, response) => {
    const found = database.get('SELECT * FROM books WHERE id = ?', [Number(request.params.bookId)]);
    if (!found) return response.status(404).json({ error: 'There is no such book.' });
    response.json(found);
  });
  api.patch('/books/:bookId', authenticate, ownBook, checkBody({ price: book.price }), (request, response) => {
    database.run('UPDATE books SET price = ? WHERE id = ?', [request.body.price, request.book.id]);
    response.json({ ...request.book, price: request.body.price });
  });
  api.delete('/books/:bookId', authenticate, ownBook, (request, response) => {
    database.run('DELETE FROM books WHERE id = ?', [request.book.id]);
    response.sendStatus(204);
  });
  api.get('/books/:bookId/reviews', (request, response) => {
    response.json({ items: database.all('SELECT * FROM reviews WHERE bookId = ? ORDER BY id', [Number(request.params.bookId)]) });
  });
  api.post('/books/:bookId/reviews', authenticate, checkBody(review), (request, response) => {
    const bookId = Number(request.params.bookId);
    if (!database.get('SELECT id FROM books WHERE id = ?', [bookId])) return response.status(404).json({ error: 'There is no such book.' });
    const { stars, text } = request.body;
    const { lastInsertRowid: id } = database.run('INSERT INTO reviews (bookId, stars, text) VALUES (?, ?, ?)', [bookId, stars, text]);
    response.status(201).json({ id, bookId, stars, text });
  });
  app.use('/api', api);

  app.use((_request, response) => { response.status(404).json({ error: 'There is nothing here.' }); });
  app.use((error, _request, response, _next) => { response.status(error.status ?? 500).json({ error: error.status ? error.message : 'Something is broken.' }); });
  return app;
}

/** A low cost: this is an example, and it is called thousands of times in tests. */
const COST = { N: 256 };

function hash(password) {
  const salt = randomBytes(8);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32, COST).toString('hex')}`;
}

function isPassword(password, stored) {
  const [salt, digest] = stored.split(':').map((part) => Buffer.from(part, 'hex'));
  return timingSafeEqual(scryptSync(password, salt, 32, COST), digest);
}
