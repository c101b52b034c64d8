import { Router } from 'express';
import { CartController } from '../controllers/cart-controller.js';
import { handle } from '../lib/handle.js';

const controller = new CartController();

export const carts = Router();

carts.get('/', handle(controller.show));
carts.put('/items/:bookId', handle(controller.setItem));
carts.delete('/items/:bookId', handle(controller.removeItem));
carts.post('/checkout', handle(controller.checkout));
