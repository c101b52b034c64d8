import { Router } from 'express';
export const perches = Router();
perches.get('/', (request, response) => { response.json([]); });
