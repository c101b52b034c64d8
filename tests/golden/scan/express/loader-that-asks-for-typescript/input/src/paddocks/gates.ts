import { Router } from 'express';

const gates = Router();
gates.post('/', (req, res) => { res.status(201).json({ opened: true }); });
export = gates;
