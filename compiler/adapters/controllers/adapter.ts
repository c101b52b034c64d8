import { defineAdapter } from '@tool/scanner-sdk';
import { controllersDiagnostics } from './diagnostics.js';
import { routingControllers } from './routing-controllers/module.js';

export const controllersAdapter = defineAdapter({
  id: 'controllers',
  title: 'Decorated controllers on Express (routing-controllers)',
  apiVersion: 1,
  packages: ['routing-controllers'],
  modules: {
    'routing-controllers': routingControllers,
  },
  diagnostics: controllersDiagnostics,
});
