const express = require('express');

const box = express();
box.use(express.json());

class Fault extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
const tracks = [
  { id: 'up', state: 'open' },
  { id: 'down', state: process.env.DOWN },
];
const look = async (id) => {
  const track = tracks.find((each) => each.id === id);
  if (!track) return { ok: false, code: 404, text: 'no such track' };
  if (track.state !== 'open') return { ok: false, code: 409, text: 'closed' };
  return { ok: true, track };
};

// Nobody takes what it gives, but it fails for whoever waits: each failure goes with its text.
const assertOpen = async (id) => {
  const found = await look(id);
  if (!found.ok) throw new Fault(found.code, found.text);
};
box.get('/waited/:id', async (request, response, next) => {
  try {
    await assertOpen(request.params.id);
    response.json({ clear: true });
  } catch (error) {
    next(error);
  }
});
box.get('/together/:id', async (request, response, next) => {
  try {
    await Promise.all([assertOpen(request.params.id), assertOpen('up')]);
    response.json({ clear: true });
  } catch (error) {
    next(error);
  }
});

// Who is told of the failure answers.
box.get('/handed/:id', (request, response, next) => {
  assertOpen(request.params.id).catch(next);
  response.json({ asked: true });
});
box.get('/told/:id', (request, response) => {
  assertOpen(request.params.id).catch((error) => response.status(error.status).json({ why: error.message }));
});

// It answers itself, whoever takes what it gives.
const answer = async (response, id) => {
  const found = await look(id);
  if (!found.ok) return response.status(found.code).json({ text: found.text });
  response.json(found.track);
};
box.get('/answered/:id', (request, response) => {
  void answer(response, request.params.id).catch(() => undefined);
});

// A log: nothing comes of it, whichever it is.
const log = [];
const write = async (id) => {
  const found = await look(id);
  const line = found.ok ? found.track.state : found.text;
  if (!line) throw new Fault(418, 'nothing to write');
  log.push({ id, line });
};
box.get('/logged/:id', (request, response) => {
  void write(request.params.id).catch(() => undefined);
  write('down').catch((error) => console.error(error));
  response.json({ clear: true });
});
box.get('/log', (request, response) => response.json(log));

box.use((error, request, response, next) => {
  response.status(error.status).json({ error: error.message });
});
box.listen(3000);
