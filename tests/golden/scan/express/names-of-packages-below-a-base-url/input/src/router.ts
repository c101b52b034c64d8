import type { Express } from 'express';

export const stage = (theatre: Express) => {
  theatre.get('/stage', (_request, response) => { response.json({ curtain: 'red' }); });
};
