import express from 'express';
import { pick } from 'lodash';
import { Column, CreateDateColumn, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DataTypes, Sequelize } from 'sequelize';

@Entity()
class Tank {
  @PrimaryGeneratedColumn() id: number;
  @Column() litres: number;
  @Column({ nullable: true }) label: string;
  @CreateDateColumn() filled: Date;
}
const source = new DataSource({ type: 'sqlite', database: ':memory:', entities: [Tank] });
const tanks = source.getRepository(Tank);
const sequelize = new Sequelize('sqlite::memory:');
const Eel = sequelize.define('Eel', { name: DataTypes.STRING, watts: DataTypes.INTEGER, tank: DataTypes.INTEGER }, { timestamps: false });

const app = express();
app.use(express.json());

// Over what was found.
app.put('/tanks/:id', async (req, res) => {
  const tank = await tanks.findOneBy({ id: +req.params.id });
  if (!tank) return res.status(404).end();
  Object.assign(tank, req.body);
  res.json(await tanks.save(tank));
});
app.patch('/tanks/:id', async (req, res) => {
  const tank = await tanks.findOneBy({ id: +req.params.id });
  res.json(await tanks.save({ ...tank, ...req.body }));
});

// What is set afterwards nobody sends; what was set before may come in all the same.
app.post('/tanks', async (req, res) => res.status(201).json(await tanks.save({ ...req.body, label: 'new' })));
app.post('/tanks/labelled', async (req, res) => res.status(201).json(await tanks.save({ label: 'new', ...req.body })));
app.post('/tanks/:tank/eels', async (req, res) => res.status(201).json(await Eel.create({ ...req.body, tank: Number(req.params.tank) })));

// Of a record with a body over it some members are picked; what is set afterwards is not the body's.
app.post('/tanks/picked', async (req, res) => res.status(201).json(await tanks.save(pick({ label: 'new', ...req.body }, ['litres', 'label']))));
app.post('/tanks/:id/copies', async (req, res) => {
  const tank = await tanks.findOneBy({ id: +req.params.id });
  res.status(201).json(await tanks.save(pick({ ...tank, ...req.body, label: 'copy' }, 'litres', 'label')));
});
// Literals that the query may replace.
app.get('/tanks', async (req, res) => {
  const { page, size } = { page: 1, size: 10, ...req.query, order: 'id' };
  const { order } = { ...req.query, order: 'id' };
  res.json(await tanks.find({ take: Number(size), skip: Number(page), order }));
});
app.listen(3000);
