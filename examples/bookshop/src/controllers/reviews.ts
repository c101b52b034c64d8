import type { Request, Response } from 'express';
import { HttpError, notFoundError } from '../lib/http-error.js';
import { reviews } from '../services/store.js';

export async function list(request: Request<{ bookId: string }>, response: Response) {
  response.json({ items: reviews.all().filter((review) => review.bookId === request.params.bookId) });
}

export async function create(request: Request<{ bookId: string }>, response: Response) {
  const { stars, text } = request.body;
  const review = reviews.insert({ bookId: request.params.bookId, accountId: request.account!.id, stars, text });
  response.status(201).json(review);
}

export async function remove(request: Request<{ reviewId: string }>, response: Response) {
  const review = reviews.find(request.params.reviewId);
  if (!review) throw notFoundError('review');
  if (review.accountId !== request.account!.id) throw new HttpError(403, 'this is not your review');
  reviews.delete(review.id);
  response.sendStatus(204);
}
