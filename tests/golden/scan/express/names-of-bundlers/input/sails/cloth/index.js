import { Router } from 'express';

const cloth = Router();
cloth.get('/cloth', (request, answer) => answer.json({ cloth: 1 }));
export default cloth;
