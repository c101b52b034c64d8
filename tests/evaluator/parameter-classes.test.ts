import { expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

/** What decorators' metadata say of constructors: the class that a parameter's type names, through imports, and nothing for what is only a type. */
test('containers construct classes with instances of what their parameters name', async () => {
  const scan = await scanMini(
    {
      'index.ts': `
      import express from 'express';
      import { Container } from 'typedi';
      import { Kiosk } from './kiosk';
      const stand = express();
      Container.get(Kiosk).open(stand);
      stand.listen(1);`,
      'kiosk.ts': `
      import type { Express } from 'express';
      import { Service } from 'typedi';
      import * as parts from './parts';
      import type { Awning } from './awning';
      interface Sign { readonly text: string }
      @Service()
      export class Kiosk {
        constructor(private readonly shelf: parts.Shelf, private readonly awning: Awning, private readonly sign: Sign, private readonly count: number) {}
        open(stand: Express) { stand.get(this.shelf.path, function sell(req, res) { res.end(); }); }
      }`,
      'parts.ts': `
      import { Service } from 'typedi';
      @Service()
      export class Label { readonly text = 'papers'; }
      @Service()
      export class Shelf {
        readonly path: string;
        constructor(label: Label) { this.path = '/' + label.text; }
      }`,
      'awning.ts': `throw new Error('a type runs nothing');`,
    },
    { main: 'index.ts' },
  );
  expect(scan).toEqual({ routes: ['GET /papers [] sell'], diagnostics: [], unresolved: [] });
});
