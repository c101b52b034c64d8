import { Router } from 'express';

const knots = Router();
knots.get('/knots', (request, answer) => answer.json({ knots: 1 }));
export default knots;
