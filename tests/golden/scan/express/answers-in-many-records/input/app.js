const express = require('express');
const answers = require('./answers');
const { find } = require('./goods');

const app = express();
app.use(express.json());
const adapt = (controller) => async (req, res) => {
  const answer = await controller.handle({ body: req.body, id: req.params.id });
  res.status(answer.statusCode).json(answer.body);
};
class Missing extends Error {
  constructor(name) {
    super(`${name} is missing`);
  }
}

// More ways to end than are told apart: those of one status are one.
const declare = {
  async handle({ body }) {
    try {
      for (const field of ['owner', 'origin', 'weight', 'value']) if (!body[field]) return answers.badRequest(new Missing(field));
      if (body.weight > 1000) return answers.badRequest(new Error('too heavy'));
      if (body.origin === 'nowhere') return answers.badRequest(new Error('no such place'));
      if (body.value < 0) return answers.badRequest(new Error('worth nothing'));
      if (!(await find(body.owner))) return answers.forbidden();
      if (body.owner === 'nobody') throw new Missing('owner');
      if (body.origin === 'anywhere') throw new Missing('origin');
      return answers.ok({ declared: true });
    } catch {
      return answers.broken();
    }
  },
};
app.post('/goods', adapt(declare));

// By words, of which each stands for a status.
const STATUS = { found: 200, lost: 404, kept: 423 };
const ask = async (id) => {
  const good = await find(id);
  if (!good) return { state: 'lost', why: 'unknown' };
  if (good.seized) return { state: 'kept', why: 'seized' };
  if (good.late) return { state: 'kept', why: 'late' };
  if (good.cold) return { state: 'kept', why: 'cold' };
  if (good.warm) return { state: 'kept', why: 'warm' };
  if (good.wet) return { state: 'lost', why: 'wet' };
  if (good.old) return { state: 'lost', why: 'old' };
  if (good.gone) return { state: 'lost', why: 'gone' };
  return { state: 'found', why: 'asked' };
};
app.get('/goods/:id', async (req, res) => {
  const { state, why } = await ask(req.params.id);
  res.status(STATUS[state]).json({ why });
});

// One that is another kind of thing stays by itself.
const release = {
  async handle({ id }) {
    const good = await find(id);
    if (good.a) return answers.badRequest(new Error('a'));
    if (good.b) return answers.badRequest(new Error('b'));
    if (good.c) return answers.badRequest(new Error('c'));
    if (good.d) return answers.badRequest(new Error('d'));
    if (good.e) return answers.badRequest(new Error('e'));
    if (good.f) return answers.badRequest(new Error('f'));
    if (good.g) return answers.forbidden();
    if (good.h) return { statusCode: 202, body: { queued: true }, headers: { 'retry-after': 60 } };
    return answers.ok(good);
  },
};
app.delete('/goods/:id', adapt(release));
app.listen(3000);
