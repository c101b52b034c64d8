const express = require('express');

const bakery = express();
class Burnt extends Error { constructor() { super('burnt'); this.status = 418; } }
const bake = async (kind) => { if (kind === 'rye') throw new Burnt(); return { kind }; };

// Express 4 does not look at what a handler returns: nobody answers a rejection.
bakery.get('/forgotten/:kind', async (req, res) => { res.json(await bake(req.params.kind)); });
bakery.get('/chained/:kind', (req, res) => bake(req.params.kind).then((loaf) => res.json(loaf)));
// What is handed on by hand reaches the error handler, and so does what is thrown at once.
bakery.get('/caught/:kind', async (req, res, next) => { try { res.json(await bake(req.params.kind)); } catch (failure) { next(failure); } });
bakery.get('/handed-on/:kind', (req, res, next) => { bake(req.params.kind).then((loaf) => res.json(loaf)).catch(next); });
bakery.get('/thrown/:kind', (req, res) => { if (req.params.kind === 'rye') throw new Burnt(); res.json({ kind: req.params.kind }); });

bakery.use((failure, req, res, next) => { res.status(failure.status).json({ reason: failure.message }); });
bakery.listen(8114);
