import express, { type NextFunction, type Request, type Response } from 'express';
import { checkSchema, validationResult } from 'express-validator';
import jwt from 'jsonwebtoken';
import { pick } from 'lodash';
import { Collection, Db, MongoClient, ObjectId } from 'mongodb';

class Bird {
  _id?: ObjectId; name: string; rings: number; keeper_id: ObjectId; hatched: Date; song: string;
  constructor(bird: { name: string; rings: number; keeper_id: ObjectId; hatched?: Date; song?: string }) { this.name = bird.name; this.rings = bird.rings; this.keeper_id = bird.keeper_id; this.hatched = bird.hatched || new Date(); this.song = bird.song || ''; }
}
interface Keeper { _id: ObjectId; mail: string }
class Store {
  private readonly db: Db;
  constructor() { this.db = new MongoClient('mongodb://x').db('aviary'); }
  get birds(): Collection<Bird> { return this.db.collection('birds'); }
  keepers(): Collection<Keeper> { return this.db.collection(process.env.KEEPERS as string); }
}
const store = new Store();

/** No error object: the validators keep it as it is. */
class Refusal { constructor(readonly message: string, readonly status: number) {} }

const validate = (schema: ReturnType<typeof checkSchema>) => async (req: Request, res: Response, next: NextFunction) => {
  await schema.run(req);
  const errors = validationResult(req);
  if (errors.isEmpty()) return next();
  const byField = errors.mapped();
  for (const key in byField) { const { msg } = byField[key]; if (msg instanceof Refusal && msg.status !== 422) return next(msg); }
  res.status(422).json({ message: 'not valid', errors: byField });
};
const verified = (token: string) => new Promise<{ keeper_id: string }>((resolve, reject) => { jwt.verify(token, process.env.KEY!, (error, decoded) => (error ? reject(error) : resolve(decoded as { keeper_id: string }))); });
const loggedIn = validate(checkSchema({ Authorization: { custom: { options: async (value: string, { req }) => {
  const token = (value || '').split(' ')[1];
  if (!token) throw new Refusal('who is there', 401);
  try { (req as Request).keeper = await verified(token); } catch (error) { throw new Refusal('another key', 401); }
  return true;
} } } }, ['headers']));
const aBird = validate(checkSchema({
  name: { isString: true, isLength: { options: { min: 2, max: 30 } }, custom: { options: async (value: string) => { if (await store.birds.findOne({ name: value })) throw new Error('there is one'); return true; } } },
  rings: { isInt: true },
}, ['body']));
const known = validate(checkSchema({ bird: { custom: { options: async (value: string) => { if (!(await store.birds.findOne({ _id: new ObjectId(value) }))) throw new Refusal('no such bird', 404); return true; } } } }, ['params']));

const aviary = express();
aviary.use(express.json());
aviary.post('/birds', loggedIn, aBird, (req, res, next) => { req.body = pick(req.body, ['name', 'rings']); next(); }, async (req, res) => {
  const { insertedId } = await store.birds.insertOne(new Bird({ ...req.body, keeper_id: new ObjectId(req.keeper.keeper_id) }));
  res.status(201).json({ bird: await store.birds.findOne({ _id: insertedId }) });
});
aviary.get('/birds/:bird', known, async (req, res) => { res.json(await store.birds.findOne({ _id: new ObjectId(req.params.bird) }, { projection: { song: 0 } })); });
aviary.get('/me', loggedIn, async (req, res) => { res.json({ keeper: await store.keepers().findOne({ _id: new ObjectId(req.keeper.keeper_id) }) }); });
aviary.use((error: unknown, req: Request, res: Response, next: NextFunction) => { if (error instanceof Refusal) return res.status(error.status).json({ message: error.message }); res.status(500).json({ message: 'oh' }); });
aviary.listen(8083);
