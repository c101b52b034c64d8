import { defineCatalogue } from '@tool/ir';

/** What the passes report, owner `core`. Each code has a section in `docs/diagnostics/core.md`. */
export const coreDiagnostics = defineCatalogue('core', {
  'regexp-path': {
    severity: 'warning',
    loss: 'approximate',
    message:
      'The path {path} is a regular expression that has no ":name" form, so the model shows its source instead of a path that can be called.',
    help: 'Write it as a path with parameters, or with named groups between "^" and "$", for example /^\\/users\\/(?<id>\\d+)$/.',
  },
  'invalid-path': {
    severity: 'warning',
    loss: 'approximate',
    message: 'The framework rejects the path "{path}" ({reason}): the server would not start. The model shows what it seems to mean.',
    help: 'Correct the path; Express 5 writes "*name" instead of "*", braces around optional parts instead of "?" behind them, and has no patterns in parentheses.',
  },
  'path-without-slash': {
    severity: 'warning',
    loss: 'approximate',
    message:
      'The path "{path}" does not start with "/". Requests start with one, so the framework never matches it; the model shows it with the slash.',
    help: 'Write "/{path}".',
  },
  'too-many-forms': {
    severity: 'warning',
    loss: 'partial',
    message: 'The optional parts of the path "{path}" allow more than {limit} spellings; the model has the first {limit}.',
    help: 'Split the route into several with fewer optional parts.',
  },
  'cyclic-mount': {
    severity: 'error',
    loss: 'dropped',
    message:
      'The router {router} is mounted below itself ({cycle}); a request would go round for ever, so this mount is left out of the model.',
    help: 'Remove one of the mounts of the cycle.',
  },
  'too-many-mounts': {
    severity: 'error',
    loss: 'partial',
    message:
      'The router {router} is reached in more than {limit} ways through routers that mount one another several times; this mount is left out of the model.',
    help: 'Mount shared routers once.',
  },
  'unmounted-router': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The router {router} is reached from no server, so its {count} not in the model.',
    help: 'Mount it; if it is mounted in a way the scan cannot see, name the starting file as an entry in tool.config.json.',
  },
  'answers-without-route': {
    severity: 'info',
    loss: 'partial',
    message:
      'What use() registers here, {middleware}, answers every request to {path} and below it, whatever its method: that is no route, so the model has no endpoint for it.',
    help: 'Register it as a route, with its method, for example get(path, handler).',
  },
  'served-elsewhere': {
    severity: 'info',
    loss: 'none',
    message: 'Nothing here answers with the router {router}: {why}.',
    help: 'Nothing has to be done. If this project should answer with it, mount it.',
  },
  'duplicate-route': {
    severity: 'info',
    loss: 'none',
    message: '{endpoint} is registered twice. The registration at {first} answers first, so this one is never reached.',
    help: 'Remove one of the two, or give them different paths.',
  },
  'route-in-front': {
    severity: 'info',
    loss: 'none',
    message:
      '{endpoint} is registered twice. The registration at {first} runs first and can pass a request on to this one; the model has one endpoint for both and describes the first.',
    help: 'Write what comes first as a middleware of the other route, as in get(path, check, handler).',
  },
  'same-requests': {
    severity: 'info',
    loss: 'none',
    message: '{endpoint} matches the same requests as {other}, whose registration at {first} answers first; this one is never reached.',
    help: 'Remove one of the two, or give them paths that differ in more than the names of parameters.',
  },
  'several-registrations': {
    severity: 'info',
    loss: 'none',
    message:
      '{endpoint} is registered here as well, under another condition. The model has one endpoint for both and describes the registration at {first}.',
    help: 'If the other one is meant, set the value that decides the condition under "env" in tool.config.json.',
  },
  'chosen-for-each-request': {
    severity: 'info',
    loss: 'none',
    message:
      '{endpoint} is registered here as well, and which of the two routers answers is chosen for each request. The model has one endpoint for both and describes the registration at {first}.',
    help: 'If callers have to know both, give the routers prefixes of their own.',
  },
  'unreachable-endpoint': {
    severity: 'warning',
    loss: 'none',
    message:
      'No request reaches {endpoint}: the middleware "{middleware}" registered at {first} answers every request to its path and never passes one on. The endpoint is in the model still.',
    help: 'Register the route before that middleware, or let the middleware call next() for requests that are not its own.',
  },
  'unseen-guard': {
    severity: 'info',
    loss: 'partial',
    message:
      'What the guard {guard} of the package {package} asks for is not among the sources. It is in the chains of its endpoints, and the model names no credential for it.',
    help: 'Say in the model which credential these endpoints need; scans keep that. Where the package is a part of the repository, install it, so that its sources are found.',
  },
  'endpoint-of-two-servers': {
    severity: 'warning',
    loss: 'approximate',
    message: 'Two servers of this project answer {endpoint}. The model describes the one registered at {first}.',
    help: 'Scan each server by itself: give its folder with --project, or name its starting file as the only entry in tool.config.json.',
  },
});
