import { defineCatalogue } from '@tool/ir';

/** What is said about controllers. A section for each in `docs/diagnostics/controllers.md`. */
export const controllersDiagnostics = defineCatalogue('controllers', {
  'unknown-controllers': {
    severity: 'warning',
    loss: 'partial',
    message:
      'Which files hold the controllers that {library} loads here is only known at run time ({value}), so the controllers that nothing else imports are not in the model.',
    help: 'State the value under `env` or `values` in tool.config.json.',
  },
  'assumed-controllers': {
    severity: 'info',
    loss: 'approximate',
    message:
      'Nothing here says which controllers {library} registers, so every controller in the sources of this package is taken: {files}.',
    help: 'If they are configured by the environment, state the variable under `env` in tool.config.json.',
  },
  'no-controllers': {
    severity: 'warning',
    loss: 'dropped',
    message: '{library} registers controllers here, and the scan found none of them, so their routes are not in the model.',
    help: 'Name the files of the controllers in `entries` of tool.config.json, or import them where the server is made.',
  },
});
