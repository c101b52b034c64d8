import { tree } from './tree.js';

export default {
  async fetch(request: Request, env: { SEASON: string }) {
    return tree.fetch(request, { ...env, now: Date.now() });
  },
};
