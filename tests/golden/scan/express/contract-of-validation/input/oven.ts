import express from 'express';
import { fired } from './fired';
import { glaze, potShape, shard } from './clay';

const oven = express();
oven.use(express.json());
oven.post('/pots', fired({ body: potShape }), (request, reply) => { const { name, glaze: coat } = request.body; reply.status(201).json({ id: 7, name, coat }); });
oven.patch('/pots/:pot', fired({ body: potShape.partial().omit({ glaze: true }), params: shard }), (request, reply) => { reply.json({ ...request.body, pot: request.params.pot }); });
oven.get('/pots', fired({ query: glaze }), (request, reply) => { reply.json([]); });
oven.listen(3000);
