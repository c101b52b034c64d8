import { Router } from 'express';
const car = Router();
car.get('/car', (req, res) => res.json({}));
export default car;
