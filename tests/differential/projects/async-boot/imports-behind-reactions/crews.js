import { Router } from 'express';

const crews = Router();
crews.get('/:crew', (req, res) => res.json({}));

export default crews;
