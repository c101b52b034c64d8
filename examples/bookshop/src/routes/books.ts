import { Router } from 'express';
import multer from 'multer';
import { z } from 'zod';
import { BookController } from '../controllers/book-controller.js';
import { handle } from '../lib/handle.js';
import { authenticate, requireRole } from '../middleware/authenticate.js';
import { validate } from '../middleware/validate.js';
import { reviews } from './reviews.js';

const page = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  q: z.string().optional(),
});
const book = z.object({
  title: z.string().min(1),
  isbn: z.string().length(13),
  price: z.number().min(0),
  authorId: z.string().uuid(),
});

const controller = new BookController();
const upload = multer({ dest: 'uploads/', limits: { fileSize: 5_000_000 } });

export const books = Router();

books
  .route('/')
  .get(validate({ query: page }), handle(controller.list))
  .post(authenticate, requireRole('editor'), validate({ body: book }), handle(controller.create));

books
  .route('/:bookId')
  .get(handle(controller.show))
  .patch(authenticate, requireRole('editor'), validate({ body: book.partial() }), handle(controller.update))
  .delete(authenticate, requireRole('admin'), handle(controller.remove));

books.put('/:bookId/cover', authenticate, requireRole('editor'), upload.single('cover'), handle(controller.setCover));
books.use('/:bookId/reviews', reviews);
