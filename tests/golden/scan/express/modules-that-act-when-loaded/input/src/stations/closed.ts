import { railway } from '../tracks.js';

// Nobody needs a value of this module, so that TypeScript does not load it.
export interface Closed {
  since: number;
}
railway.get('/closed', (request, response) => {
  response.json({ since: 1 });
});
