import type { Location } from '../../../../schemas/index.js';
import { endpointKey } from '../../../store/index.js';
import { pointerTo, type Check } from '../finding.js';

/** Files and lines that the model names are there. An endpoint that is stale says where it was. */
export const places: Check = ({ endpoints, unresolved = [] }, report, { linesOf }) => {
  const look = (source: Location | undefined, pointer: string, what: string): void => {
    if (source === undefined) return;
    const lines = linesOf(source.file);
    if (lines === null)
      report({
        code: 'dangling-file',
        severity: 'error',
        pointer: `${pointer}/file`,
        message: `${what} is in ${source.file}, and there is no such file.`,
        help: 'Run `tool scan`: the source has changed since the last one.',
      });
    else if (lines !== undefined && source.line > lines)
      report({
        code: 'dangling-line',
        severity: 'error',
        pointer: `${pointer}/line`,
        message: `${what} is in line ${source.line} of ${source.file}, which has ${lines}.`,
        help: 'Run `tool scan`: the source has changed since the last one.',
      });
  };
  for (const [index, endpoint] of endpoints.entries()) {
    if (endpoint.stale) continue;
    look(endpoint.source, pointerTo('endpoints', index, 'source'), endpointKey(endpoint));
    for (const [position, { name, source }] of endpoint.middleware.entries())
      look(source, pointerTo('endpoints', index, 'middleware', position, 'source'), `The middleware "${name}" of ${endpointKey(endpoint)}`);
  }
  for (const [index, { source }] of unresolved.entries())
    look(source, pointerTo('unresolved', index, 'source'), 'What could not be resolved');
};
