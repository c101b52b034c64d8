import { ResourceTemplate } from '@modelcontextprotocol/server';
import { readRun, runIds } from '../../store/index.js';
import { describeRun } from '../describe-run.js';
import { asJson, orProtocolError, type ResourceRegistration } from './resource.js';

export const runResource: ResourceRegistration = (server, session) => {
  server.registerResource(
    'run',
    new ResourceTemplate('tool://run/{id}', {
      list: undefined,
      complete: { id: (value) => ['last', ...runIds(session.root)].filter((id) => id.startsWith(value)).slice(0, 50) },
    }),
    {
      title: 'Run',
      description: 'Record of one run of workflows or endpoint tests; "last" is the newest',
      mimeType: 'application/json',
    },
    (uri, { id }) => orProtocolError(session, async () => asJson(uri, describeRun(readRun(session.root, String(id)), 'full'))),
  );
};
