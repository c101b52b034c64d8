import 'reflect-metadata';
import './boats';
import express from 'express';
import { Container } from 'inversify';
import { buildProviderModule } from 'inversify-binding-decorators';
import { InversifyExpressServer } from 'inversify-express-utils';

const container = new Container();
container.load(buildProviderModule());
new InversifyExpressServer(container)
  .setConfig((app) => {
    app.use(express.json());
  })
  .build()
  .listen(3000);
