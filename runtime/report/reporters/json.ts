import type { Reporter } from '../reporter.js';

export const json: Reporter = {
  name: 'json',
  description: 'the whole run as one JSON document',
  extension: 'json',
  render: (run) => `${JSON.stringify(run, null, 2)}\n`,
};
