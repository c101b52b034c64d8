import express, { type NextFunction, type Request, type Response } from 'express';
import jwt from 'jsonwebtoken';
import { Kysely, PostgresDialect, type Generated } from 'kysely';
import { Pool } from 'pg';

interface Crate {
  id: Generated<string>;
  depotId: string;
  keeperId: string;
  label: string;
}
const db = new Kysely<{ crates: Crate }>({ dialect: new PostgresDialect({ pool: new Pool() }) });
const crateOf = (id: string | undefined) => db.selectFrom('crates').selectAll().where('id', '=', id!).executeTakeFirst();

const depot = express();
const known = (req: Request & { user?: any; session?: any }, res: Response, next: NextFunction) => {
  try {
    req.user = jwt.verify(req.headers.authorization ?? '', process.env.SECRET!);
  } catch {
    return res.sendStatus(401);
  }
  next();
};
// The caller is what is left in one place or in another one, on the right and on the left.
depot.get('/crates/:crate', known, async (req: any, res) => {
  const caller = req.user ?? req.session?.user;
  const crate = await crateOf(req.params.crate);
  if (!crate || crate.keeperId !== caller.id) return res.sendStatus(404);
  res.json(crate);
});
depot.delete('/crates/:crate', known, async (req: any, res) => {
  const place = req.session?.depot ?? req.user?.depot;
  const crate = await crateOf(req.params.crate);
  if (!crate || place.id !== crate.depotId) return res.sendStatus(404);
  res.sendStatus(204);
});
// One place, as it is.
depot.put('/crates/:crate', known, async (req: any, res) => {
  const crate = await crateOf(req.params.crate);
  if (crate?.keeperId !== req.user.id) return res.sendStatus(403);
  res.json(crate);
});
depot.listen(4101);
