const express = require('express');
const database = require('better-sqlite3')('ferry.db');

const app = express();
app.use(express.json());

const find = (sql, ...values) => database.prepare(sql).get(...values);

function voyageOf(request, response) {
  const voyage = find('SELECT * FROM voyages WHERE token = ?', request.headers['x-voyage-token']);
  if (!voyage) {
    response.status(401).json({ reason: 'no ticket' });
    return null;
  }
  return voyage;
}

// Nobody is asked for the new password before the key is found.
app.post('/password', (request, response) => {
  const voyage = voyageOf(request, response);
  if (!voyage) return;
  const { password } = request.body;
  if (!password) return response.status(400).json({ reason: 'empty' });
  database.prepare('UPDATE passengers SET password = ?').run(password);
  response.json({ changed: true });
});

// The same of an address, and with two refusals of the key.
app.put('/address', (request, response) => {
  const voyage = voyageOf(request, response);
  if (!voyage) return;
  if (voyage.ends < Date.now()) return response.status(401).json({ reason: 'over' });
  database.prepare('UPDATE passengers SET email = ?').run(request.body.email);
  response.json({ email: request.body.email });
});

// A cookie.
app.post('/cabins', (request, response) => {
  const key = (request.headers.cookie ?? '').length > 0 ? request.cookies.voyage_token : undefined;
  if (!find('SELECT * FROM voyages WHERE token = ?', key)) return response.sendStatus(401);
  response.status(201).json({ for: request.body.username });
});

// What is typed is wrong as well: the 401 may be for that.
app.post('/boarding', (request, response) => {
  const device = find('SELECT * FROM devices WHERE token = ?', request.headers['x-device-token']);
  if (!device) return response.status(401).json({ reason: 'unknown device' });
  const passenger = find('SELECT * FROM passengers WHERE email = ?', request.body.email);
  if (passenger?.password !== request.body.password) return response.status(401).json({ reason: 'wrong' });
  response.json({ boarded: true });
});

// It is typed first.
app.post('/login', (request, response) => {
  const { email, password } = request.body;
  const passenger = find('SELECT * FROM passengers WHERE email = ? AND password = ? AND harbour = ?', email, password, request.headers['x-harbour-token']);
  if (!passenger) return response.status(401).json({ reason: 'wrong' });
  response.json({ voyage: passenger.voyage });
});

// Either the one or the other.
app.post('/either', (request, response) => {
  if (request.headers['x-ticket-token']) {
    if (!find('SELECT * FROM tickets WHERE token = ?', request.headers['x-ticket-token'])) return response.status(401).json({ reason: 'no ticket' });
  } else if (!find('SELECT * FROM passengers WHERE password = ?', request.body.password)) return response.status(401).json({ reason: 'wrong' });
  response.json({ boarded: true });
});

app.listen(3000);
