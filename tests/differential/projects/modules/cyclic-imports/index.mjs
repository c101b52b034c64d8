import express from 'express';
import { registry, addTo } from './registry.mjs';
import './puffin.mjs';
const app = express();
addTo(app);
app.get(`/count/${registry.length}`, (req, res) => res.end());
app.listen(1);
