// What one route takes out of the session another one puts there, wherever it stands.
const express = require('express');
const session = require('express-session');

const ferry = express();
ferry.use(express.json());
ferry.use(session({ secret: 'tide', name: 'ferry.sid' }));

ferry.post('/ashore', (request, response) => {
  delete request.session.cargo;
  request.session.berth = null;
  request.session.isPilot = false;
  request.session.trips = 0;
  response.sendStatus(204);
});

// Emptied above, filled below.
ferry.get('/cargo', (request, response) => {
  if (!request.session.cargo) {
    response.status(409).json({ message: 'nothing aboard' });
    return;
  }
  response.json({ tons: Number(request.query.tons) });
});
ferry.patch('/berth', (request, response) => {
  if (request.session.berth == null) return response.status(409).json({ message: 'not moored' });
  response.json({ berth: request.session.berth, side: request.body.side });
});
ferry.get('/bridge', (request, response) =>
  request.session.isPilot ? response.json({ heading: 12 }) : response.status(423).json({ message: 'locked' }),
);

ferry.post('/cargo', (request, response) => {
  request.session.cargo = { tons: 4 };
  request.session.berth = request.body.berth;
  request.session.isPilot = true;
  response.sendStatus(201);
});

// Something that one of them fills is that, or nothing yet.
ferry.get('/loaded', (request, response) => response.json({ loaded: request.session.cargo ?? null }));

// Nobody but this route itself has had it: what it has just put there it finds.
ferry.get('/toll', (request, response) => {
  request.session.toll = null;
  response.json({ toll: request.session.toll });
});

// What is no session and no request before this one has set holds for this one alone.
ferry.get('/mark', (request, response, next) => {
  request.mark = null;
  next();
}, (request, response) => (request.mark ? response.sendStatus(418) : response.json({ mark: 'none' })));

ferry.listen(3000);
