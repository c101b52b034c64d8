import { Router } from 'express';
import { greeting } from '../start.js';

export const router = Router();
router.get('/:ship', (request, response) => {
  response.send(greeting(request.params.ship));
});
