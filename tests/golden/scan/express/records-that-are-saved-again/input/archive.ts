// To save a record that was found makes none: the id of a box comes from where boxes are made, not from where they are filled and moved.
import express from 'express';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
class Box {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column() shelf!: string;
  @Column() files!: number;
}

const source = new DataSource({ type: 'postgres', entities: [Box] });
const boxes = source.getRepository(Box);
const app = express();
app.use(express.json());

app.post('/boxes', async (req, res) => {
  const box = boxes.create({ shelf: req.body.shelf, files: 0 });
  res.status(201).json(await boxes.save(box));
});
app.post('/boxes/:boxId/files', async (req, res) => {
  const box = await boxes.findOneBy({ id: req.params.boxId });
  if (!box) return res.sendStatus(404);
  box.files += 1;
  res.json(await boxes.save(box));
});
app.post('/moves/start', async (req, res) => {
  const box = await boxes.findOneByOrFail({ id: req.body.boxId });
  res.json(await boxes.save(boxes.merge(box, { shelf: req.body.shelf })));
});
app.post('/moves/several', async (req, res) => {
  const found = await boxes.find({ where: { shelf: req.body.from } });
  for (const box of found) box.shelf = req.body.to;
  res.json(await boxes.save(found));
});
app.put('/moves/:boxId', async (req, res) => {
  const box = await boxes.findOneBy({ id: req.params.boxId });
  if (!box) return res.sendStatus(404);
  box.shelf = req.body.shelf;
  await boxes.save(box);
  res.json(box);
});
app.delete('/moves', async (req, res) => {
  await boxes.update({ id: req.body.boxId }, { shelf: 'none' });
  res.sendStatus(204);
});
app.get('/boxes/:boxId', async (req, res) => res.json(await boxes.findOneBy({ id: req.params.boxId })));
app.listen(1);
