import express, { type Request, type Response } from 'express';
import { Counted, Guarded, Timed } from './decorators';

class Looms {
  @Guarded('no looms')
  static async list(req: Request, res: Response) {
    res.json([{ loom: 1 }]);
  }

  @Timed
  static weave(req: Request, res: Response) {
    res.status(201).json({ ells: 3 });
  }

  @Guarded('not stopped')
  @Timed
  static stop(req: Request, res: Response) {
    res.sendStatus(204);
  }

  @Counted
  static count(req: Request, res: Response) {
    res.json({ count: 1 });
  }
}

const weavery = express();
weavery.get('/looms', Looms.list);
weavery.post('/looms', Looms.weave);
weavery.delete('/looms', Looms.stop);
weavery.get('/looms/count', Looms.count);
weavery.listen(7613);
