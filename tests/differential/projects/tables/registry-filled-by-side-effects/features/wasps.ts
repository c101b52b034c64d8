import { Router } from 'express';
import { feature } from '../registry.js';
feature('wasps')(() => Router().get('/nests', (req, res) => { res.end(); }));
