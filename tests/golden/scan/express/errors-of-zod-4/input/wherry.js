// JSON writes the message of an error of zod 4; its issues are there to be asked for, under one name.
const express = require('express');
const { z, ZodError } = require('zod');

const ticket = z.object({ from: z.string(), seats: z.number().int() });
const wherry = express();
wherry.use(express.json());

const checked = (say) => (request, response, next) => {
  const result = ticket.safeParse(request.body);
  if (!result.success) return response.status(422).json(say(result));
  next();
};
const ticketOf = (request, response) => response.status(201).json({ from: request.body.from });

wherry.post('/whole', checked(({ error }) => ({ error })), ticketOf);
wherry.post('/result', checked((result) => result), ticketOf);
wherry.post('/spread', checked(({ error }) => ({ ...error, ok: false })), ticketOf);
wherry.post('/issues', checked(({ error }) => ({ errors: error.issues, first: error.issues[0].message })), ticketOf);
wherry.post('/errors', checked(({ error }) => ({ errors: error.errors, why: error.message })), ticketOf);
wherry.post('/caught', (request, response) => {
  try {
    response.status(201).json({ from: ticket.parse(request.body).from });
  } catch (error) {
    response.status(400).json({ first: error.issues[0]?.message });
  }
});
wherry.post('/thrown', (request, response) => response.status(201).json({ from: ticket.parse(request.body).from }));
wherry.use((error, request, response, next) => {
  if (error instanceof ZodError) return response.status(400).json({ fields: error.issues.map(({ path }) => path.join('.')) });
  next(error);
});
wherry.listen(3000);
