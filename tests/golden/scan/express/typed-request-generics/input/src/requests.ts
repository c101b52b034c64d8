import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Branch } from './shapes';

/** An alias of the program with a parameter of its own, and an interface that adds members. */
export type BodyOf<Body> = Request<{ id: string }, unknown, Body>;
export interface WithBranch extends Request { body: Branch; gardener: { id: string } }
export type Wrapped<Body> = RequestHandler<{ id: string }, unknown, Body>;

export const settled = (handler: (request: any, response: Response, next: NextFunction) => Promise<unknown>) =>
  (request: Request, response: Response, next: NextFunction) => handler(request, response, next).catch(next);
