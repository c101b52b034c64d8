import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { drizzle } from 'drizzle-orm/node-postgres';
import { eq } from 'drizzle-orm';
import * as Status from 'stoker/http-status-codes';
import * as Phrases from 'stoker/http-status-phrases';
import { notFound, onError } from 'stoker/middlewares';
import { defaultHook } from 'stoker/openapi';
import { jsonContent, jsonContentRequired } from 'stoker/openapi/helpers';
import { createErrorSchema, createMessageObjectSchema, IdParamsSchema } from 'stoker/openapi/schemas';
import { casks, changed, made, read } from './casks.js';

const store = drizzle(process.env.STORE!);
const cellar = new OpenAPIHono({ defaultHook });
cellar.notFound(notFound);
cellar.onError(onError);

const fill = createRoute({
  method: 'post', path: '/casks', request: { body: jsonContentRequired(made, 'the cask') },
  responses: { [Status.CREATED]: jsonContent(read, 'filled'), [Status.UNPROCESSABLE_ENTITY]: jsonContent(createErrorSchema(made), 'refused') },
});
const relabel = createRoute({
  method: 'patch', path: '/casks/{id}', request: { params: IdParamsSchema, body: jsonContent(changed, 'what changes') },
  responses: { [Status.OK]: jsonContent(read, 'relabelled'), [Status.NOT_FOUND]: jsonContent(createMessageObjectSchema(Phrases.NOT_FOUND), 'no such cask') },
});

cellar.openapi(fill, async (c) => {
  const [cask] = await store.insert(casks).values(c.req.valid('json')).returning();
  return c.json(cask, Status.CREATED);
});
cellar.openapi(relabel, async (c) => {
  const { id } = c.req.valid('param');
  const [cask] = await store.update(casks).set(c.req.valid('json')).where(eq(casks.id, id)).returning();
  return cask ? c.json(cask, Status.OK) : c.json({ message: Phrases.NOT_FOUND }, Status.NOT_FOUND);
});
cellar.doc('/described', { openapi: '3.0.0', info: { title: 'cellar', version: '1' } });

export default cellar;
