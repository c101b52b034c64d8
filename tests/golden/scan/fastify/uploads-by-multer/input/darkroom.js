import Fastify from 'fastify';
import multer from 'fastify-multer';

const darkroom = Fastify();
const trays = multer({ dest: 'trays/' });
darkroom.register(multer.contentParser);

darkroom.post('/prints', { preHandler: trays.single('negative') }, async (request) => ({
  name: request.file.originalname,
  by: request.body.by,
}));
darkroom.post('/films', { preHandler: trays.array('frames', 36) }, async (request) => ({ frames: request.files.length }));
await darkroom.listen({ port: 3000 });
