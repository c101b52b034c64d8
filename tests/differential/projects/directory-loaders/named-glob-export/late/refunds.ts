import { Router } from 'express';

const refunds = Router();
refunds.post('/refunds', (request, response) => { response.status(201).json({}); });
export default refunds;
