import express, { type Express, type RequestHandler, Router } from 'express';

abstract class Bay {
  readonly berth = Router();
  protected abstract readonly slug: string;
  protected constructor(private readonly tide: RequestHandler) {}
  protected list: RequestHandler = (_request, answer) => { answer.json([this.slug]); };
  dock(harbour: Express): void {
    this.berth.get('/', this.tide, this.list);
    this.moor();
    harbour.use(`/${this.slug}`, this.berth);
  }
  protected moor(): void {}
}

class FishingBay extends Bay {
  protected readonly slug = 'fishing';
  constructor() { super((_request, _answer, onward) => onward()); }
  protected override moor(): void {
    this.berth.post('/catch', this.weigh.bind(this));
  }
  private weigh(_request: express.Request, answer: express.Response): void { answer.status(201).end(); }
}

class Harbour {
  private readonly basin: Express = express();
  constructor(private readonly bays: Bay[]) {
    this.bays.forEach((bay) => bay.dock(this.basin));
  }
  open(gate: number): void { this.basin.listen(gate); }
}

new Harbour([new FishingBay()]).open(4101);
