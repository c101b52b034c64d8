import { railway } from '../tracks.js';

export const SOUTH = 'south';
railway.get('/south', (request, response) => {
  response.json({ to: SOUTH });
});
