import 'reflect-metadata';
import express, { type Request, type Response } from 'express';
import { Container, inject, injectable } from 'inversify';

const TYPES = { Herd: Symbol.for('Herd'), Milk: Symbol.for('Milk'), Clock: Symbol.for('Clock') };

@injectable()
class Herd { cows() { return [{ name: 'Elsa', litres: 20 }]; } }

@injectable()
class Clock { hour() { return 6; } }

@injectable()
class Milk {
  @inject(TYPES.Clock) private readonly clock!: Clock;
  constructor(@inject(TYPES.Herd) private readonly herd: Herd) {}
  list = (request: Request, response: Response) => { response.json({ cows: this.herd.cows(), hour: this.clock.hour() }); };
}

const container = new Container();
container.bind(TYPES.Herd).to(Herd).inSingletonScope();
container.bind(TYPES.Clock).to(Clock);
container.bind<Milk>(TYPES.Milk).to(Milk);

const dairy = express();
dairy.get('/cows', container.get<Milk>(TYPES.Milk).list);
dairy.listen(8080);
