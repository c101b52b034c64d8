import { defineAdapter } from '@tool/scanner-sdk';
import { awilixExpress, awilixKoa, awilixRouterCore } from './awilix/module.js';
import { controllersDiagnostics } from './diagnostics.js';
import { decoratorsExpress } from './decorators-express.js';
import { inversifyExpressUtils } from './inversify/module.js';
import { overnight } from './overnight.js';
import { routingControllers } from './routing-controllers/module.js';
import { GENERATED, generatedRoutesFile } from './tsoa/generated-file.js';
import { generatedRoutes, tsoa } from './tsoa/module.js';

export const controllersAdapter = defineAdapter({
  id: 'controllers',
  title:
    'Decorated controllers (routing-controllers, inversify-express-utils, tsoa, OvernightJS, @decorators/express, awilix-koa, awilix-express)',
  apiVersion: 1,
  packages: [
    'routing-controllers',
    'inversify-express-utils',
    'tsoa',
    '@tsoa/runtime',
    '@overnightjs/core',
    '@decorators/express',
    'awilix-koa',
    'awilix-express',
  ],
  modules: {
    'routing-controllers': routingControllers,
    'inversify-express-utils': inversifyExpressUtils,
    tsoa,
    '@tsoa/runtime': tsoa,
    [GENERATED]: generatedRoutes,
    '@overnightjs/core': overnight,
    '@decorators/express': decoratorsExpress,
    'awilix-koa': awilixKoa,
    'awilix-express': awilixExpress,
    'awilix-router-core': awilixRouterCore,
  },
  onLoad: ['routing-controllers', 'inversify-express-utils', 'inversify-binding-decorators'],
  generated: generatedRoutesFile,
  diagnostics: controllersDiagnostics,
});
