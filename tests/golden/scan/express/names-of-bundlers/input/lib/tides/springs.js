import { Router } from 'express';

const springs = Router();
springs.get('/springs', (request, answer) => answer.json({ springs: 1 }));
export default springs;
