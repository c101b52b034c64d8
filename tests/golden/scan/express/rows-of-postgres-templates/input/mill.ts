import express from 'express';
import postgres from 'postgres';

const sql = postgres(process.env.DATABASE_URL);
const app = express();
app.use(express.json());

app.get('/sacks', async (_req, res) => res.json(await sql`select id, grain, note from sacks order by milled_at`));
app.get('/sacks/:id', async (req, res) => {
  const [sack] = await sql`select * from sacks where id = ${req.params.id}`;
  if (!sack) return res.sendStatus(404);
  res.json(sack);
});
// A part of a statement, and names.
const grainIs = (grain: unknown) => sql`grain = ${grain}`;
app.get('/some', async (req, res) => {
  const columns = ['id', 'kilos'];
  res.json(await sql`select ${sql(columns)} from sacks where ${grainIs(req.query.grain)} and kilos > ${req.query.kilos}`);
});
app.post('/sacks', async (req, res) => {
  const { grain, kilos } = req.body;
  const [sack] = await sql`insert into sacks ${sql({ grain, kilos })} returning id, milled_at`;
  res.status(201).json(sack);
});
app.put('/sacks/:id', async (req, res) => {
  await sql`update sacks set ${sql({ note: req.body.note })} where id = ${req.params.id}`;
  res.sendStatus(204);
});
app.post('/moved', async (req, res) => {
  const moved = await sql.begin(async (inner) => {
    const [one] = await inner`select kilos from sacks where id = ${req.body.id}`;
    return one.kilos;
  });
  res.json({ moved });
});
// What the program states of the rows, and a statement that nobody knows.
app.get('/stated', async (_req, res) => res.json(await sql<{ total: number; grain: string }[]>`select * from totals()`));
app.get('/unsafe', async (req, res) => res.json(await sql.unsafe(String(req.query.statement))));

app.listen(3000);
