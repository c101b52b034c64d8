import express, { NextFunction, Request, Response } from 'express';
import { Column, DataSource, Entity, In, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
class Boat {
  @PrimaryGeneratedColumn()
  id: number;
  @Column()
  name: string;
  @Column()
  berth: number;
}

const boats = new DataSource({ type: 'postgres' }).getRepository(Boat);
const app = express();
app.use(express.json());

// Of which routes a member is taken the code says, whatever column it is compared with.
const mooredAt = async (req: Request, res: Response, next: NextFunction) => {
  const id = req.params.id ?? req.body.id;
  if (!(await boats.findOne({ where: { id } }))) return res.status(404).json({ message: 'No such boat' });
  next();
};
app.put('/boats/:id', mooredAt, (_req, res) => res.json({ ok: true }));
app.put('/boats', mooredAt, (_req, res) => res.json({ ok: true }));

const mooredAll = async (req: Request, res: Response, next: NextFunction) => {
  const ids: number[] = req.params.id ? [Number(req.params.id)] : req.body.ids;
  const found = await boats.find({ where: { id: In(ids) } });
  if (found.length === 0) return res.status(404).json({ message: 'No such boats' });
  next();
};
app.delete('/boats/:id', mooredAll, (_req, res) => res.json({ ok: true }));
app.delete('/boats', mooredAll, (_req, res) => res.json({ ok: true }));

const numbered = (req: Request, res: Response, next: NextFunction) => {
  const berth: number = req.params.berth ?? req.body.berth;
  res.locals.berth = berth;
  next();
};
app.patch('/berths/:berth', numbered, (_req, res) => res.json({ berth: res.locals.berth }));
app.patch('/berths', numbered, (_req, res) => res.json({ berth: res.locals.berth }));

// What is written as a whole comes in on every route.
const rename = async (req: Request, res: Response) => {
  const name = req.params.name ?? req.body.name;
  await boats.save(req.body);
  res.json({ name });
};
app.post('/names/:name', rename);
app.post('/names', rename);

app.listen(3000);
