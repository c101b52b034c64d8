import type { NextFunction, Request, Response } from 'express';
import { initServer } from '@ts-rest/express';
import { contract } from './contract';

const s = initServer();

function foremen(request: Request, response: Response, next: NextFunction): void {
  if (!request.headers['x-badge']) {
    response.status(401).json({ message: 'who are you?' });
    return;
  }
  next();
}

export const masonry = s.router(contract, {
  stones: {
    find: async ({ params }) => {
      if (params.id.startsWith('0')) return { status: 404, body: { message: 'no such stone' } };
      return { status: 200, body: { id: params.id, weight: 3 } };
    },
    cut: { middleware: [foremen], handler: async ({ body }) => ({ status: 201, body: { id: 'new', weight: body.weight } }) },
    drop: { middleware: [foremen], handler: async () => ({ status: 204, body: undefined }) },
  },
  health: async () => ({ status: 200, body: 'ok' }),
});
