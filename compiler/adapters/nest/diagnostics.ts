import { defineCatalogue } from '@tool/ir';

export const nestDiagnostics = defineCatalogue('nest', {
  'unseen-root-module': {
    severity: 'warning',
    loss: 'approximate',
    message:
      'The root module of this application is not among the sources ({why}), so nothing says which controllers it serves. All controllers of the project are taken as served, a stated version as a part of the path.',
    help: 'Scan the folder that holds the root module, or name the file that creates the application under `entries` in tool.config.json.',
  },
  'no-application': {
    severity: 'warning',
    loss: 'approximate',
    message:
      'There are controllers, but nothing creates an application with NestFactory. They are taken as served without a global prefix, a stated version as a part of the path.',
    help: 'Name the file that creates the application under `entries` in tool.config.json.',
  },
  'unknown-module': {
    severity: 'warning',
    loss: 'partial',
    message: 'A module is imported here that could not be computed: {why}. Its controllers are not in the model.',
    help: 'Give the value under `values` in tool.config.json, or import the module by name.',
  },
  'unknown-controller': {
    severity: 'warning',
    loss: 'dropped',
    message: 'A controller is listed here that could not be computed: {why}. Its routes are not in the model.',
    help: 'List the class by name.',
  },
  'unreached-controller': {
    severity: 'info',
    loss: 'none',
    message: 'The controller {name} is in no module that an application reaches, so nobody serves its routes. They are not in the model.',
    help: 'List it under `controllers` of a module that the root module imports, or remove it.',
  },
  'open-list': {
    severity: 'warning',
    loss: 'partial',
    message: 'The list of {what} has more entries than the scan can see. What the others register is not in the model.',
    help: 'Write the list out, or give its values under `values` in tool.config.json.',
  },
  'application-into-package': {
    severity: 'info',
    loss: 'approximate',
    message:
      'The application is given to {module}, a package whose effect on it is not modelled. What the package registers is not in the model.',
    help: 'Add the endpoints of the package by hand if it serves any.',
  },
  'generated-routes': {
    severity: 'warning',
    loss: 'partial',
    message: '@{decorator}() of {module} adds routes to {name} that its own decorators do not state. They are not in the model.',
    help: 'Add them by hand: endpoints that are added by hand stay in the model.',
  },
  'routes-of-package': {
    severity: 'info',
    loss: 'partial',
    message: '{module} serves routes of its own under {path}. They are not in the model.',
    help: 'Add those by hand that are to be called: endpoints that are added by hand stay in the model.',
  },
  'graphql-module': {
    severity: 'info',
    loss: 'partial',
    message: '{module} serves GraphQL at {path}: every operation of the program behind one URL. It is not in the model.',
    help: 'Add the URL by hand if it is to be called: endpoints that are added by hand stay in the model.',
  },
  'many-kinds-of-routes': {
    severity: 'info',
    loss: 'approximate',
    message:
      'The guard {name} tells more than {count} kinds of routes apart by what decorators say of them. What it does on the others is what its text says of any route.',
    help: 'Compare what the model says of who may call the last routes with what the guard does there.',
  },
  'unknown-middleware': {
    severity: 'warning',
    loss: 'partial',
    message: 'The routes that this middleware applies to could not be computed: {why}. It is in no chain because of it.',
    help: 'Name paths or controllers.',
  },
});
