import Fastify from 'fastify';

const app = Fastify();

class Missing extends Error {}

const tools = [{ id: '1', name: 'saw' }];
const find = async (id: string) => {
  const tool = tools.find((each) => each.id === id);
  if (!tool) throw new Missing('none');
  return { id: tool.id, name: tool.name };
};

// Nobody waits for it in the block: what it ends in is not caught there.
const straight = async (id: string) => {
  try {
    return find(id);
  } catch {
    return { failed: true };
  }
};
const waited = async (id: string) => {
  try {
    return await find(id);
  } catch {
    return { failed: true };
  }
};
// What is called before may fail.
const parsed = async (text: string) => {
  try {
    const { id } = JSON.parse(text) as { id: string };
    return find(id);
  } catch {
    return { malformed: true };
  }
};

app.get<{ Params: { id: string } }>('/straight/:id', async ({ params }) => straight(params.id));
app.get<{ Params: { id: string } }>('/waited/:id', async ({ params }) => waited(params.id));
app.get<{ Params: { id: string } }>('/parsed/:id', async ({ params }) => parsed(params.id));
app.get<{ Params: { id: string } }>('/around/:id', async ({ params }, reply) => {
  try {
    return find(params.id);
  } catch {
    return reply.code(500).send({ failed: true });
  }
});
app.get<{ Params: { id: string } }>('/further/:id', async ({ params }, reply) => {
  try {
    return await straight(params.id);
  } catch {
    return reply.code(502).send({ failed: true });
  }
});

app.listen({ port: 3000 });
