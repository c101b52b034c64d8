import express, { type Request, type Response } from 'express';

/** A check gives its complaint, or nothing and what it made of the body: one of several lists, of which each has its own first and second element. */
class Ship {
  private constructor(
    readonly name: string,
    readonly flag: string,
    readonly tons: number,
  ) {}

  static few(body: Record<string, any>): [string?, Ship?] {
    const { name, flag } = body;
    if (!name) return ['a ship has a name'];
    if (!flag) return ['a ship has a flag'];
    return [undefined, new Ship(name, flag, 1)];
  }

  static seven(body: Record<string, any>): [string?, Ship?] {
    const { name, flag, tons, crew, port, pilot } = body;
    if (!name) return ['a ship has a name'];
    if (!flag) return ['a ship has a flag'];
    if (tons === undefined || tons === null) return ['a ship has a weight'];
    if (!crew) return ['a ship has a crew'];
    if (!port) return ['a ship has a port'];
    if (!pilot) return ['a ship has a pilot'];
    return [undefined, new Ship(name.trim(), flag.trim(), Number(tons))];
  }

  static ten(body: Record<string, any>): [null, Ship] | [{ code: string }, null] {
    const { name, flag, tons, crew, port, pilot, cook, sails, mast } = body;
    if (!name) return [{ code: 'NAME' }, null];
    if (!flag) return [{ code: 'FLAG' }, null];
    if (!tons) return [{ code: 'TONS' }, null];
    if (!crew) return [{ code: 'CREW' }, null];
    if (!port) return [{ code: 'PORT' }, null];
    if (!pilot) return [{ code: 'PILOT' }, null];
    if (!cook) return [{ code: 'COOK' }, null];
    if (!sails) return [{ code: 'SAILS' }, null];
    if (!mast) return [{ code: 'MAST' }, null];
    return [null, new Ship(name.trim(), flag.trim(), Number(tons))];
  }
}

const app = express();
app.use(express.json());

app.post('/ships/few', (req: Request, res: Response) => {
  const [error, ship] = Ship.few(req.body);
  if (error) return res.status(400).json({ error });
  res.status(201).json(ship);
});

app.post('/ships/seven', (req: Request, res: Response) => {
  const [error, ship] = Ship.seven(req.body);
  if (error) return res.status(400).json({ error });
  res.status(201).json(ship);
});

app.post('/ships/assigned', (req: Request, res: Response) => {
  let error, ship;
  [error, ship] = Ship.seven(req.body);
  if (error) return res.status(400).json({ error });
  res.status(201).json(ship);
});

app.post('/ships/rest', (req: Request, res: Response) => {
  const [error, ...made] = Ship.seven(req.body);
  if (error) return res.status(400).json({ error });
  res.status(201).json({ made });
});

app.post('/ships/ten', (req: Request, res: Response) => {
  const [problem, ship] = Ship.ten(req.body);
  if (problem) return res.status(422).json(problem);
  res.status(201).json(ship);
});

app.post('/ships/indexed', (req: Request, res: Response) => {
  const made = Ship.ten(req.body);
  if (made[0]) return res.status(422).json(made[0]);
  res.status(201).json(made[1]);
});

app.listen(3000);
