import type { Application } from 'express';

export default function (counter: Application): void {
  counter.get('/tickets', (request, response) => { response.json([]); });
}
