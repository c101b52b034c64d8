const express = require('express');
const jwt = require('jsonwebtoken');

const customs = express();
const FREE = ['/gate/sign-in', '/gate/forgotten'];

// next() does not throw: what is caught comes from the other way.
customs.use('/gate', async (request, response, next) => {
  try {
    const path = request.originalUrl;
    if (FREE.includes(path)) {
      next();
    } else {
      const [, token] = request.header('authorization').split(' ');
      request.officer = jwt.verify(token, process.env.SEAL);
      next();
    }
  } catch (error) {
    response.status(401).json({ sealed: false });
  }
});
customs.post('/gate/sign-in', (request, response) => {
  response.json({ token: 'x' });
});
customs.get('/gate/officer', (request, response) => {
  response.json({ name: request.officer.name });
});

// Nothing that fails: nothing is caught.
customs.use('/road', (request, response, next) => {
  try {
    next();
  } catch (error) {
    response.status(401).json({ lost: true });
  }
});
customs.get('/road/cars', (request, response) => {
  response.json([{ wheels: 4 }]);
});

customs.listen(8080);
