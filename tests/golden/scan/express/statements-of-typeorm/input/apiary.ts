import express from 'express';
import { BaseEntity, Column, CreateDateColumn, DataSource, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';

@Entity('hives')
class Hive {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column() label: string;
  @Column({ name: 'built_in', nullable: true }) builtIn: number;
  @OneToMany(() => HoneyYield, (honey) => honey.hive) yields: HoneyYield[];
}

// Called as its class is.
@Entity()
class HoneyYield extends BaseEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'decimal' }) kilos: number;
  @Column({ default: false }) sold: boolean;
  @CreateDateColumn({ name: 'created_at' }) createdAt: Date;
  @ManyToOne(() => Hive, (hive) => hive.yields, { nullable: false }) @JoinColumn({ name: 'hive_id' }) hive: Hive;
}

const source = new DataSource({ type: 'postgres', entities: [Hive, HoneyYield] });
const hives = source.getRepository(Hive);

const app = express();
app.use(express.json());

app.get('/hives', async (_req, res) => {
  res.json(await source.query('SELECT * FROM hives ORDER BY label'));
});
app.get('/yields', async (req, res) => {
  const rows = await source.manager.query('SELECT y.id, y.kilos, y.hive_id, h.label FROM honey_yield y JOIN hives h ON h.id = y.hive_id WHERE y.sold = $1', [
    req.query.sold,
  ]);
  res.json({ rows });
});
app.get('/totals', async (_req, res) => {
  res.json(await hives.query('SELECT h.label, SUM(y.kilos) AS kilos, COUNT(*) AS count FROM hives h LEFT JOIN honey_yield y ON y.hive_id = h.id GROUP BY h.label'));
});
app.get('/sold', async (_req, res) => {
  res.json(await HoneyYield.query('SELECT id, created_at FROM honey_yield WHERE sold'));
});
app.post('/hives', async (req, res) => {
  const runner = source.createQueryRunner();
  await runner.connect();
  await runner.startTransaction();
  try {
    const [made] = await runner.query('INSERT INTO hives (label) VALUES ($1) RETURNING id, label', [req.body.label]);
    await runner.manager.save(HoneyYield, { hive: made, kilos: 0 });
    await runner.commitTransaction();
    res.status(201).json(made);
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
});

// Of a table that no entity describes, and of what a write gives, nobody says anything.
app.get('/foreign', async (_req, res) => {
  res.json({ rows: await source.query('SELECT depth FROM ponds') });
});
app.delete('/hives/:id', async (req, res) => {
  const result = await source.query('DELETE FROM hives WHERE id = $1', [req.params.id]);
  res.json({ result });
});

source.initialize().then(() => app.listen(3000));
