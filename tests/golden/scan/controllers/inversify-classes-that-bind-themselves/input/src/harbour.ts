import 'reflect-metadata';
import express from 'express';
import { inject } from 'inversify';
import { controller, httpGet, InversifyExpressServer } from 'inversify-express-utils';
import { dock, load, quay, TYPES, type Berths, type Fees, type Tides } from './berths';

@controller('/tides')
class TidesController {
  @inject(TYPES.Fees) private readonly fees!: Fees;
  constructor(@inject(TYPES.Tides) private readonly tides: Tides, @inject(TYPES.Pilots) private readonly pilots: { on: string[] }) {}

  @httpGet('/next')
  next() {
    return this.tides.next();
  }

  @httpGet('/fee')
  fee() {
    return this.fees.of(10);
  }

  @httpGet('/pilots')
  on() {
    return this.pilots;
  }
}

load();
const berths = quay.get<Berths>(TYPES.Berths);
const server = new InversifyExpressServer(quay);
server.setConfig((app) => {
  app.use(express.json());
  app.get(berths.base, (_request, response) => {
    response.json(berths.free());
  });
  if (dock.isBound(TYPES.Berths)) app.get('/dock', (_request, response) => response.json({ dock: true }));
});
server.build().listen(8080);
