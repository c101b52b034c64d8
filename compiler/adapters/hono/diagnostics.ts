import { defineCatalogue } from '@tool/ir';

/** What the Hono adapter says about a program. A section for each in `docs/diagnostics/hono.md`. */
export const honoDiagnostics = defineCatalogue('hono', {
  'dynamic-path': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'The first argument of use(), {value}, is only known at run time ({why}). It may be a path or a middleware, so what is registered here is in no chain.',
    help: 'Give the value under `values` in tool.config.json, or write the path as a constant.',
  },
  'unknown-application': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The application that {method}() gets here, {value}, could not be computed ({why}). Its routes are not in the model.',
    help: 'Import the application in a way that the source shows, or give the value under `values` in tool.config.json.',
  },
  'approximate-mount': {
    severity: 'info',
    loss: 'approximate',
    message:
      '{value} contains an application that went through a call into code that is not read. Its routes are modelled at this path, as if the call gave the application back unchanged.',
    help: 'If the call changes its paths, register the application itself.',
  },
  'foreign-application': {
    severity: 'info',
    loss: 'partial',
    message: 'mount() hands every request below {path} to {value}, which is not read. The model has one endpoint for all of it.',
    help: 'If it is an application of a framework that the scan knows, mount it in a way that the source shows.',
  },
  'delegated-application': {
    severity: 'info',
    loss: 'approximate',
    message:
      'What is registered here, {value}, hands requests to another application itself. The routes of that application are modelled here, as if every request went there.',
    help: 'If it does so under a condition only, nothing is wrong with the paths; if it changes the URL first, use mount() or route() instead.',
  },
  'missing-handler': {
    severity: 'info',
    loss: 'approximate',
    message:
      'A handler of {what} is {value} as far as the scan can see; Hono would fail to call it. The registration is modelled with a handler that is not known.',
    help: 'Check that the function exists under this name. If it is assigned in a way that the scan does not follow, only its contract is missing.',
  },
  'open-list': {
    severity: 'warning',
    loss: 'partial',
    message: 'A list that is registered here has elements that only run time knows; those that are known are in the model.',
    help: 'Give the list under `values` in tool.config.json if its elements decide routes or middleware.',
  },
  'dynamic-method': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The method that is registered here is only known at run time, so the route is not in the model.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'routes-of-files': {
    severity: 'warning',
    loss: 'dropped',
    message: 'createApp() of {module} adds routes for the files of a folder. They are not in the model.',
    help: 'Add their endpoints by hand: the scan keeps what is added by hand.',
  },
  'unknown-route': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The description of a route, {value}, could not be computed, so the route is not in the model.',
    help: 'Describe the route with createRoute() in a file that the scan can read.',
  },
  'detached-method': {
    severity: 'warning',
    loss: 'dropped',
    message:
      '{method}() of Hono was called on something that is no application as far as the scan can see; what it registers is not in the model.',
    help: 'Call it on the application itself, or bind it (`app.{method}.bind(app)`).',
  },
});
