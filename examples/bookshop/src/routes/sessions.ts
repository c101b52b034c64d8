import { Router } from 'express';
import { z } from 'zod';
import * as controller from '../controllers/sessions.js';
import { handle } from '../lib/handle.js';
import { authenticate } from '../middleware/authenticate.js';
import { loginLimiter } from '../middleware/limits.js';
import { validate } from '../middleware/validate.js';

const credentials = z.object({
  email: z.string().email(),
  password: z.string().min(8),
});
const registration = credentials.extend({ name: z.string().min(1).max(80) });

export const sessions = Router();

sessions.post('/register', validate({ body: registration }), handle(controller.register));
sessions.post('/login', loginLimiter, validate({ body: credentials }), handle(controller.login));
sessions.post('/logout', authenticate, handle(controller.logout));
sessions.get('/me', authenticate, handle(controller.me));
