import { Router } from 'express';

const suites = Router();
suites.get('/:suite', (req, res) => res.json({ suite: req.params.suite }));
export default suites;
