import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { toModel } from '../../backends/model-json/index.js';
import { createScanSession } from '../../compiler/scan-session.js';
import { scanProject, type ScanResult } from '../../compiler/scan.js';
import { formatModel } from '../../runtime/store/index.js';

jest.setTimeout(600_000);

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

type Files = Record<string, string>;

/** State that a signal and a timer change. */
const lamp: Files = {
  'package.json': '{ "name": "lamp", "main": "main.js", "dependencies": { "express": "^4.18.0" } }',
  'main.js': `const express = require('express');
const lamp = express();
const state = { out: false, dim: false };
process.on('SIGTERM', () => {
  state.out = true;
});
setInterval(() => {
  state.dim = Date.now() > 3;
}, 1000);
lamp.get('/lit', (request, response) => {
  if (state.out) return response.status(503).json({ lit: false });
  response.json({ lit: !state.dim });
});
lamp.listen(1);
`,
};

/** A handler and a middleware that hand requests to what has no value yet, and never gets one. */
const weir: Files = {
  'package.json': '{ "name": "weir", "main": "main.js", "dependencies": { "express": "^4.18.0" } }',
  'main.js': `const express = require('express');
const { flow } = require('./flow');
const weir = express();
let gate;
weir.use((request, response, next) => {
  gate(request, response, next);
});
weir.get('/flow', (request, response) => {
  flow(response);
});
weir.listen(1);
`,
  'flow.js': 'exports.ebb = 1;\n',
};

/** What routes throw passes one middleware, and reaches another one that answers it. */
const mill: Files = {
  'package.json': '{ "name": "mill", "main": "main.js", "dependencies": { "koa": "^2.15.0", "@koa/router": "^12.0.0" } }',
  'main.js': `const Koa = require('koa');
const Router = require('@koa/router');
const mill = new Koa();
const router = new Router();
mill.use(async (ctx, next) => {
  await next();
});
router.get('/wheel', (ctx) => {
  ctx.throw(418, 'it stands still');
});
mill.use(router.routes());
mill.listen(1);
`,
};

/** Plain JavaScript: a guard that leaves the user, services that throw errors of the program, an error handler, a table, a function that set-up runs. */
/** A controller with a route below a path, behind some more text. */
const orchardController = (path: string, more: string): string =>
  [
    "import { BaseHttpController, controller, httpGet } from 'inversify-express-utils';",
    `${more}@controller('/${path}')`,
    "export class Trees extends BaseHttpController { @httpGet('/') list() { return this.ok(); } }",
    '',
  ].join('\n');

