import { defineCatalogue } from '@tool/ir';

/** What the Express adapter says about a program. A section for each in `docs/diagnostics/express.md`. */
export const expressDiagnostics = defineCatalogue('express', {
  'dynamic-mount-path': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'The first argument of use(), {value}, is only known at run time ({why}). It may be a mount path or a middleware, so what is registered here is not in the model.',
    help: 'Give the value under `values` in tool.config.json, or write the mount path as a constant.',
  },
  'approximate-mount': {
    severity: 'info',
    loss: 'approximate',
    message:
      '{value} contains a router that went through a call into code that is not read. Its routes are modelled at this path, as if the call passed every request on.',
    help: 'If the wrapper adds a prefix or answers requests itself, mount the router directly or give the value under `values` in tool.config.json.',
  },
  'delegated-router': {
    severity: 'info',
    loss: 'approximate',
    message:
      'The middleware {value} hands requests to a router itself. The routes of that router are modelled at this path, as if every request went there.',
    help: 'If it does so under a condition only, nothing is wrong with the paths; if it changes the URL first, mount the router with use() instead.',
  },
  'handed-to-package': {
    severity: 'info',
    loss: 'partial',
    message: 'The package {module} is given the {kind} here. If it registers routes or middleware on it, they are not in the model.',
    help: 'If it registers nothing, ignore this. Otherwise add its endpoints by hand, or mount what it gives with use().',
  },
  'dynamic-method': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The name of the method that is called here is only known at run time, so the route it registers is not in the model.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'unknown-middleware': {
    severity: 'info',
    loss: 'approximate',
    message:
      'What use() gets here, {value}, could not be computed ({why}). It is modelled as one middleware; if it is a router, its routes are missing.',
    help: 'If it is a router, give its file as an entry in tool.config.json, or import it in a way that the source shows.',
  },
  'unknown-description': {
    severity: 'info',
    loss: 'partial',
    message:
      'The description of the API that {package} gets here could not be computed ({why}). The paths of its servers, who may call its operations and what their requests look like are not in the model.',
    help: 'Keep the description in a file of this repository, and name or import it in a way that the source shows.',
  },
  'mounted-package': {
    severity: 'info',
    loss: 'partial',
    message: 'What the package {module} gives is mounted here {how}. If it is a router, its routes are not in the model.',
    help: 'If it only looks at requests, ignore this. Otherwise add its endpoints by hand.',
  },
  'open-list': {
    severity: 'warning',
    loss: 'partial',
    message: 'A list that is registered here has elements that only run time knows; those that are known are in the model.',
    help: 'Give the list under `values` in tool.config.json if its elements decide routes or middleware.',
  },
  'missing-handler': {
    severity: 'info',
    loss: 'approximate',
    message:
      'A handler of {what} is {value} as far as the scan can see; Express would refuse that. The registration is modelled with a handler that is not known.',
    help: 'Check that the function exists under this name. If it is assigned in a way that the scan does not follow, only its contract is missing.',
  },
  'not-a-function': {
    severity: 'warning',
    loss: 'dropped',
    message: 'use() gets {value}, which is neither a function nor a router; Express would throw here.',
    help: 'Check the import: a CommonJS module that exports the router under a name (or under `default`) has to be read through that name.',
  },
  'router-as-handler': {
    severity: 'warning',
    loss: 'partial',
    message:
      'A router is the handler of the route {what}. Express gives it the whole path, so its routes answer only where both paths agree; they are not in the model.',
    help: 'Mount the router with use() instead of registering it as a handler.',
  },
  'router-among-functions': {
    severity: 'info',
    loss: 'none',
    message:
      'A router is among the functions of the route {what}. Express gives it the whole path, so those of its routes that lie elsewhere, or have another method, are never reached by it.',
    help: 'Mount the router with use() where its own paths shall be below the path.',
  },
  'router-below-handler': {
    severity: 'info',
    loss: 'partial',
    message:
      'The handler of the route {what} hands requests to a router some of whose routes lie outside that route. At which addresses they answer is up to the handler, so they are not in the model.',
    help: 'If the handler cuts off the beginning of the URL, mount the router with use() instead, which does that.',
  },
  'dynamic-param-name': {
    severity: 'info',
    loss: 'approximate',
    message: 'The name that param() gets is only known at run time, so its middleware is not in any chain.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'detached-method': {
    severity: 'warning',
    loss: 'dropped',
    message:
      '{method}() of Express was called on something that is no application or router as far as the scan can see; what it registers is not in the model.',
    help: 'Call it on the application itself, or bind it (`app.{method}.bind(app)`).',
  },
});
