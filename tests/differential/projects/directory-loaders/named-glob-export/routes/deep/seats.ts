import type { Application } from 'express';

export default (counter: Application): void => {
  counter.put('/seats/:row', (request, response) => { response.json({}); });
};
