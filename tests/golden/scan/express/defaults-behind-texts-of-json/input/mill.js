// What is written as JSON is a text, so that no default stands in for it; what it says is found again where it is read.
const express = require('express');
const Joi = require('joi');

const mill = express();
mill.use(express.json());

const load = async () => (Math.random() > 0.5 ? { grain: 'rye', sacks: 3 } : { grain: 'oats' });
const envelope = ({ body, statusCode = 200, ...others }) => ({ statusCode, body: body ?? '', ...others });

// As functions of a cloud answer, and what serves them unpacks.
const served = (run) => async (request, response) => {
  const { statusCode, body } = await run({ body: JSON.stringify(request.body) ?? null, path: request.params });
  response.status(statusCode).json(JSON.parse(body));
};
mill.get(
  '/load',
  served(async () => envelope({ body: JSON.stringify(await load()) })),
);

// What comes in is asked for as it came.
const grain = Joi.object({ grain: Joi.string().required(), sacks: Joi.number().min(1) });
mill.post(
  '/load',
  served(async (event) => {
    const { error, value } = grain.validate(JSON.parse(event.body || '{}'));
    if (error) return envelope({ statusCode: 422, body: JSON.stringify({ message: error.message }) });
    return envelope({ statusCode: 201, body: JSON.stringify(value) });
  }),
);

// One of several that have been written, or what is set only where there is none.
mill.get('/bin', async (request, response) => {
  let text = request.query.full ? JSON.stringify(await load()) : JSON.stringify({ grain: 'none', sacks: Number(request.query.n) });
  text ??= 'null';
  text ||= '[]';
  response.json(JSON.parse(text));
});

// A text that nobody has written may be missing.
mill.get('/note', (request, response) => {
  const note = request.query.note ?? '"none"';
  response.json({ note, long: request.query.long || 'no' });
});
// Of nothing there is no JSON.
mill.get('/gap', (request, response) => response.json({ gap: JSON.stringify(undefined) ?? 'gap' }));

mill.listen(3000);
