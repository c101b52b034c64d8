import type { Request, Response } from 'express';
import { notFoundError } from '../lib/http-error.js';
import { books } from '../services/store.js';

export class BookController {
  list = async (request: Request, response: Response) => {
    const page = Number(request.query.page ?? 1);
    const limit = Number(request.query.limit ?? 20);
    const all = books.all();
    response.json({ items: all.slice((page - 1) * limit, page * limit), total: all.length, page });
  };

  show = async (request: Request<{ bookId: string }>, response: Response) => {
    const book = books.find(request.params.bookId);
    if (!book) throw notFoundError('book');
    response.json(book);
  };

  create = async (request: Request, response: Response) => {
    response.status(201).json(books.insert(request.body));
  };

  update = async (request: Request<{ bookId: string }>, response: Response) => {
    const book = books.update(request.params.bookId, request.body);
    if (!book) throw notFoundError('book');
    response.json(book);
  };

  remove = async (request: Request<{ bookId: string }>, response: Response) => {
    if (!books.delete(request.params.bookId)) throw notFoundError('book');
    response.sendStatus(204);
  };

  setCover = async (request: Request<{ bookId: string }>, response: Response) => {
    const book = books.update(request.params.bookId, { cover: request.file?.path });
    if (!book) throw notFoundError('book');
    response.json({ id: book.id, cover: book.cover });
  };
}
