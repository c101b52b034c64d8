import type { RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import { settings } from '../config/settings.js';

export interface Account {
  id: string;
  roles: string[];
}

declare module 'express-serve-static-core' {
  interface Request {
    account?: Account;
  }
}

export const authenticate: RequestHandler<any> = (request, response, next) => {
  const [kind, token] = (request.headers.authorization ?? '').split(' ');
  if (kind !== 'Bearer' || !token) {
    response.status(401).json({ error: 'a bearer token is required' });
    return;
  }
  try {
    request.account = jwt.verify(token, settings.jwtSecret) as Account;
    next();
  } catch {
    response.status(401).json({ error: 'the token is not valid' });
  }
};

export const requireRole =
  (role: string): RequestHandler<any> =>
  (request, response, next) => {
    if (!request.account?.roles.includes(role)) {
      response.status(403).json({ error: `the role ${role} is required` });
      return;
    }
    next();
  };
