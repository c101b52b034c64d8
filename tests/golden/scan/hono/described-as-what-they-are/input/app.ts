import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { ObjectId } from 'bson';

const entry = z.object({
  _id: z.instanceof(ObjectId).openapi({ type: 'string' }),
  amount: z.number().openapi({ type: 'string', example: 12 }),
  tags: z.any().openapi({ type: 'array', description: 'What it is about' }),
  note: z.any(),
});

const app = new OpenAPIHono();
const list = createRoute({
  method: 'get',
  path: '/entries',
  responses: { 200: { description: 'All entries', content: { 'application/json': { schema: z.array(entry) } } } },
});
app.openapi(list, async (c) => {
  const answer = await fetch('https://ledger.example/entries');
  return c.json((await answer.json()) as any, 200);
});

export default app;
