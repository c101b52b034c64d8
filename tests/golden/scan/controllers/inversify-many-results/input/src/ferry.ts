import 'reflect-metadata';
import { json } from 'express';
import { Container } from 'inversify';
import { InversifyExpressServer } from 'inversify-express-utils';
import './crossings';
import './tickets';

const server = new InversifyExpressServer(new Container());
server.setConfig((app) => {
  app.use(json());
});
server.build().listen(3000);
