import type { Request, Response } from 'express';
import { notFoundError } from '../lib/http-error.js';
import { authors } from '../services/store.js';

/** Authors are never removed: orders refer to them. */
export class AuthorController {
  list = async (_request: Request, response: Response) => {
    response.json({ items: authors.all() });
  };

  show = async (request: Request<{ authorId: string }>, response: Response) => {
    const author = authors.find(request.params.authorId);
    if (!author) throw notFoundError('author');
    response.json(author);
  };

  create = async (request: Request, response: Response) => {
    response.status(201).json(authors.insert({ name: request.body.name }));
  };

  update = async (request: Request<{ authorId: string }>, response: Response) => {
    const author = authors.update(request.params.authorId, { name: request.body.name });
    if (!author) throw notFoundError('author');
    response.json(author);
  };
}
