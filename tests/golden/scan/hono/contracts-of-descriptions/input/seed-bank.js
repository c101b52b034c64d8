import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';

const Seed = z.object({ name: z.string().min(2), grams: z.number().int() });
const described = (schema) => ({ 'application/json': { schema } });

// Routes without a hook of their own answer a failed validation with this.
const bank = new OpenAPIHono({ defaultHook: (result, c) => { if (!result.success) return c.json({ refused: true }, 422); } });
bank.openapi(createRoute({
  method: 'post', path: '/seeds', request: { body: { content: described(Seed), required: true } },
  responses: { 201: { description: 'Kept', content: described(z.object({ name: z.string() })) } },
}), (c) => c.json({ name: c.req.valid('json').name }, 201));
bank.openapi(createRoute({
  method: 'get', path: '/seeds/{seed}', request: { params: z.object({ seed: z.string().length(3) }) },
  responses: { 200: { description: 'One of them', content: described(z.object({ seed: z.string() })) } },
}), (c) => c.json({ seed: c.req.valid('param').seed }, 200), (result, c) => { if (!result.success) return c.json({ seed: 'three letters' }, 406); });
bank.openapi(createRoute({
  method: 'post', path: '/labels', request: { body: { content: { 'application/x-www-form-urlencoded': { schema: z.object({ text: z.string() }) } }, required: true } },
  responses: { 200: { description: 'Printed', content: described(z.any()) } },
}), (c) => c.json({ printed: c.req.valid('form').text }, 200));

// A sub-application without a hook uses that of the application that has its routes.
const vault = new OpenAPIHono();
vault.openapi(createRoute({
  method: 'put', path: '/door', request: { body: { content: { 'multipart/form-data': { schema: z.object({ code: z.string().length(4) }) } }, required: true } },
  responses: { 200: { description: 'Open', content: described(z.object({ open: z.boolean() })) }, 422: { description: 'Not that code' } },
}), (c) => c.json({ open: c.req.valid('form').code === '1234' }, 200));
bank.route('/vault', vault);
bank.doc('/doc', { openapi: '3.0.0', info: { title: 'Seeds', version: '1' } });
export default bank;
