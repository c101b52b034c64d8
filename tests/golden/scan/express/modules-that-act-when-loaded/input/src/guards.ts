import { guard } from './lines.js';

export const TICKET = 'ticket';
guard(TICKET, (request, response, next) => {
  if (!request.headers.authorization) {
    response.status(401).json({ ticket: false });
    return;
  }
  next();
});
