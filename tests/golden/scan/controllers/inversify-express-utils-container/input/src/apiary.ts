// Controllers are what is imported; middlewares are functions or come out of the container; the program's configuration stands in front of all routes and
// its error handlers behind them; each controller stands in front of those that were stated before it.
import 'reflect-metadata';
import express from 'express';
import { Container } from 'inversify';
import { InversifyExpressServer } from 'inversify-express-utils';
import './hives/HiveController';
import './hives/HoneyController';
import { Keeper } from './hives/Keeper';
import { Smoke } from './hives/Smoke';
import { TOKENS } from './hives/tokens';

const meadow = new Container();
meadow.bind(TOKENS.Smoke).to(Smoke);
meadow.bind(Keeper).toSelf().inSingletonScope();

const gate = new InversifyExpressServer(meadow, null, { rootPath: '/bees' });
gate.setConfig((field) => { field.use(express.json()); });
gate.setErrorConfig((field) => {
  field.use((error: any, request: any, response: any, next: any) => { response.status(error.status ?? 500).json({ swarm: error.message }); });
});
gate.build().listen(4300);
