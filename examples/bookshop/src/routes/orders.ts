import { Router } from 'express';
import { cancelOrder, listOrders, showOrder } from '../controllers/orders.js';
import { handle } from '../lib/handle.js';

export const orders = Router();

orders.get('/', handle(listOrders));
orders.get('/:orderId', handle(showOrder));
orders.post('/:orderId/cancel', handle(cancelOrder));
