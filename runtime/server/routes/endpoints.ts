import { Hono } from 'hono';
import { ApiError } from '../api-error.js';
import { endpointRows } from '../endpoint-rows.js';
import { openEditor } from '../open-editor.js';
import { readFields, textField, textQuery } from '../read-body.js';
import { sourceView } from '../source-view.js';
import type { Studio } from '../studio.js';
import { prepareCall, sendCall } from '../try-endpoint.js';

/** The endpoints of the model. Their ids hold slashes, so they come as a query parameter. */
export function endpointRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/', (c) =>
    c.body(
      studio.model.derived('rows', (model) => JSON.stringify({ generatedAt: model.generatedAt, endpoints: endpointRows(model) })),
      200,
      { 'content-type': 'application/json; charset=utf-8' },
    ),
  );

  routes.get('/one', (c) => {
    const endpoint = studio.model.endpoint(textQuery(c, 'id'));
    const { endpoints, securitySchemes } = studio.model.get();
    const key = `${endpoint.method} ${endpoint.path}`;
    const consumers = endpoints.flatMap((other) =>
      (other.consumes ?? [])
        .filter((use) => use.producedBy === key)
        .map((use) => ({ endpoint: other.id, variable: use.variable, usedAs: use.usedAs })),
    );
    return c.json({ endpoint, consumers, securitySchemes, evidence: studio.scanner.state.outcome?.evidence[key] ?? [] });
  });

  routes.get('/source', (c) => {
    const endpoint = studio.model.endpoint(textQuery(c, 'id'));
    const around = Math.min(400, Math.max(0, Number(c.req.query('around') ?? 12) || 0));
    const place = placeOf(endpoint, c.req.query('middleware'));
    return c.json(sourceView(studio.root, place.file, place.line, around));
  });

  routes.post('/open', async (c) => {
    const fields = await readFields(c);
    const endpoint = studio.model.endpoint(textField(fields, 'id'));
    const { middleware } = fields;
    const place = placeOf(endpoint, typeof middleware === 'number' ? String(middleware) : undefined);
    await openEditor(studio.root, place.file, place.line);
    return c.body(null, 204);
  });

  routes.post('/prepare', async (c) => c.json(await prepareCall(studio, await readFields(c))));

  routes.post('/try', async (c) => c.json(await sendCall(studio, await readFields(c))));

  return routes;
}

/** Where the endpoint, or one middleware of its chain, is written. The request only ever names the endpoint. */
function placeOf(
  endpoint: ReturnType<Studio['model']['endpoint']>,
  middleware: string | undefined,
): { readonly file: string; readonly line: number } {
  const place = middleware === undefined ? endpoint.source : endpoint.middleware[Number(middleware)]?.source;
  if (place === undefined)
    throw new ApiError(404, 'The model does not say where this is written.', 'Endpoints that were added by hand have no source.');
  return place;
}
