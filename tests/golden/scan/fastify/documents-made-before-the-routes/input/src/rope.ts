import type { Express } from 'express';
import { describe, written } from './document';

/** The same on a server that waits for nothing. */
export function tie(app: Express): void {
  const documents = [written('french'), written('english'), written('welsh'), written('basque')];
  app.get('/ropes', (_request, response) => response.json({ ropes: documents.length }));
}

/** What computes by itself for ever is left all the same, and those that called it go on. */
export function coil(app: Express): void {
  let turns = 0;
  for (;;) {
    turns = describe(2, 'welsh', `turn-${turns}`).level + turns;
    if (turns < 0) break;
  }
  app.get('/never', (_request, response) => response.json({ turns }));
}
