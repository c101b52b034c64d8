import { defineCatalogue } from '@tool/ir';

/** What the Fastify adapter says about a program. A section for each in `docs/diagnostics/fastify.md`. */
export const fastifyDiagnostics = defineCatalogue('fastify', {
  'unknown-plugin': {
    severity: 'warning',
    loss: 'dropped',
    message: 'What register() gets here could not be computed ({why}). The routes and hooks that this plugin adds are not in the model.',
    help: 'Import the plugin in a way that the source shows, or name its file as an entry in tool.config.json.',
  },
  'routes-of-package': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'The plugin of {module} registers routes that the program describes elsewhere (in files or classes that it finds by itself). They are not in the model.',
    help: 'Register these routes in code, or add their endpoints by hand: the scan keeps what is added by hand.',
  },
  'plugin-is-no-function': {
    severity: 'warning',
    loss: 'dropped',
    message: 'register() gets {value}, which is no plugin function; Fastify would throw here.',
    help: 'Check the import: a module that exports the plugin under a name has to be read through that name.',
  },
  'dynamic-method': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The HTTP method of the route that is registered here is only known at run time, so the route is not in the model.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'unknown-route-options': {
    severity: 'warning',
    loss: 'dropped',
    message: 'route() gets options that could not be computed ({why}), so the route is not in the model.',
    help: 'Write the options where the source shows them, or give the value under `values` in tool.config.json.',
  },
  'missing-handler': {
    severity: 'info',
    loss: 'approximate',
    message:
      'The handler of {what} is {value} as far as the scan can see; Fastify would refuse that. The route is modelled with a handler that is not known.',
    help: 'Check that the function exists under this name. If it is assigned in a way that the scan does not follow, only its contract is missing.',
  },
  'open-list': {
    severity: 'warning',
    loss: 'partial',
    message: 'A list that is registered here has elements that only run time knows; those that are known are in the model.',
    help: 'Give the list under `values` in tool.config.json if its elements decide routes or hooks.',
  },
  'dynamic-hook-name': {
    severity: 'info',
    loss: 'approximate',
    message: 'The name that addHook() gets is only known at run time, so the hook is in no chain.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'glued-path': {
    severity: 'info',
    loss: 'none',
    message:
      'The path "{path}" does not begin with a slash, and Fastify puts it directly behind the prefix "{prefix}": the route is {full}.',
    help: 'If that is not meant, begin the path with a slash.',
  },
  'dynamic-autoload-folder': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The folder that autoload reads here is only known at run time ({why}), so none of its plugins is in the model.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'missing-autoload-folder': {
    severity: 'warning',
    loss: 'dropped',
    message: 'Autoload reads the folder {folder}, which is not in this project, so none of its plugins is in the model.',
    help: 'If a build makes the folder, point `dir` at the sources or state the value in tool.config.json.',
  },
  'detached-method': {
    severity: 'warning',
    loss: 'dropped',
    message:
      '{method}() of Fastify was called on something that is no instance as far as the scan can see; what it registers is not in the model.',
    help: 'Call it on the instance itself, or bind it.',
  },
});
