const { createReadStream } = require('fs');
const { pipeline } = require('stream/promises');
const express = require('express');
const { pipeTextStreamToResponse, streamText } = require('ai');
const { createProxyMiddleware } = require('http-proxy-middleware');
const { dark, mark } = require('harbour-kit');

const lamp = express();
lamp.use(express.json());
const watchers = new Set();

// The head goes out; whoever keeps the answer writes to it later.
lamp.get('/flashes', (request, response) => {
  response.setHeader('Content-Type', 'text/event-stream');
  response.setHeader('Cache-Control', 'no-cache');
  response.flushHeaders();
  watchers.add(response);
  request.on('close', () => watchers.delete(response));
});
lamp.get('/flashes/of/:ship', (request, response) => {
  if (!/^[a-z]+$/.test(request.params.ship)) return response.status(400).json({ why: 'no such ship' });
  response.status(206).set({ 'Content-Type': 'text/event-stream; charset=utf-8' }).flushHeaders();
  watchers.add(response);
});

// The first piece sends the head as well.
lamp.get('/hours', (request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const timer = setInterval(() => response.write(`data: ${Date.now()}\n\n`), 1000);
  request.on('close', () => clearInterval(timer));
});
lamp.get('/log', (request, response) => {
  response.type('csv');
  response.write('hour,wind\n');
  response.end('6,west\n');
});

// A head that is only prepared answers nothing yet.
lamp.get('/fog', (request, response, next) => {
  response.setHeader('X-Fog', 'thick');
  next(Object.assign(new Error('fog'), { status: 503 }));
});

// Streams of packages, and of files.
lamp.post('/questions', (request, response) => {
  try {
    streamText({ prompt: request.body.question }).pipeUIMessageStreamToResponse(response);
  } catch (error) {
    if (!response.headersSent) response.status(500).json({ failed: error.message });
  }
});
lamp.post('/answers', async (request, response) => {
  const result = streamText({ prompt: request.body.question });
  result.pipeTextStreamToResponse(response, { status: 201 });
});
lamp.post('/riddles', (request, response) => {
  const { textStream } = streamText({ prompt: 'a riddle' });
  pipeTextStreamToResponse({ response, textStream });
});
lamp.get('/chart', (request, response) => {
  response.type('application/pdf');
  createReadStream('chart.pdf').pipe(response);
});
lamp.get('/horn', async (request, response) => {
  response.set('Content-Type', 'audio/ogg');
  await pipeline(createReadStream('horn.ogg'), response);
});

// What another server answers is not known here.
const port = createProxyMiddleware({ target: 'http://port', changeOrigin: true });
lamp.get('/berths/*', port);
lamp.get('/tides', (request, response, next) => {
  if (!request.query.day) return response.status(400).end('which day');
  port(request, response, next);
});

// Nor what a package answers that is given the answer last. Where more is done behind it, it has only looked, or set something.
const off = (response) => dark(response);
lamp.get('/lamps/:lamp', async (request, response) => { //~ project/answered-by-package
  if (request.params.lamp === 'north') return off(response);
  mark(response, 'seen');
  response.json({ lit: true });
});

lamp.use((error, request, response, next) => {
  response.type('text/plain').status(error.status).send(error.message);
});
lamp.listen(8080);
