import type { Request, Response } from 'express';
import { HttpError, notFoundError } from '../lib/http-error.js';
import { orders } from '../services/store.js';

function ownOrder(request: Request<{ orderId: string }>) {
  const order = orders.find(request.params.orderId);
  if (!order) throw notFoundError('order');
  if (order.accountId !== request.account!.id) throw new HttpError(403, 'this is not your order');
  return order;
}

export async function listOrders(request: Request, response: Response) {
  response.json({ items: orders.all().filter((order) => order.accountId === request.account!.id) });
}

export async function showOrder(request: Request<{ orderId: string }>, response: Response) {
  response.json(ownOrder(request));
}

export async function cancelOrder(request: Request<{ orderId: string }>, response: Response) {
  const order = ownOrder(request);
  if (order.state === 'cancelled') throw new HttpError(409, 'already cancelled');
  response.json(orders.update(order.id, { state: 'cancelled' }));
}
