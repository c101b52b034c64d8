// Uploads above the limit fail with an error of the package, and nothing else does: errors of a database are of other classes, wherever these are kept.
const express = require('express');
const multer = require('multer');
const { PrismaClient, Prisma } = require('@prisma/client');

const prisma = new PrismaClient();
const gallery = express();
gallery.use(express.json());
const small = multer({ limits: { fileSize: 1_000_000 } });
const any = multer({ dest: 'pictures' });

gallery.post('/pictures', small.single('picture'), (request, response) => response.status(201).json({ size: request.file.size }));
gallery.post('/sketches', any.single('sketch'), (request, response) => response.status(201).json({ size: request.file.size }));
gallery.post('/frames', small.none(), (request, response) => response.status(201).json({ of: request.body.of }));
// The program is told of it.
gallery.post('/posters', (request, response) => {
  small.single('poster')(request, response, (error) => {
    if (error instanceof multer.MulterError) return response.status(400).json({ reason: error.code });
    if (error) return response.status(500).end();
    response.status(201).json({ size: request.file.size });
  });
});
gallery.post('/painters', async (request, response, next) => {
  try {
    response.status(201).json(await prisma.painter.create({ data: { name: request.body.name } }));
  } catch (error) {
    next(error);
  }
});

gallery.use((error, request, response, next) => {
  if (error instanceof multer.MulterError) return response.status(error.code === 'LIMIT_FILE_SIZE' ? 413 : 400).json({ reason: error.message });
  if (error instanceof Prisma.PrismaClientKnownRequestError) return response.status(409).json({ reason: error.code });
  response.status(500).end();
});
gallery.listen(3000);
