import express from 'express';
import { find, keep } from './store';

interface Id<T> extends String {
  of?: T;
}
interface Metres extends Number {
  unit: 'm';
}
interface Opened extends Date {
  zone?: string;
}
// What extends something else has the members of both.
interface Thing {
  weight: number;
}
interface Exhibit extends Thing {
  id: Id<Exhibit>;
  height: Metres;
  opened: Opened;
  isShown: IsShown;
}
interface IsShown extends Boolean {}

const museum = express();
museum.use(express.json());

museum.get('/exhibits/:id', async (req, res) => {
  const found: Exhibit = await find(req.params.id);
  res.json(found);
});
museum.post('/exhibits', async (req: express.Request<{}, {}, { name: Id<Exhibit>; size: Metres }>, res) => {
  await keep(req.body);
  res.status(201).json({ kept: true });
});

museum.listen(3000);
