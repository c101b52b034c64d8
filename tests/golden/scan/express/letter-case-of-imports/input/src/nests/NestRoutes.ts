import { Router } from 'express';
export const nests = Router();
nests.get('/:nest', (request, response) => { response.json({ nest: request.params.nest }); });
