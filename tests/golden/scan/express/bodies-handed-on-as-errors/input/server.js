const express = require('express');
const createError = require('http-errors');

const app = express();

// What is no error is handed on to be sent, with the status that stands on the answer.
app.post('/tags', (req, res, next) => {
  res.status(201);
  next({ created: true });
});
app.get('/tags', (req, res, next) => {
  next({ tags: ['a'] });
});
app.delete('/tags', (req, res, next) => {
  res.status(202);
  next({ queued: 1 });
});
app.get('/broken', (req, res, next) => {
  next(createError(409, 'in use'));
});
// An error keeps its own status, whatever stood there before it.
app.put('/tags', (req, res, next) => {
  res.status(201);
  next(createError(410, 'gone'));
});

app.use((error, req, res, next) => {
  if (!(error instanceof Error)) return next(error);
  res.status(error.status || 500);
  next({ error: error.message });
});
app.use((body, req, res, next) => {
  res.send(body);
});

app.listen(3000);
