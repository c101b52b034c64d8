// A guard that is given what makes its helpers is called after who made it, not after those; a wrapper is called after what it wraps.
const express = require('express');
const { PortClient } = require('port-client');

const office = express();
const helpersOf = (req, res) => ({ port: new PortClient({ url: process.env.PORT_URL }), host: req.hostname });

const requirePass = (makeHelpers) => async (req, res, next) => {
  const { port } = makeHelpers(req, res);
  const pass = await port.passOf(req.get('x-port-token'));
  if (!pass) return res.status(401).json({ refused: true });
  next();
};
const noteBerth = (makeHelpers) => (req, res, next) => {
  res.locals.host = makeHelpers(req, res).host;
  next();
};
const caught = (handler) => (req, res, next) => handler(req, res, next).catch(next);
const asJson = (controller) => async (req, res) => {
  const { status, data } = await controller(req, res);
  res.status(status).json(data);
};
const listBerths = async (req, res) => res.json({ berths: 4 });
const countShips = async (req) => ({ status: 200, data: { ships: Number(req.query.of) } });

office.get('/berths', requirePass(helpersOf), noteBerth(helpersOf), caught(listBerths));
office.get('/ships', noteBerth(helpersOf), asJson(countShips));
office.listen(3000);
