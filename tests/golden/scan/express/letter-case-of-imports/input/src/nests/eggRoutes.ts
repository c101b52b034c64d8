import { Router } from 'express';
export const eggs = Router();
eggs.post('/', (request, response) => { response.sendStatus(201); });
