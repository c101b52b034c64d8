const express = require('express');
const onFinished = require('on-finished');
const onHeaders = require('on-headers');

const app = express();

// What is cleared away when the answer has gone is there for whoever makes it.
app.use((req, res, next) => {
  let packet = {
    respond: (status, data) => {
      if (!res || !packet) return;
      res.status(status).json({ data });
    },
  };
  res.locals = packet;
  onFinished(res, () => {
    res.locals = packet = null;
    res = null;
  });
  next();
});
app.use((req, res, next) => {
  req.ledger = { open: true };
  onHeaders(res, () => {
    req.ledger = null;
  });
  res.on('finish', () => {
    req.ledger = undefined;
  });
  next();
});

app.get('/weights', (req, res) => {
  if (!req.ledger) return res.status(503).end();
  res.locals.respond(200, [1, 2]);
});
app.get('/finished', (req, res) => {
  if (onFinished.isFinished(res)) return res.status(410).end();
  res.locals.respond(203, 'going');
});

app.listen(3000);
