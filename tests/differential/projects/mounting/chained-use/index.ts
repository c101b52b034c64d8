import express, { Router } from 'express';
const ferry = Router().get('/ferries', (req, res) => { res.end(); });
const dock = Router().get('/docks/:dock', (req, res) => { res.end(); }).delete('/docks/:dock', (req, res) => { res.end(); });
const api = Router().use(ferry).use(dock);
const routes = Router().use('/api', api);
export const app = express().use(function tide(req, res, next) { next(); }).use(routes);
app.listen(1);
