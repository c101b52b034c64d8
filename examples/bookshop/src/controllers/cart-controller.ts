import type { Request, Response } from 'express';
import { HttpError } from '../lib/http-error.js';
import { books, orders } from '../services/store.js';

export class CartController {
  private readonly carts = new Map<string, Map<string, number>>();

  constructor() {
    this.show = this.show.bind(this);
    this.setItem = this.setItem.bind(this);
    this.removeItem = this.removeItem.bind(this);
    this.checkout = this.checkout.bind(this);
  }

  show(request: Request, response: Response) {
    response.json({ items: [...this.cartOf(request)].map(([bookId, quantity]) => ({ bookId, quantity })) });
  }

  setItem(request: Request<{ bookId: string }>, response: Response) {
    this.cartOf(request).set(request.params.bookId, Number(request.body.quantity));
    response.sendStatus(204);
  }

  removeItem(request: Request<{ bookId: string }>, response: Response) {
    this.cartOf(request).delete(request.params.bookId);
    response.sendStatus(204);
  }

  checkout(request: Request, response: Response) {
    const items = [...this.cartOf(request)].map(([bookId, quantity]) => ({ bookId, quantity }));
    if (items.length === 0) throw new HttpError(409, 'the cart is empty');
    const total = items.reduce((sum, item) => sum + (books.find(item.bookId)?.price ?? 0) * item.quantity, 0);
    response.status(201).json(orders.insert({ accountId: request.account!.id, items, total, state: 'open' }));
  }

  private cartOf(request: Request<any>): Map<string, number> {
    const id = request.account!.id;
    if (!this.carts.has(id)) this.carts.set(id, new Map());
    return this.carts.get(id)!;
  }
}
