import type { Request, Response } from 'express';
import jwt from 'jsonwebtoken';
import { settings } from '../config/settings.js';
import { HttpError } from '../lib/http-error.js';
import { customers } from '../services/store.js';

export async function register(request: Request, response: Response) {
  const { email, password, name } = request.body;
  if (customers.all().some((customer) => customer.email === email)) throw new HttpError(409, 'the address is taken');
  const customer = customers.insert({ email, password, name, roles: [] });
  response.status(201).json({ id: customer.id, email, name });
}

export async function login(request: Request, response: Response) {
  const { email, password } = request.body;
  const customer = customers.all().find((row) => row.email === email && row.password === password);
  if (!customer) throw new HttpError(401, 'wrong address or password');
  const accessToken = jwt.sign({ id: customer.id, roles: customer.roles }, settings.jwtSecret, { expiresIn: '1h' });
  response.json({ accessToken, customer: { id: customer.id, name: customer.name } });
}

export async function logout(_request: Request, response: Response) {
  response.sendStatus(204);
}

export async function me(request: Request, response: Response) {
  const customer = customers.find(request.account!.id);
  response.json({ id: customer?.id, email: customer?.email, name: customer?.name });
}
