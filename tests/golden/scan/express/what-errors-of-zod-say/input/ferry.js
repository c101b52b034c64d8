// What errors of zod say beside their issues: `flatten`, `format`, and the functions of zod 4.
const express = require('express');
const { z, ZodError } = require('zod');

const ticket = z.object({ from: z.string(), seats: z.number().int() });
const ferry = express();
ferry.use(express.json());

const checked = (say) => (request, response, next) => {
  const { success, error, data } = ticket.safeParse(request.body);
  if (!success) return response.status(422).json(say(error));
  request.body = data;
  next();
};
const ticketOf = (request, response) => response.status(201).json({ from: request.body.from });

ferry.post('/flat', checked((error) => error.flatten()), ticketOf);
ferry.post('/fields', checked((error) => ({ errors: error.flatten().fieldErrors })), ticketOf);
ferry.post('/format', checked((error) => ({ errors: error.format() })), ticketOf);
ferry.post('/issues', checked((error) => ({ errors: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) })), ticketOf);
ferry.post('/flattened', checked((error) => z.flattenError(error)), ticketOf);
ferry.post('/tree', checked((error) => z.treeifyError(error)), ticketOf);
ferry.post('/pretty', checked((error) => ({ reason: z.prettifyError(error) })), ticketOf);
// JSON and spreading leave out `errors`, which is another name of the list.
ferry.post('/whole', checked((error) => ({ error })), ticketOf);
ferry.post('/spread', checked((error) => ({ ...error, ok: false })), ticketOf);
ferry.post('/errors', checked((error) => ({ errors: error.errors, first: error.errors[0].message })), ticketOf);
// What an error handler makes of those that are thrown.
ferry.post('/thrown', (request, response) => {
  const { from } = ticket.parse(request.body);
  response.status(201).json({ from });
});

ferry.use((error, request, response, next) => {
  if (error instanceof ZodError) return response.status(400).json({ errors: error.flatten().formErrors });
  next(error);
});
ferry.listen(3000);
