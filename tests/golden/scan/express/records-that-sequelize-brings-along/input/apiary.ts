import express from 'express';
import { DataTypes, ForeignKeyConstraintError, Sequelize, UniqueConstraintError, ValidationError } from 'sequelize';
import { Column, DataType, Model, Sequelize as Typed, Table } from 'sequelize-typescript';

const store = new Sequelize('postgres://apiary');
const Hive: any = store.define('hive', {
  mark: { type: DataTypes.STRING, allowNull: false, unique: true },
  secret: { type: DataTypes.STRING, get() { return undefined; } },
});
const Queen: any = store.define('queen', { name: { type: DataTypes.STRING, allowNull: false } });
Queen.belongsTo(Hive, { as: 'Home', foreignKey: 'hiveId' });
Hive.hasOne(Queen, { as: 'Ruler', foreignKey: 'hiveId' });
Hive.addScope('ruled', { include: [{ model: Queen, as: 'Ruler' }] });

@Table({ tableName: 'swarms' })
class Swarm extends Model {
  @Column({ type: DataType.INTEGER, primaryKey: true, autoIncrement: true }) declare id: number;
  @Column(DataType.STRING) declare tree: string;
}
new Typed({ dialect: 'postgres', models: [Swarm] });

const apiary = express();
apiary.use(express.json());
// A scope brings it along; written is what is known to be there.
apiary.get('/hives/:id/ruler', async (req, res) => {
  const hive = await Hive.scope('ruled').findByPk(req.params.id, { rejectOnEmpty: true });
  if (!hive.Ruler) return res.status(409).json({ queenless: true });
  res.json({ name: hive.Ruler.name });
});
apiary.get('/hives/:id', async (req, res) => { res.json(await Hive.findByPk(req.params.id)); });
// No getter is run for what is raw, nor by getDataValue.
apiary.get('/hives/:id/raw', async (req, res) => {
  const hive = await Hive.findOne({ where: { id: req.params.id }, raw: true });
  if (!hive?.secret) return res.sendStatus(401);
  res.json({ secret: hive.secret });
});
apiary.get('/hives/:id/held', async (req, res) => {
  const hive = await Hive.findOne({ where: { id: req.params.id } });
  if (!hive?.getDataValue('secret')) return res.sendStatus(403);
  res.json({ open: hive.secret === undefined });
});
// Each error is of its class, and of those that this one extends.
apiary.post('/hives', async (req, res) => { res.status(201).json({ id: (await Hive.create({ mark: req.body.mark })).id }); });
apiary.post('/queens', async (req, res) => { res.status(201).json({ id: (await Queen.create({ name: req.body.name, hiveId: req.body.hiveId })).id }); });
apiary.post('/swarms', async (req, res) => {
  const swarm = await Swarm.sequelize?.transaction(async (transaction) => (await Swarm.findOrCreate({ where: { tree: req.body.tree }, transaction }))[0]);
  if (!swarm) return res.sendStatus(503);
  res.json({ id: swarm.id });
});
apiary.use((error: Error, req: express.Request, res: express.Response, next: express.NextFunction) => {
  if (error instanceof UniqueConstraintError) return void res.status(409).json({ taken: error.errors[0].path });
  if (error instanceof ValidationError) return void res.status(422).json({ message: error.message });
  if (error instanceof ForeignKeyConstraintError) return void res.status(424).json({ missing: true });
  if (error.name === 'SequelizeEmptyResultError') return void res.status(404).json({ gone: true });
  res.status(500).json({ broken: true });
});
apiary.listen(3000);
