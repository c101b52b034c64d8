import { Router } from 'express';
const boats = Router();
boats.get('/', (req, res) => { res.json([]); });
export default boats;
