import { defineCatalogue } from '@tool/ir';

/** What the tRPC adapter says about a program. A section for each in `docs/diagnostics/trpc.md`. */
export const trpcDiagnostics = defineCatalogue('trpc', {
  'unknown-router': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The procedures of {value} are served here, but they could not be computed, so they are not in the model.',
    help: 'Give the router as what `t.router()` makes, or add its endpoints by hand.',
  },
  'unknown-rest-route': {
    severity: 'warning',
    loss: 'dropped',
    message: 'The metadata of the procedure {name} could not be computed, so where it is served as REST is not in the model.',
    help: 'State method and path as texts in the metadata of the procedure, or add its endpoint by hand.',
  },
  'unknown-procedure': {
    severity: 'warning',
    loss: 'dropped',
    message:
      'The member {name} of a router of procedures is no procedure and no router as far as the scan can see; it is not in the model.',
    help: 'Check that it is made with `t.procedure` or `t.router` in sources of this project.',
  },
});
