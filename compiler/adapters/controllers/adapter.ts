import { defineAdapter } from '@tool/scanner-sdk';
import { controllersDiagnostics } from './diagnostics.js';
import { inversifyExpressUtils } from './inversify/module.js';
import { routingControllers } from './routing-controllers/module.js';

export const controllersAdapter = defineAdapter({
  id: 'controllers',
  title: 'Decorated controllers on Express (routing-controllers, inversify-express-utils)',
  apiVersion: 1,
  packages: ['routing-controllers', 'inversify-express-utils'],
  modules: {
    'routing-controllers': routingControllers,
    'inversify-express-utils': inversifyExpressUtils,
  },
  diagnostics: controllersDiagnostics,
});
