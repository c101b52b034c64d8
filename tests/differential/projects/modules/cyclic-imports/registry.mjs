import { describePuffin } from './puffin.mjs';
export const registry = [];
export function addTo(app) {
  for (const [path, handler] of registry) app.get(path, handler);
  app.get(describePuffin(), (req, res) => res.end());
}
