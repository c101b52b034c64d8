const express = require('express');
const jwt = require('jwt-simple');
const cookieParser = require('cookie-parser');
const request = require('request');

const app = express();
app.use(cookieParser(process.env.COOKIE_KEY));

/** The visitor's ticket is handed to the archive, where there is one. */
const ticketOf = (req) => {
  const ticket = req.signedCookies.ticket;
  return ticket ? jwt.decode(ticket, process.env.COOKIE_KEY) : null;
};
const ask = (options) =>
  new Promise((resolve, reject) => {
    request(options, (error, response, body) => {
      if (error) reject(error);
      else if (response.statusCode === 401) reject(Object.assign(new Error('the archive asks who you are'), { status: 401 }));
      else resolve(body);
    });
  });

// A handler that hands on nothing but errors stands in front of no other, and the 401 is for what the archive says.
app.get('/scans/*', (req, res, next) => {
  ask({ url: `http://archive/${req.params[0]}`, auth: ticketOf(req) })
    .then((body) => {
      res.send(body);
    })
    .catch(next);
});
app.get('/scans/:year/:sheet', (req, res) => res.json({ year: req.params.year }));

// This one does: whoever has no ticket is refused.
app.get('/letters/*', (req, res, next) => {
  if (!req.signedCookies.ticket) return res.status(401).end();
  req.visitor = jwt.decode(req.signedCookies.ticket, process.env.COOKIE_KEY);
  next();
});
app.get('/letters/:year', (req, res) => res.json({ year: req.params.year }));

app.use((err, req, res, next) => res.status(err.status || 500).json({ message: err.message }));
app.listen(3000);
