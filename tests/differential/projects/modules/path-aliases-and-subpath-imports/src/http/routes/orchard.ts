import { Router } from 'express';
import { guardTree } from '@guards';
export const orchard = Router();
orchard.get('/apples', guardTree('ladder'), (req, res) => { res.end(); });