const desk: Files = {
  'package.json': '{ "name": "desk", "main": "main.js", "dependencies": { "express": "^4.18.0", "jsonwebtoken": "^9.0.0" } }',
  'settings.json': '{ "prefix": "/api", "extra": true }',
  'main.js': `const express = require('express');
const settings = require('./settings.json');
const { guard } = require('./guard');
const { lateAnswer } = require('./answers');
const desk = express();
desk.use(express.json());
desk.use(settings.prefix, guard, require('./pages/drawers'));
if (settings.extra) desk.use('/extra', require('./pages/extra'));
desk.get('/late', (incoming, outgoing) => {
  lateAnswer(outgoing);
});
desk.use((problem, incoming, outgoing, pass) => {
  const status = problem.status || 500;
  outgoing.status(status).json({ message: problem.message, code: problem.code });
});
desk.listen(3000);
`,
  'guard.js': `const jwt = require('jsonwebtoken');
const { Refused } = require('./problems');
exports.guard = (incoming, outgoing, pass) => {
  const token = incoming.headers.authorization;
  if (!token) throw new Refused('no token', 401);
  incoming.person = jwt.verify(token, 'x');
  incoming.level = 3;
  pass();
};
`,
  'problems.js': `class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}
module.exports = { Refused };
`,
  'answers.js': `const store = require('./store');
let count = 0;
exports.lateAnswer = (outgoing) => {
  count += 1;
  outgoing.json({ all: store.all(), first: store.one(1) });
};
`,
  'store.js': `const { Refused } = require('./problems');
const rows = [{ id: 1, label: 'a' }];
const find = (id) => rows.find((row) => row.id === Number(id));
exports.all = () => rows;
exports.one = (id) => {
  const row = find(id);
  if (!row) throw new Refused('nothing there', 404);
  return row;
};
exports.add = (label, person) => {
  const row = { id: rows.length, label, by: person.name };
  rows.push(row);
  return row;
};
`,
  'pages/drawers.js': `const { Router } = require('express');
const store = require('../store');
const drawers = Router();
const wrapped = (run) => async (incoming, outgoing, pass) => {
  try {
    await run(incoming, outgoing);
  } catch (problem) {
    pass(problem);
  }
};
drawers.get('/drawers', wrapped(async (incoming, outgoing) => {
  outgoing.json({ level: incoming.level, page: Number(incoming.query.page) || 1, drawers: store.all() });
}));
drawers.get('/drawers/:id', wrapped(async (incoming, outgoing) => {
  outgoing.json(store.one(incoming.params.id));
}));
drawers.post('/drawers', wrapped(async (incoming, outgoing) => {
  const { label } = incoming.body;
  if (!label) return outgoing.status(400).json({ problem: 'label' });
  outgoing.status(201).json(store.add(label, incoming.person));
}));
for (const name of ['red', 'blue']) drawers.delete('/' + name, (incoming, outgoing) => {
  outgoing.sendStatus(204);
});
module.exports = drawers;
`,
  'pages/extra.js': `const { Router } = require('express');
module.exports = Router().get('/ping', (incoming, outgoing) => outgoing.send('pong')).put('/ping', function (incoming, outgoing) {
  outgoing.send(arguments.length > 1 ? 'two' : 'one');
});
`,
};

