import { Router } from 'express';
import { greeting } from '../start.js';

export const router = Router();
router.get('/:berth', (request, response) => {
  response.json({ greeting: greeting(request.params.berth) });
});
