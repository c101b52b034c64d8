import express from 'express';
import { Pear, Plum } from './trees';

type Kind = typeof Pear | typeof Plum;

/** What is planted says the class that is handed in; the constraint says only what all of them have. */
const plant = async <T extends Kind>(kind: T, input: Partial<InstanceType<T>>): Promise<InstanceType<T>> => {
  const tree = kind.create(input);
  return tree.save() as Promise<InstanceType<T>>;
};

const change = async <T extends Kind>(kind: T, id: string, input: Partial<InstanceType<T>>): Promise<InstanceType<T>> => {
  const tree = await kind.findOneOrFail(id);
  Object.assign(tree, input);
  return tree.save() as Promise<InstanceType<T>>;
};

const app = express();
app.use(express.json());
app.post('/pears', async (req, res) => { res.status(201).json(await plant(Pear, req.body)); });
app.post('/plums', async (req, res) => { res.status(201).json({ plum: await plant(Plum, req.body) }); });
app.put('/plums/:id', async (req, res) => { res.json(await change(Plum, req.params.id, req.body)); });
app.post('/grafts', async (req, res) => {
  const graft = Pear.create({ ...req.body, height: 10 });
  await graft.save();
  res.status(201).json(graft);
});
class Nursery<T extends { id: number }> {
  constructor(private kind: Kind) {}
  async raise(input: Omit<T, 'id'> & { note?: string }) {
    const tree = this.kind.create({ ...input });
    await tree.save();
    return tree;
  }
}
app.post('/raised', async (req, res) => { res.status(201).json(await new Nursery<Plum>(Plum).raise(req.body)); });
app.listen(3000);
