import express from 'express';
import { Gang, Picker } from './pickers';
import { Tree } from './trees';

const orchard = express();
orchard.use(express.json());

orchard.get('/trees', async (_req, res) => { res.json(await Tree.findAll()); });
orchard.post('/trees', async (req, res) => { const tree = new Tree({ sort: req.body.sort }); await tree.save(); res.status(201).json(tree); });
orchard.get('/gangs/:id', async (req, res) => { res.json(await Gang.findByPk(req.params.id, { include: 'pickers', rejectOnEmpty: true })); });
orchard.get('/pickers', async (_req, res) => { res.json(await Picker.findAll({ raw: true, attributes: { exclude: ['notes'] } })); });

orchard.listen(3000);