/** TypeScript: classes, stated and inferred types, a service that only types reach, aliases of paths. */
const shelf: Files = {
  'package.json': '{ "name": "shelf", "main": "src/start.ts", "type": "module", "dependencies": { "express": "^5.0.0" } }',
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@shelf/*": ["src/*"] } } }',
  'src/start.ts': `import express from 'express';
import { BookPages } from '@shelf/pages/book-pages';
import { problems } from './problems.js';
const shelf = express();
const pages = new BookPages();
shelf.use('/books', pages.router);
shelf.use(problems);
shelf.listen(1);
`,
  'src/problems.ts': `import type { NextFunction, Request, Response } from 'express';
export class NotThere extends Error {
  readonly status = 404;
}
export function problems(problem: Error & { status?: number }, request: Request, response: Response, next: NextFunction) {
  response.status(problem.status ?? 500).json({ what: problem.message });
}
`,
  'src/books.ts': `import { NotThere } from './problems.js';
export interface Book { isbn: string; pages: number; by?: string }
declare function load(name: string): Promise<any>;
export class Books {
  async find(isbn: string): Promise<Book> {
    const book = await load(isbn);
    if (!book) throw new NotThere('no book');
    return book;
  }
  async count() {
    const all = await load('all');
    return { total: Number(all.total), read: true };
  }
  list(filter: { by?: string }): Promise<Book[]> {
    return load(filter.by ?? 'all');
  }
}
`,
  'src/pages/book-pages.ts': `import { Router, type Request, type Response } from 'express';
import { Books, type Book } from '../books.js';
export class BookPages {
  readonly router = Router();
  private readonly books = new Books();
  constructor() {
    this.router.get('/', (request, response) => this.list(request, response));
    this.router.get('/count', async (request, response) => {
      const count = await this.books.count();
      response.json(count);
    });
    this.router.get('/:isbn', (request, response) => this.one(request, response));
    this.router.post('/', (request: Request<object, object, Book>, response) => {
      const book: Book = request.body;
      response.status(201).json(book);
    });
  }
  private async list(request: Request, response: Response) {
    const books = await this.books.list({ by: request.query.by as string });
    response.json({ books });
  }
  private async one(request: Request, response: Response): Promise<void> {
    const book = await this.books.find(request.params.isbn);
    response.json(book);
  }
}
`,
};

/** Lines that say something in one place, nothing in another, and break a third. */
const LINES = [
  '',
  '// a line',
  '/* two',
  'lines */',
  '  const more = 1;',
  '  if (incoming.query.q) return outgoing.status(418).json({ tea: true });',
  "  if (request.query.q) { response.status(418).json({ tea: 'yes' }); return; }",
  "  throw new Error('always');",
  "  return { id: 7, other: 'x' };",
  '  incoming.level = { of: 1 };',
  '  pass();',
  '  outgoing.json({ level: incoming.level });',
  '  console.log(arguments);',
  '  await Promise.resolve(1);',
  '  const late = (x) => x + 1;',
  "  import('./store');",
  '  request.session.note = { sold: 1 };',
  '  request.clerk = 3;',
  "  if (!request.query.kind) return void response.status(422).json({ kind: 'missing' });",
  "drawers.get('/added', (incoming, outgoing) => outgoing.json({}));",
  "desk.get('/added', guard, (incoming, outgoing) => outgoing.json({}));",
  '}',
  '{',
];

interface Edit {
  readonly file: number;
  readonly line: number;
  readonly kind: 'insert' | 'remove' | 'repeat' | 'restore' | 'delete' | 'add' | 'rename' | 'settings';
  readonly what: number;
}

const edits = fc.array(
  fc.array(
    fc.record<Edit>({
      file: fc.nat(),
      line: fc.nat(),
      what: fc.nat(),
      kind: fc.oneof(
        { weight: 10, arbitrary: fc.constant('insert' as const) },
        { weight: 3, arbitrary: fc.constant('remove' as const) },
        { weight: 2, arbitrary: fc.constant('repeat' as const) },
        { weight: 6, arbitrary: fc.constant('restore' as const) },
        { weight: 1, arbitrary: fc.constantFrom('delete' as const, 'add' as const, 'rename' as const, 'settings' as const) },
      ),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  { minLength: 4, maxLength: 10 },
);

/** Hands requests to an application that its set-up does not know. */
const ferry: Files = {
  'package.json': '{ "name": "ferry", "main": "main.ts", "dependencies": { "hono": "^4.0.0", "@hono/node-server": "^1.0.0" } }',
  'main.ts': `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { crew } from './crew';
const ferry = new Hono();
ferry.get('/tides', (c) => c.json({ high: 4 }));
ferry.get('/crew', (c) => {
  return crew.request('/crew/' + c.req.query('of'));
});
serve(ferry);
`,
  'crew.ts': `import { Hono } from 'hono';
export const crew = new Hono().basePath('/crew');
crew.get('/watches', (c) => c.json([]));
crew.post('/watches', (c) => c.json({}, 201));
`,
};

/** Handlers leave notes in the session, which others find. */
const booth: Files = {
  'package.json': '{ "name": "booth", "main": "main.js", "dependencies": { "express": "4", "express-session": "1" } }',
  'main.js': `const express = require('express');
const session = require('express-session');
const booth = express();
booth.use(session({ secret: 'x' }));
booth.use((request, response, next) => {
  request.clerk = { desk: 4 };
  next();
});
booth.post('/tickets', (request, response) => {
  request.session.note = { sold: true };
  response.redirect('/tickets');
});
booth.get('/tickets', (request, response) => {
  const { note } = request.session;
  delete request.session.note;
  response.json({ note, clerk: request.clerk });
});
booth.listen(1);
`,
};

/** Types that are asked for one file after the other, the last of which only a request loads. */
const kiln: Files = {
  'package.json': '{ "name": "kiln", "main": "src/start.ts", "type": "module", "dependencies": { "express": "^5.0.0" } }',
  'src/start.ts': `import express from 'express';
import { cups } from './cups.js';
import { pots } from './pots.js';
const kiln = express();
kiln.get('/cups', cups);
kiln.get('/pots', pots);
const late = () => import('./late/index.js');
kiln.get('/fired', async (request, response) => {
  const { fired } = await late();
  response.json(await fired());
});
kiln.listen(1);
`,
  'src/cups.ts': `import type { Request, Response } from 'express';
interface Cup { glaze: string }
declare function load(name: string): Promise<any>;
const all = async (): Promise<Cup[]> => load('cups');
export async function cups(request: Request, response: Response): Promise<void> {
  response.json(await all());
}
`,
  'src/pots.ts': `import type { Request, Response } from 'express';
interface Pot { litres: number }
declare function load(name: string): Promise<any>;
const all = async (): Promise<Pot[]> => load('pots');
export async function pots(request: Request, response: Response): Promise<void> {
  response.json(await all());
}
`,
  'src/late/index.ts': "export * from './glazes.js';\nexport * from './fired.js';\n",
  'src/late/glazes.ts': "export const glazes = ['ash'];\n",
  'src/late/fired.ts': `interface Fired { at: number; cracked: boolean }
declare function load(name: string): Promise<any>;
export async function fired(): Promise<Fired> {
  return load('fired');
}
`,
};

/** Handlers go through a package that nobody can read. */
const sluice: Files = {
  'package.json': '{ "name": "sluice", "main": "main.js", "dependencies": { "express": "4", "slow-down-there": "1" } }',
  'main.js': `const express = require('express');
const slow = require('slow-down-there');
const sluice = express();
const gates = { north: 1, south: 2 };
sluice.get('/gates', slow(async (request, response) => {
  response.json({ open: gates.north });
}));
sluice.listen(1);
`,
};

/** A project on the disk, and what is done to it. */
class Project {
  readonly root: string;
  private files: Files;
  constructor(private readonly original: Files) {
    this.root = mkdtempSync(join(tmpdir(), 'rescan-'));
    cleanups.push(() => {
      rmSync(this.root, { recursive: true, force: true });
    });
    this.files = {};
    for (const [file, text] of Object.entries(original)) this.write(file, text);
  }
  write(file: string, text: string): void {
    this.files[file] = text;
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
  }
  remove(file: string): void {
    delete this.files[file];
    rmSync(join(this.root, file), { force: true });
  }
  replace(file: string, text: string, by: string): void {
    expect(this.files[file]).toContain(text);
    this.write(file, this.files[file]!.replace(text, by));
  }

  apply({ file, line, kind, what }: Edit): void {
    const sources = Object.keys(this.files)
      .filter((name) => /\.[jt]s$/.test(name))
      .sort();
    if (sources.length === 0 && kind !== 'restore') return;
    const name = sources[file % sources.length]!;
    const lines = (this.files[name] ?? '').split('\n');
    const at = line % lines.length;
    switch (kind) {
      case 'insert':
        lines.splice(at, 0, LINES[what % LINES.length]!);
        this.write(name, lines.join('\n'));
        return;
      case 'remove':
        lines.splice(at, 1);
        this.write(name, lines.join('\n'));
        return;
      case 'repeat':
        lines.splice(at, 0, lines[at]!);
        this.write(name, lines.join('\n'));
        return;
      case 'restore': {
        const all = Object.keys(this.original).sort();
        const back = all[file % all.length]!;
        this.write(back, this.original[back]!);
        return;
      }
      case 'delete':
        this.remove(name);
        return;
      case 'add':
        this.write(name.replace(/\.([jt]s)$/, `${what % 3}.$1`), this.files[name]!);
        return;
      case 'rename': {
        const text = this.files[name]!;
        this.remove(name);
        this.write(name.replace(/\.([jt]s)$/, '-renamed.$1'), text);
        return;
      }
      case 'settings': {
        const texts = [
          '{ "prefix": "/other", "extra": false }',
          '{ "compilerOptions": { "baseUrl": "." } }',
          '{ "name": "else", "dependencies": { "express": "^5.0.0" } }',
          '{',
        ];
        this.write(['settings.json', 'tsconfig.json', 'package.json'][file % 3]!, texts[what % texts.length]!);
      }
    }
  }
}

const textOf = ({ endpointSet, diagnostics, project }: ScanResult): string =>
  JSON.stringify([endpointSet, diagnostics], null, 1) +
  formatModel({
    ...toModel(endpointSet, { name: project.name, language: project.language, framework: project.framework }),
    generatedAt: '',
  });

describe('scans that follow one another', () => {
  test.each<[string, Files, number]>([
    ['plain JavaScript', desk, 6],
    ['TypeScript', shelf, 6],
    ['handlers that find what others leave', booth, 6],
    ['types that are asked for file by file', kiln, 6],
  ])('of %s are each that of a cold scan, whatever was edited', async (_name, files, runs) => {
    let partial = 0;
    await fc.assert(
      fc.asyncProperty(edits, async (steps) => {
        const project = new Project(files);
        const session = createScanSession();
        const options = { root: project.root, observe: true };
        await session.scan(options);
        for (const step of steps) {
          for (const edit of step) project.apply(edit);
          const next = textOf(await session.scan(options));
          if (session.wasPartial) partial++;
          expect(next).toBe(textOf(await scanProject(options)));
        }
        rmSync(project.root, { recursive: true, force: true });
      }),
      { numRuns: runs },
    );
    // Some of them used the scan before; which ones do is said below.
    expect(partial).toBeGreaterThan(0);
  });

  const after = async (files: Files, edit: (project: Project) => void): Promise<{ partial: boolean; text: string; cold: string }> => {
    const project = new Project(files);
    const session = createScanSession();
    const options = { root: project.root, observe: true };
    await session.scan(options);
    edit(project);
    const text = textOf(await session.scan(options));
    return { partial: session.wasPartial, text, cold: textOf(await scanProject(options)) };
  };

  test.each<[string, Files, (project: Project) => void, string]>([
    [
      'a handler answers something else',
      desk,
      (project) => {
        project.replace('pages/drawers.js', 'outgoing.json(store.one', 'outgoing.status(203).json({ it: 1 });\n  outgoing.json(store.one');
      },
      '"203"',
    ],
    [
      'lines come in front of other functions',
      desk,
      (project) => {
        project.replace('store.js', '  const row = find(id);', '  // one\n  // two\n  const row = find(id);');
      },
      '"nothing there"',
    ],
    [
      'a service fails in another way',
      desk,
      (project) => {
        project.replace('store.js', "'nothing there', 404", "'nothing there', 410");
      },
      '"410"',
    ],
    [
      'a guard leaves something else',
      desk,
      (project) => {
        project.replace('guard.js', 'incoming.level = 3', "incoming.level = 'high'");
      },
      '"level"',
    ],
    [
      'an error handler answers in another way',
      desk,
      (project) => {
        project.replace('main.js', 'code: problem.code', 'kind: problem.name');
      },
      '"kind"',
    ],
    [
      'a method gives what its type states',
      shelf,
      (project) => {
        project.replace('src/books.ts', "throw new NotThere('no book')", "throw new NotThere('gone')");
      },
      '"isbn"',
    ],
    [
      'a comment stands above a route',
      desk,
      (project) => {
        project.replace('main.js', "desk.get('/late'", "// later\ndesk.get('/late'");
      },
      '"/late"',
    ],
    [
      'a middleware answers errors that had passed it',
      mill,
      (project) => {
        project.replace(
          'main.js',
          '  await next();',
          '  try {\n    await next();\n  } catch (e) {\n    ctx.status = 508;\n    ctx.body = { stuck: true };\n  }',
        );
      },
      '"508"',
    ],
    [
      'a handler changes that finds what a signal has changed',
      lamp,
      (project) => {
        project.replace('main.js', 'status(503)', 'status(507)');
      },
      '"507"',
    ],
    [
      'a handler leaves what it left before',
      booth,
      (project) => {
        project.replace('main.js', "response.redirect('/tickets')", "response.status(201).json({ at: '/tickets' })");
      },
      '"201"',
    ],
    [
      'a handler leaves another note for others',
      booth,
      (project) => {
        project.replace('main.js', 'sold: true', 'sold: 2, to: String(request.body.name)');
      },
      '"to"',
    ],
    [
      'a middleware leaves at another place what it left before',
      booth,
      (project) => {
        project.replace('main.js', '  request.clerk', '  // a clerk\n  if (!request.ip) return next();\n  request.clerk');
      },
      '"desk"',
    ],
    [
      'types were asked for in more files after those of a handler',
      kiln,
      (project) => {
        project.replace(
          'src/cups.ts',
          '  response.json',
          '  if (!request.query.kind) {\n    response.status(422).end();\n    return;\n  }\n  response.json',
        );
      },
      '"422"',
    ],
    [
      'a request found a module by others that it went through',
      kiln,
      (project) => {
        project.replace(
          'src/start.ts',
          '  response.json(await',
          '  if (!request.query.kind) return void response.status(422).end();\n  response.json(await',
        );
      },
      '"cracked"',
    ],
    [
      'a program lists the folder into which scans write',
      {
        ...lamp,
        'main.js': lamp['main.js']!.replace(
          'lamp.listen(1);',
          "if (require('fs').readdirSync(__dirname).length > 9) lamp.get('/many', () => {});\nlamp.listen(1);",
        ),
      },
      (project) => {
        project.write('.tool/model.json', '{}');
        project.replace('main.js', 'status(503)', 'status(507)');
      },
      '"507"',
    ],
    [
      'a function that a package is given mentions more of its own and of the language',
      sluice,
      (project) => {
        project.replace(
          'main.js',
          '  response.json',
          '  const wanted = Number(request.query.wanted);\n  if (process.env.CLOSED || isNaN(wanted)) return response.status(409).end();\n  response.json',
        );
      },
      '/gates',
    ],
    [
      'a module that only requests need has moved routes',
      ferry,
      (project) => {
        project.replace('crew.ts', "crew.get('/watches'", "// two watches\ncrew.get('/watches'");
        project.replace(
          'main.ts',
          'return crew.request',
          "const asked = c.req.query('of');\n  if (!asked) return c.body(null, 404);\n  return crew.request",
        );
      },
      'registers 2 routes, and only code that serves requests needs it',
    ],
    [
      'a signal changes nothing any more',
      lamp,
      (project) => {
        project.replace('main.js', 'state.out = true', "console.log('no')");
      },
      '/lit',
    ],
  ])('use the one before where %s', async (_name, files, edit, expected) => {
    const { partial, text, cold } = await after(files, edit);
    expect(text).toBe(cold);
    expect(text).toContain(expected);
    expect(partial).toBe(true);
  });

  test.each<[string, Files, (project: Project) => void]>([
    [
      'what a call beside the set-up comes to loads modules that nothing names',
      {
        'package.json': '{ "name": "tides", "main": "main.js", "dependencies": { "express": "4" } }',
        'main.js': [
          "const express = require('express');",
          "const tables = require('./tables');",
          'const app = express();',
          "app.get('/tides', (incoming, outgoing) => outgoing.json([]));",
          'app.listen(3000);',
          'const fill = async () => {',
          '  let sum = 0;',
          '  for (let day = 0; day < 40000; day++) sum += day % 7;',
          "  await tables.load('./spring', sum);",
          '};',
          'fill();',
        ].join('\n'),
        'tables.js': 'exports.load = async (name, sum) => {\n  return [name, sum];\n};\n',
      },
      (project) => {
        project.replace('tables.js', 'return [name, sum]', 'return [require(name), sum]');
      },
    ],
    [
      'a body is the first to need an import, and with it come routes that are registered when its file is loaded',
      {
        'package.json':
          '{ "name": "orchard", "main": "main.ts", "dependencies": { "express": "4", "inversify": "6", "inversify-express-utils": "6" } }',
        'main.ts':
          "import { Container } from 'inversify';\nimport { InversifyExpressServer } from 'inversify-express-utils';\nimport './pears.js';\nnew InversifyExpressServer(new Container()).build().listen(3000);\n",
        'pears.ts': orchardController('pears', "import { RIPE } from './plums.js';\n"),
        'plums.ts': orchardController('plums', 'export const RIPE = 1;\n'),
      },
      (project) => {
        project.replace('pears.ts', 'this.ok()', 'this.json({ ripe: RIPE })');
      },
    ],
    [
      'a route is added',
      desk,
      (project) => {
        project.replace('main.js', 'desk.listen', "desk.get('/new', guard, (incoming, outgoing) => outgoing.end());\ndesk.listen");
      },
    ],
    [
      'a function changes that the set-up runs',
      desk,
      (project) => {
        project.replace('pages/drawers.js', 'async (incoming, outgoing, pass) => {', 'async (incoming, outgoing) => {');
      },
    ],
    [
      'a handler hands requests to nothing any more that has no value yet',
      weir,
      (project) => {
        project.replace('main.js', '  flow(response);', '  response.end();');
      },
    ],
    [
      'a middleware hands requests to nothing any more that has no value yet',
      weir,
      (project) => {
        project.replace('main.js', '  gate(request, response, next);', '  next();');
      },
    ],
    [
      'a function that a package is given mentions the application',
      sluice,
      (project) => {
        project.replace('main.js', '  response.json', "  sluice.get('/later', (again, answer) => answer.end());\n  response.json");
      },
    ],
    [
      'a function that a package is given reads another member of what is around it',
      sluice,
      (project) => {
        project.replace('main.js', 'gates.north', 'gates.south');
      },
    ],
    [
      'the inferred type of a result changes',
      shelf,
      (project) => {
        project.replace('src/books.ts', 'read: true', 'read: true, more: 1');
      },
    ],
    [
      'a function changes that a timer of the set-up runs',
      lamp,
      (project) => {
        project.replace('main.js', 'state.dim = Date.now() > 3', 'state.out = Date.now() > 3');
      },
    ],
    [
      'a setting changes',
      desk,
      (project) => {
        project.write('settings.json', '{ "prefix": "/v2", "extra": true }');
      },
    ],
    [
      'a path alias changes',
      shelf,
      (project) => {
        project.write('tsconfig.json', '{}');
      },
    ],
    [
      'a file is gone',
      desk,
      (project) => {
        project.remove('pages/extra.js');
      },
    ],
    [
      'a configuration cannot be read that no program asks for',
      {
        ...shelf,
        'test/tsconfig.json': '{ "extends": "./gone.json" }',
        'test/pads.ts': "import pad from 'left-pad';\nexport { pad };\n",
        'extra/tool.ts': "import { pad } from '../test/pads.js';\npad();\n",
      },
      (project) => {
        project.replace('src/start.ts', 'shelf.listen(1)', "shelf.get('/', problems);\nshelf.listen(1)");
      },
    ],
    [
      'a type changes',
      shelf,
      (project) => {
        project.replace('src/books.ts', 'pages: number', 'pages: string');
      },
    ],
    [
      'declarations change',
      {
        'package.json': '{ "name": "jetty", "main": "main.ts", "dependencies": { "express": "4" } }',
        'main.ts': [
          "import express from 'express';",
          "import { Boat } from './boats';",
          'declare function read(): unknown;',
          'const jetty = express();',
          "jetty.get('/boats', (_request, response) => { response.json(read() as Boat); });",
          'jetty.listen(1);',
        ].join('\n'),
        'boats.d.ts': 'export interface Boat { name: string }\n',
      },
      (project) => {
        project.replace('boats.d.ts', 'name: string', 'name: string; length: number');
      },
    ],
  ])('begin anew where %s', async (_name, files, edit) => {
    const { partial, text, cold } = await after(files, edit);
    expect(text).toBe(cold);
    expect(partial).toBe(false);
  });
});
