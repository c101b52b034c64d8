import { defineCatalogue } from '@tool/ir';

/** What the Koa adapter says about a program. A section for each in `docs/diagnostics/koa.md`. */
export const koaDiagnostics = defineCatalogue('koa', {
  'router-without-routes': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'use() gets a router itself. Koa takes functions only and refuses it, so the routes of that router are not served and not in the model.',
    help: 'Register what the router makes: `app.use(router.routes())`.',
  },
  'path-in-application-use': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'use() of a Koa application gets {value} first. Koa takes one function and no path, so it would throw here, and nothing that is registered here is in the model.',
    help: 'Give the path to the router (`router.prefix(path)`, `router.use(path, …)`) or mount with koa-mount.',
  },
  'dynamic-mount-path': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'The first argument of use(), {value}, is only known at run time ({why}). It may be a path or a middleware, so what is registered here is not in the model.',
    help: 'Give the value under `values` in tool.config.json, or write the path as a constant.',
  },
  'approximate-mount': {
    severity: 'info',
    loss: 'approximate',
    message:
      '{value} contains a router that went through a call into code that is not read. Its routes are modelled at this path, as if the call passed every request on.',
    help: 'If the wrapper adds a prefix or answers requests itself, register the router directly or give the value under `values` in tool.config.json.',
  },
  'delegated-router': {
    severity: 'info',
    loss: 'approximate',
    message:
      'The middleware {value} hands requests to a router or application itself. Its routes are modelled here, as if every request went there.',
    help: 'If it does so under a condition only, nothing is wrong with the paths; if it changes the path first, mount with koa-mount instead.',
  },
  'unknown-middleware': {
    severity: 'info',
    loss: 'approximate',
    message:
      'What use() gets here, {value}, could not be computed ({why}). It is modelled as one middleware; if it is a router, its routes are missing.',
    help: 'If it is a router, give its file as an entry in tool.config.json, or import it in a way that the source shows.',
  },
  'unknown-router': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'use() gets what {path} of {module} makes. That is a router or finds routes by itself, and the package is not read, so its routes are not in the model.',
    help: 'Register the routes on a router of @koa/router, or add them to the model by hand.',
  },
  'not-a-function': {
    severity: 'warning',
    loss: 'dropped',
    message: 'use() gets {value}, which is no function; Koa would throw here.',
    help: 'Check the import: a CommonJS module that exports the middleware under a name (or under `default`) has to be read through that name.',
  },
  'missing-handler': {
    severity: 'info',
    loss: 'approximate',
    message:
      'A handler of {what} is {value} as far as the scan can see; the router would refuse that. The registration is modelled with a handler that is not known.',
    help: 'Check that the function exists under this name. If it is assigned in a way that the scan does not follow, only its contract is missing.',
  },
  'router-as-handler': {
    severity: 'warning',
    loss: 'partial',
    message:
      'A router is the handler of the route {what}. It gets the whole path, so its routes answer only where both paths agree; they are not in the model.',
    help: 'Nest the router with use() instead of registering it as a handler.',
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
    message: 'The name of the method that is called or registered here is only known at run time, so the route is not in the model.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'late-prefix': {
    severity: 'warning',
    loss: 'approximate',
    message:
      'The prefix of a router changes after the router was registered. What was registered on it before is shown without the new prefix.',
    help: 'Call prefix() before the router is given to use().',
  },
  'path-without-slash': {
    severity: 'warning',
    loss: 'approximate',
    message:
      'A router that is registered here has paths without a slash in front. The router joins texts as they are, so requests do not find these routes; the model shows them with the slash.',
    help: "Begin the paths with a slash, or nest the router with `use('/', router.routes())`.",
  },
  'detached-method': {
    severity: 'warning',
    loss: 'dropped',
    message:
      '{method}() was called on something that is no router or application as far as the scan can see; what it registers is not in the model.',
    help: 'Call it on the router itself, or bind it (`router.{method}.bind(router)`).',
  },
});
