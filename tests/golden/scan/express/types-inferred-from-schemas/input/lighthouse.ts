import express, { type Request } from 'express';
import client from 'keeper-client';
import { z } from 'zod';
import type { Boat, Buoy, Change, Horn, Keeper, KeeperRow, Light, NewKeeper, NewLight, Page, Repair, RepairLater, Seen, Tide, Wave } from './schemas';

const app = express();
app.use(express.json());

const lights = async (): Promise<Light[]> => client.all('lights');
const light = async (id: string): Promise<Light | null> => client.one('lights', id);
const page = async (): Promise<Page> => client.page('lights');
class Watch {
  async seen(): Promise<Array<Seen>> {
    return client.seen();
  }
}
const watch = new Watch();

app.get('/lights', async (_req, res) => res.json(await lights()));
app.get('/lights/:id', async (req, res) => {
  const found = await light(req.params.id);
  if (!found) return res.sendStatus(404);
  res.json(found);
});
app.get('/page', async (_req, res) => res.json(await page()));
app.get('/seen', async (_req, res) => res.json(await watch.seen()));
app.post('/lights', async (req: Request<{}, {}, NewLight>, res) => {
  const made: Light = await client.make(req.body);
  res.status(201).json(made);
});
app.patch('/lights/:id', async (req: Request<{ id: string }, {}, Change>, res) => {
  await client.change(req.params.id, req.body);
  res.sendStatus(204);
});
app.get('/horn', async (_req, res) => res.json((await client.horn()) as Horn));
app.get('/buoy', async (_req, res) => res.json((await client.buoy()) as Buoy));
app.get('/boat', async (_req, res) => res.json((await client.boat()) as Boat));
app.get('/tide', async (_req, res) => res.json((await client.tide()) as Tide));
app.get('/keeper', async (_req, res) => res.json((await client.keeper()) as Keeper));
app.get('/keepers', async (_req, res) => res.json((await client.keepers()) as readonly KeeperRow[]));
app.post('/keepers', async (req, res) => {
  const keeper = req.body as NewKeeper;
  await client.hire(keeper);
  res.sendStatus(202);
});
app.get('/wave', async (_req, res) => res.json((await client.wave()) as Wave));
app.post('/repairs/:id', async (req: Request<Repair['params'], {}, Repair['body']>, res) => {
  await client.repair(req.params.id, req.body);
  res.sendStatus(202);
});
app.patch('/repairs/:id', async (req: Request<Repair['params'], {}, RepairLater>, res) => {
  await client.repairLater(req.params.id, req.body);
  res.sendStatus(204);
});
// A schema of one request is no variable of a file.
app.get('/inner', async (_req, res) => {
  const inner = z.object({ here: z.boolean() });
  res.json((await client.inner()) as z.infer<typeof inner>);
});

app.listen(3000);
