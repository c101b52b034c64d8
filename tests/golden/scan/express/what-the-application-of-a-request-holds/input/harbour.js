// What the program has put into its application, handlers find there by way of the request.
const express = require('express');
const cookies = require('cookie-parser');
const jwt = require('jsonwebtoken');
const berths = require('./berths');

const harbour = express();
harbour.use(express.json());
harbour.use(cookies());
harbour.set('settings of the gate', { cookie: 'harbour.token', secret: process.env.GATE });
harbour.set('jwt', jwt);
harbour.locals.ships = [{ name: 'Ida', tons: 400 }];
harbour.locals.tide = null;
harbour.pilots = { find: async (id) => ({ id: Number(id), free: true }) };

// A token may be in a cookie of that name, or in the header; nobody has to send one.
const knows = (request, response, next) => {
  const { cookie, secret } = request.app.get('settings of the gate');
  let token = request.cookies[cookie];
  if (request.headers.authorization) token = request.headers.authorization.split(' ')[1];
  if (!token) return next();
  request.app.get('jwt').verify(token, secret, (error, claims) => {
    if (error) return response.status(401).json({ message: 'no entry' });
    request.sailor = claims;
    next();
  });
};
// An application that a request makes for itself takes nothing from the one that serves it, before or after.
harbour.get('/model', (request, response) => {
  const model = express();
  model.set('scale', 87);
  response.json({ scale: model.get('scale') });
});
harbour.get('/gate', knows, (request, response) => response.json({ open: true }));

harbour.get('/ships', (request, response) => response.json({ ships: request.app.locals.ships }));
harbour.get('/pilots/:id', async (request, response) => {
  const { pilots } = request.app;
  response.json(await pilots.find(request.params.id));
});
harbour.use('/berths', berths);

// A setting that names nothing names no parameter.
harbour.set('parameter handed on', '');
harbour.get('/customs', (request, response) => {
  const name = request.app.get('parameter handed on');
  response.json({ handed: request.query[name], from: request.query.from });
});

// What nobody was seen to put there may be anything.
harbour.get('/tide', (request, response) => {
  if (!request.app.locals.tide) return response.status(503).json({ message: 'no tide yet' });
  response.json({ tide: request.app.locals.tide });
});
harbour.get('/crane', async (request, response) => {
  if (!request.app.get('crane')) return response.status(503).json({ message: 'no crane' });
  response.json({ lifted: await request.app.get('crane').lift(3) });
});

harbour.listen(3000);
