const express = require('express');
const jwt = require('jsonwebtoken');

const lido = express();

// Made for everybody it looks at nothing of the request.
const entrance = (level) => (request, response, next) => {
  if (level !== 'everybody') {
    const [, ticket] = (request.headers.authorization ?? '').split(' ');
    try {
      request.swimmer = jwt.verify(ticket, process.env.TICKETS);
    } catch {
      return response.status(401).json({ why: 'no ticket' });
    }
  }
  next();
};

// Whoever has a ticket is known, whatever it is made for.
const turnstile = ({ open }) => (request, response, next) => {
  const ticket = request.headers.authorization;
  if (!ticket) return open ? next() : response.status(401).json({ why: 'no ticket' });
  request.swimmer = jwt.verify(ticket, process.env.TICKETS);
  next();
};

lido.get('/prices', entrance('everybody'), (request, response) => response.json([]));
lido.get('/lockers', entrance('swimmers'), (request, response) => response.json({ of: request.swimmer.id }));
lido.get('/weather', turnstile({ open: true }), (request, response) => response.json({ for: request.swimmer?.id }));
lido.get('/lanes', turnstile({ open: false }), (request, response) => response.json({ of: request.swimmer.id }));

lido.listen(8080);
