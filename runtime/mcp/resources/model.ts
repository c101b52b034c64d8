import { summarise } from '../../project/summary.js';
import { inWords } from '../in-words.js';
import { asJson, orProtocolError, type ResourceRegistration } from './resource.js';

export const MODEL_URI = 'tool://model';

export const modelResource: ResourceRegistration = (server, session) => {
  server.registerResource(
    'model',
    MODEL_URI,
    {
      title: 'Behavioural model',
      description: 'Summary of the API; endpoints are at tool://endpoint/{method}{path}',
      mimeType: 'application/json',
    },
    (uri) =>
      orProtocolError(session, async () => {
        const model = await session.modelIfAny();
        // What is listed can be read: a client may read it before there is a model.
        if (model === null)
          return asJson(uri, { model: null, next: inWords(session, 'Call tool_scan: it compiles the sources into a model.') });
        const { endpoints, security, unresolved, loss } = summarise(model);
        return asJson(uri, {
          project: model.project,
          generatedAt: model.generatedAt,
          environments: model.environments,
          securitySchemes: model.securitySchemes,
          counts: endpoints,
          security: { required: security.required, optional: security.optional, open: security.open },
          unresolved: unresolved.length,
          loss,
          endpoints: model.endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`),
        });
      }),
  );
};
