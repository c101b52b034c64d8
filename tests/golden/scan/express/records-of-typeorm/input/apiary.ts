import express from 'express';
import { DataSource, ILike } from 'typeorm';
import { Harvest, Hive } from './entities';

const source = new DataSource({ type: 'postgres', entities: [Hive, Harvest] });
const hives = source.getRepository(Hive);
const apiary = express();
apiary.use(express.json());

apiary.get('/hives', async (req, res) => {
  const [items, total] = await hives.findAndCount({ where: { name: ILike(req.query.name as string) }, relations: ['harvests'] });
  res.json({ items, total });
});
apiary.post('/hives', async (req, res) => {
  const hive = hives.create({ name: req.body.name, race: req.body.race, weight: req.body.weight });
  res.status(201).json(await hives.save(hive));
});
apiary.get('/hives/:id', async (req, res) => {
  const hive = await hives.findOneBy({ id: req.params.id });
  if (!hive) return res.status(404).json({ error: 'no such hive' });
  res.json(hive);
});
apiary.delete('/hives/:id', async (req, res) => {
  const { affected } = await hives.delete(req.params.id);
  res.json({ affected });
});
apiary.get('/harvests/:id', async (req, res) => {
  res.json(await Harvest.findOneOrFail({ where: { id: Number(req.params.id) }, select: { id: true, kilos: true }, relations: { hive: true } }));
});
apiary.get('/harvests', async (_req, res) => {
  res.json(await source.manager.find(Harvest));
});
apiary.post('/harvests', async (req, res) => {
  const harvest = new Harvest();
  harvest.kilos = req.body.kilos;
  harvest.when = new Date();
  await harvest.save();
  res.status(201).json(harvest);
});
apiary.get('/heavy', async (_req, res) => {
  res.json(await hives.createQueryBuilder('hive').leftJoinAndSelect('hive.harvests', 'harvest').where('hive.weight > 40').getMany());
});

source.initialize().then(() => apiary.listen(3000));
