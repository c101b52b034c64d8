import { ResourceTemplate } from '@modelcontextprotocol/server';
import { FULL_CHARACTERS } from '../answer.js';
import { endpointNamed } from '../name-endpoint.js';
import { asJson, orProtocolError, type ResourceRegistration } from './resource.js';

const MOST_COMPLETIONS = 100;

export const endpointUri = (method: string, path: string): string => `tool://endpoint/${method}${path}`;

export const endpointResource: ResourceRegistration = (server, session) => {
  const model = async () => (await session.modelIfAny())?.endpoints ?? [];
  server.registerResource(
    'endpoint',
    new ResourceTemplate('tool://endpoint/{method}{+path}', {
      // A list of thousands helps nobody: names are completed, and tool_find_endpoints searches.
      list: undefined,
      complete: {
        method: async (value) =>
          [...new Set((await model()).map((endpoint) => endpoint.method))]
            .filter((method) => method.startsWith(value.toUpperCase()))
            .sort(),
        path: async (value, context) => {
          const method = context?.arguments?.['method'];
          const paths = (await model())
            .filter((endpoint) => method === undefined || endpoint.method === method)
            .map((endpoint) => endpoint.path);
          return [...new Set(paths)].filter((path) => path.startsWith(value)).slice(0, MOST_COMPLETIONS);
        },
      },
    }),
    {
      title: 'Endpoint',
      description: 'One endpoint as the model has it, e.g. tool://endpoint/GET/users/:id',
      mimeType: 'application/json',
    },
    (uri, { method, path }) =>
      orProtocolError(session, async () => {
        const decoded = decodeURIComponent(String(path));
        return asJson(uri, endpointNamed(await session.model(), `${String(method)} ${decoded}`), FULL_CHARACTERS);
      }),
  );
};
