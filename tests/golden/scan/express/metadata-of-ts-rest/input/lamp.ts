import express, { type NextFunction, type Request, type Response } from 'express';
import { createExpressEndpoints, initServer } from '@ts-rest/express';
import { verify } from 'jsonwebtoken';
import { logs, signals } from './signals';

const tower = express();
tower.use(express.json());
const s = initServer();

// What stands in front of all routes asks the contract of the one that is called.
function keepers(request: Request, response: Response, next: NextFunction): void {
  const { metadata } = request.tsRestRoute as { metadata?: { open?: boolean } };
  const [, token] = request.headers.authorization?.split(' ') ?? [];
  if (token) {
    request.keeper = verify(token, process.env.LAMP_KEY!);
    return next();
  }
  if (metadata?.open === true) return next();
  response.status(401).json({ message: 'who keeps watch?' });
}

createExpressEndpoints(
  signals,
  s.router(signals, {
    see: async () => ({ status: 200, body: { seconds: 12 } }),
    turn: async ({ body }) => ({ status: 200, body: { seconds: body.seconds } }),
    wind: async () => ({ status: 200, body: { seconds: 6 } }),
  }),
  tower,
  {
    globalMiddleware: [keepers],
    // It answers what the contract refuses.
    requestValidationErrorHandler: (error, request, response, next) => {
      if (error.body) return response.status(422).json({ wrong: 'body', of: request.path });
      response.status(404).json({ wrong: 'path' });
    },
  },
);
createExpressEndpoints(logs, s.router(logs, { write: async () => ({ status: 200, body: { no: 1 } }) }), tower, {
  requestValidationErrorHandler: 'combined',
});

tower.listen(7402);
