const express = require('express');
const { journal, debug, Winston, reported, told, entry, named } = require('./log');
const logger = new Winston();
const app = express();
app.use(express.json());

app.post('/lamps', (request, response) => {
  journal.write({ level: 'DEBUG', data: request.body });
  response.json({ lamp: request.body.lamp });
});
app.get('/lamps', (request, response) => {
  debug(request.query);
  response.json({ kind: request.query.kind });
});
app.put('/lamps', (request, response) => {
  logger.info(request.body);
  response.json({ lamp: request.body.lamp });
});
// It is read elsewhere as well.
app.post('/messages', (request, response) => {
  journal.write({ level: 'DEBUG', data: request.body });
  response.json({ sent: request.body.message });
});
app.post('/reports', (request, response) => {
  reported(request.body);
  response.end();
});
app.post('/told', (request, response) => {
  response.json({ told: told(request.body) });
});
app.post('/entries', (request, response) => {
  entry(request.body);
  response.end();
});
app.post('/names', (request, response) => {
  named(request.body);
  response.end();
});
app.post('/here', (request, response) => {
  console.log(request.body.message || request.body);
  response.end();
});
app.listen(3000);
