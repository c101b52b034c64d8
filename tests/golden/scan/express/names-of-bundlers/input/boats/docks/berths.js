import { Router } from 'express';

const berths = Router();
berths.get('/berths', (request, answer) => answer.json({ berths: 1 }));
export default berths;
