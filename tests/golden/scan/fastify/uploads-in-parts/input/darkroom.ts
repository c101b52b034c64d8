import Fastify from 'fastify';
import multipart from '@fastify/multipart';

const darkroom = Fastify();
darkroom.register(multipart);

// What a round of the parts sets may be set behind them, or not.
darkroom.post('/negatives', async (request, reply) => {
  let negative: { name: string; bytes: number } | null = null;
  const notes: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') negative = { name: part.filename, bytes: (await part.toBuffer()).length };
      else notes[part.fieldname] = part.value;
    }
  } catch (problem) {
    if ((problem as Error).message.includes('boundary')) return reply.status(415).send({ problem: 'no boundary' });
    throw problem;
  }
  if (!negative) return reply.status(400).send({ problem: 'nothing was sent' });
  return reply.status(201).send({ name: negative.name, film: notes.film });
});
darkroom.post('/prints', async (request, reply) => {
  const prints = [];
  for await (const file of request.files()) prints.push({ name: file.filename, type: file.mimetype });
  if (prints.length === 0) return reply.code(400).send({ problem: 'no prints' });
  return { prints };
});
darkroom.post('/slides', async (request) => {
  const saved = await request.saveRequestFiles();
  return saved.map(({ filename, mimetype }) => ({ filename, mimetype }));
});
darkroom.post('/portrait', async (request, reply) => {
  const portrait = await request.file();
  if (!portrait) return reply.code(422).send({ problem: 'no portrait' });
  return { field: portrait.fieldname };
});
darkroom.listen({ port: 3000 });
