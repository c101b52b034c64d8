import { Router } from 'express';

const grass = Router();
grass.get('/', (req, res) => res.json([]));
export default grass;
