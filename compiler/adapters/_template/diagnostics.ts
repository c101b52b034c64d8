import { defineCatalogue } from '@tool/ir';

/** Say what is wrong and why it matters, then what to do. `loss` says what is missing from the model because of it. */
export const templateDiagnostics = defineCatalogue('framework', {
  'unknown-middleware': {
    severity: 'warning',
    loss: 'dropped',
    message: '{value} is registered here, but it could not be computed, so what it does is not in the model.',
    help: 'Give the value under `values` in tool.config.json.',
  },
});
