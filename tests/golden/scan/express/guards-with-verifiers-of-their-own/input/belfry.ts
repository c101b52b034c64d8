import cookies from 'cookie-parser';
import express, { type RequestHandler } from 'express';
import jwt from 'jsonwebtoken';

// The token is verified by a method of an object that the guard keeps in a constant of its own.
class Seals { check(seal: string): object | null { try { return jwt.verify(seal, 'wax') as object; } catch { return null; } } }
const tower = { seals: new Seals() };
const ring: RequestHandler = (request, response) => { response.json({ by: request.user?.id }); };

const belfry = express();
belfry.use(cookies());
belfry.get('/taken-apart', (request, _response, next) => {
  const { seals } = tower;
  if (request.cookies.seal_token) request.user = seals.check(request.cookies.seal_token);
  next();
}, ring);
belfry.get('/copied', (request, _response, next) => {
  const own = tower.seals;
  if (request.cookies.seal_token) request.user = own.check(request.cookies.seal_token);
  next();
}, ring);
belfry.get('/made', (request, _response, next) => {
  const own = new Seals();
  if (request.cookies.seal_token) request.user = own.check(request.cookies.seal_token);
  next();
}, ring);
belfry.get('/strict', (request, response, next) => {
  const { seals: own } = tower;
  request.user = own.check(request.cookies.seal_token);
  if (!request.user) return response.sendStatus(401);
  next();
}, ring);
belfry.listen(8303);
