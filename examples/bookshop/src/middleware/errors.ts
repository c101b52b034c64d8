import type { ErrorRequestHandler, RequestHandler } from 'express';
import { HttpError } from '../lib/http-error.js';

export const notFound: RequestHandler = (request, response) => {
  response.status(404).json({ error: `no such resource: ${request.path}` });
};

export const errorHandler: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error instanceof HttpError ? error.status : 500;
  response.status(status).json({ error: status === 500 ? 'internal error' : error.message });
};
