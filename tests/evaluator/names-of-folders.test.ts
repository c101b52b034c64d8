import { expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

/** Folders that export one another: what nobody exports (types) is looked for once and then known, and what somebody exports is found all the same. */
test.each([
  ['before', "import { Pot, type Clay } from './all'; const wanted = Pot; const pot = (given: Clay) => given; void wanted;"],
  ['in front of the routes', ''],
])('names that are only types, asked for %s', async (_, first) => {
  const scan = await scanMini(
    {
      'index.ts': `
      ${first}
      import express from 'express';
      import { Pot, kiln, Glaze } from './all';
      import { shelf } from './shelf';
      const shop = express();
      shop.use('/kiln', kiln(Pot ?? 'plain'));
      shop.use('/glaze', kiln(Glaze));
      shop.use(shelf);
      shop.listen(1);`,
      'all.ts': "export * from './clay'; export * from './fire';",
      'clay.ts':
        "export * from './all'; export interface Pot { readonly size: number } export type Clay = string; export const Glaze = 'glazed';",
      'fire.ts': `
      export * from './clay';
      import express from 'express';
      export function kiln(what) { const router = express.Router(); router.get('/' + what, function bake(req, res) { res.end(); }); return router; }`,
      'shelf.ts': `
      import express from 'express';
      import { Pot, Glaze } from './fire';
      export const shelf = express.Router();
      shelf.get('/shelf/' + (Pot ?? Glaze), function look(req, res) { res.end(); });`,
    },
    { main: 'index.ts' },
  );
  expect(scan.routes).toEqual(['GET /glaze/glazed [] bake', 'GET /kiln/plain [] bake', 'GET /shelf/glazed [] look']);
  expect(scan.unresolved).toEqual([]);
});
