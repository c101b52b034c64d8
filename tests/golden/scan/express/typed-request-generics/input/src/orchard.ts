import express, { type Request, type Response } from 'express';
import type { PlantTree, TreePatch } from './shapes';
import { settled, type BodyOf, type WithBranch, type Wrapped } from './requests';

const orchard = express();
orchard.use(express.json());

orchard.post('/trees', (request: Request<{}, {}, PlantTree>, response: Response) => { response.sendStatus(201); });
orchard.get('/trees', (request: Request<{}, {}, {}, { page?: string; sort: 'name' | 'age' }>, response: Response) => { response.sendStatus(204); });
orchard.patch('/trees/:id', settled(async (request: BodyOf<TreePatch>, response: Response) => { response.sendStatus(204); }));
orchard.post('/trees/:id/branches', (request: WithBranch, response: Response) => { response.sendStatus(201); });

const replace: Wrapped<Omit<PlantTree, 'owner' | 'planted'>> = (request, response) => { response.sendStatus(204); };
orchard.put('/trees/:id', replace);

// Nothing is stated here, and what the code reads beside a stated type stays.
orchard.post('/plain', (request: Request, response: Response) => { response.json({ got: request.body.apples }); });
orchard.post('/more', (request: Request<any, any, { apples: number }>, response: Response) => { response.json({ got: (request.body as any).pears }); });
orchard.listen(1);
