import { Router } from 'express';

export const beds = Router();
beds.get('/', (_request, response) => response.json([{ bed: 1 }]));
