import type { Request, Response } from 'express';
import { Behind, Book, Look, Room } from '../kit/assemble';

const withKey = (request: Request, response: Response, next: () => void): void => { if (request.headers['x-key']) next(); else response.sendStatus(401); };
const quietly = (request: Request, response: Response, next: () => void): void => next();

@Room('/suites')
export class Suite {
  constructor(private readonly view: string) {}

  @Look('/:number')
  show(request: Request, response: Response) { response.json({ number: request.params.number, view: this.view }); }

  @Book('/')
  @Behind(withKey)
  @Behind(quietly)
  book(request: Request, response: Response) { response.status(201).json({ guests: request.body.guests }); }

  clean() {}
}
