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
// What a part is called is said by the condition under which it is read.
darkroom.post('/reels', async (request) => {
  let caption: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'file' && part.fieldname === 'reel') await part.toBuffer();
    else if (part.type === 'field' && (part.fieldname === 'caption' || part.fieldname === 'subtitle')) caption = part.value;
  }
  return { caption };
});
darkroom.post('/contacts', async (request, reply) => {
  const sheet: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    const { fieldname, type } = part;
    switch (fieldname) {
      case 'sheet':
        if (type !== 'file') return reply.code(422).send({ problem: 'no sheet' });
        sheet.bytes = await part.toBuffer();
        break;
      case 'paper':
        if (type === 'field') sheet.paper = part.value;
        break;
    }
  }
  return { done: sheet.paper !== undefined };
});
// A schema says which field is a file.
const frame = { type: 'object', required: ['picture'], properties: { picture: { isFile: true }, wood: { type: 'string' } } };
darkroom.post('/frames', { schema: { consumes: ['multipart/form-data'], body: frame } }, async () => ({ framed: true }));
darkroom.post('/mounts', { schema: { body: frame } }, async () => ({ mounted: true }));
// The same of what comes as JSON.
darkroom.post('/chemicals', async (request) => {
  const kept: Record<string, unknown> = {};
  for (const [name, amount] of Object.entries(request.body as object)) kept[name] = amount;
  const given = request.body as Record<string, unknown>;
  for (const name in given) if (name === 'fixer') console.log(given[name]);
  return { developer: kept.developer };
});
darkroom.listen({ port: 3000 });
