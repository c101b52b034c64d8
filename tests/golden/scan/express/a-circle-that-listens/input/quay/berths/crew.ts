import { Router } from 'express';
import { greeting } from '../start.js';

export const router = Router();
router.post('/', (request, response) => {
  response.status(201).json({ greeting: greeting('sailor') });
});
