import { openModule, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, declarationsOf } from '../declarations.js';
import { decorators, LIBRARY } from './decorators.js';
import { httpErrors } from './errors.js';
import { registerAll } from './server.js';

/** `useExpressServer(app, options)`. */
const useExpressServer: Transfer = (call, emit) => {
  const app = argument(call, 0);
  registerAll(call, emit, app, argument(call, 1), 'express');
  return app;
};

/** `createExpressServer(options)`: the application is the library's own. */
const createExpressServer: Transfer = (call, emit) => {
  const express = call.module?.('express');
  const app: Value = express
    ? call.invoke(express, [])
    : call.unknown('an application', { module: LIBRARY, path: 'createExpressServer()' });
  registerAll(call, emit, app, argument(call, 0), 'express');
  return app;
};

/** `useKoaServer(app, options)`. */
const useKoaServer: Transfer = (call, emit) => {
  const app = argument(call, 0);
  registerAll(call, emit, app, argument(call, 1), 'koa');
  return app;
};

const createKoaServer: Transfer = (call, emit) => {
  const koa = call.module?.('koa');
  const app: Value = koa ? call.construct(koa, []) : call.unknown('an application', { module: LIBRARY, path: 'createKoaServer()' });
  registerAll(call, emit, app, argument(call, 0), 'koa');
  return app;
};

const useContainer: Transfer = (call) => {
  declarationsOf(call, LIBRARY).container = argument(call, 0);
};

export const routingControllers: ModuleModel = (realm) =>
  openModule(realm, LIBRARY, {
    ...decorators(realm),
    ...httpErrors(realm),
    createExpressServer: realm.fn('createExpressServer', createExpressServer),
    useExpressServer: realm.fn('useExpressServer', useExpressServer),
    createKoaServer: realm.fn('createKoaServer', createKoaServer),
    useKoaServer: realm.fn('useKoaServer', useKoaServer),
    useContainer: realm.fn('useContainer', useContainer),
  });
