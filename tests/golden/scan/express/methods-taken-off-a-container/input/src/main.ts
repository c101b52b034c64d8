import { asFunction, asValue, createContainer } from 'awilix';
import express, { Router } from 'express';

type Registry = { orchard: Router; cellar: Router; trees: { all: () => string[] }; log: (text: string) => void };
type Make<T> = (registry: Registry) => T;

// An awilix container's methods need no receiver: each knows its container.
const container = createContainer<Registry>();
const context = { ...container, name: 'orchard' };

const initialize =
  (builder: <T>(make: Make<T>) => T) =>
  (...makers: Make<unknown>[]): Promise<unknown[]> =>
    makers.reduce<Promise<unknown[]>>(
      (chain, make) => chain.then((made) => Promise.resolve(builder(make)).then((one) => [...made, one])),
      Promise.resolve([]),
    );

const addTrees: Make<void> = ({ orchard, trees }) => {
  orchard.get('/trees', (_request, response) => response.json(trees.all()));
};
const addBarrels: Make<void> = ({ cellar }) => {
  cellar.post('/barrels', (_request, response) => response.sendStatus(201));
};
const addPresses: Make<void> = ({ cellar }) => {
  cellar.delete('/presses/:press', (_request, response) => response.sendStatus(204));
};

async function start(): Promise<void> {
  const app = express();
  const { register, build } = container;
  const orchard = Router();
  register({ orchard: asValue(orchard), trees: asFunction(() => ({ all: () => ['pear'] })) });
  context.register('cellar', asValue(Router()));
  app.use('/orchard', orchard);
  app.use('/cellar', context.resolve('cellar'));
  build(addTrees);
  await initialize(container.build)(addBarrels);
  // A scope's methods know the scope.
  const { build: inScope } = container.createScope();
  inScope(addPresses);
  app.listen(3000);
}

void start();
