import { Router } from 'express';

export const sails = Router();
sails.get('/', (_req, res) => { res.json([]); });
