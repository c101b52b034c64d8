// What a record of the program lacks in some arm, and the schema demands, has to come in: without it the check refuses.
const express = require('express');
const Joi = require('joi');
const { z } = require('zod');

const tannery = express();
tannery.use(express.json());

const hide = Joi.object({ animal: Joi.string().required(), weight: Joi.number().required(), note: Joi.string() });
const strap = z.object({ reach: z.number(), width: z.number(), colour: z.string().optional() });

class Hide {
  constructor(given) {
    if (!given) return;
    this.animal = given.animal;
    this.weight = given.weight;
    this.note = given.note;
  }
}
tannery.post('/hides', (request, response) => {
  const { error } = hide.validate(new Hide(request.body));
  if (error) return response.status(422).json({ message: error.message });
  response.status(201).end();
});

tannery.post('/straps', (request, response) => {
  const made = {};
  if (request.body.measures) {
    made.reach = request.body.measures.reach;
    made.width = request.body.measures.width;
  }
  if (request.query.dyed) made.colour = request.body.colour;
  const checked = strap.safeParse(made);
  if (!checked.success) return response.status(422).json({ message: 'no strap' });
  response.json(checked.data);
});

// Where something else stands in for it nobody has to send it.
tannery.put('/hides', (request, response) => {
  const made = { animal: 'calf', weight: request.body.weight };
  if (request.body.animal) made.animal = request.body.animal;
  const { error } = hide.validate(made);
  if (error) return response.status(422).json({ message: error.message });
  response.status(204).end();
});
// Nor where the program knows it in one arm and leaves it out in the other, or the schema does without.
tannery.patch('/hides', (request, response) => {
  const made = { animal: request.body.animal };
  if (request.query.heavy) made.weight = 40;
  if (request.query.noted) made.note = request.body.note;
  const { error, value } = hide.validate(made);
  if (error) return response.status(422).json({ message: error.message });
  response.json(value);
});

tannery.listen(3000);
