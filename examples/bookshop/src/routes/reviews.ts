import { Router } from 'express';
import { z } from 'zod';
import * as controller from '../controllers/reviews.js';
import { handle } from '../lib/handle.js';
import { authenticate } from '../middleware/authenticate.js';
import { validate } from '../middleware/validate.js';

const review = z.object({ stars: z.number().int().min(1).max(5), text: z.string().max(2_000) });

export const reviews = Router({ mergeParams: true });

reviews.get('/', handle(controller.list));
// Everything below needs an account; reading does not.
reviews.use(authenticate);
reviews.post('/', validate({ body: review }), handle(controller.create));
reviews.delete('/:reviewId', handle(controller.remove));
