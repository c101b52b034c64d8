import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { formatModel, mergeScan, readModel, readSharedModel, recordScan, storePaths, type LastScan } from '../../runtime/store/index.js';
import type { Endpoint, Model } from '../../schemas/index.js';

jest.setTimeout(120_000);

interface Route {
  path: string;
  readonly method: string;
  readonly handler: string | undefined;
  readonly file: string;
  line: number;
}
interface World {
  readonly root: string;
  readonly routes: Route[];
  /** What people wrote and nobody took back. */
  readonly written: Set<string>;
  /** Edits of fields that scans give, which only the record of the last scan tells from scanned values. */
  unmarked: boolean;
  /** Whether that record is there. Without it such edits have to be marked, and the texts that scans do not give are safe in any case. */
  recorded: boolean;
  time: number;
}

const scanned = (routes: readonly Route[]): Model => ({
  version: '0.3',
  generatedAt: '1970-01-01T00:00:00.000Z',
  project: { name: 'kiosk', language: 'typescript', framework: 'express' },
  environments: [],
  securitySchemes: {},
  endpoints: [
    ...new Map(
      routes.map((route): [string, Endpoint] => [
        `${route.method} ${route.path}`,
        {
          id: `${route.method} ${route.path}`,
          method: route.method,
          path: route.path,
          name: `Name of ${route.handler ?? 'it'}`,
          ...(route.handler && { handlerName: route.handler }),
          source: { file: route.file, line: route.line },
          middleware: [],
          parameters: route.path
            .split('/')
            .filter((segment) => segment.startsWith(':'))
            .map((segment) => ({ name: segment.slice(1), in: 'path', type: 'string' })),
        },
      ]),
    ).values(),
  ],
});

function edit(world: World, change: (model: Model) => void): void {
  const model = readModel(world.root)!;
  change(model);
  writeFileSync(storePaths(world.root).model, JSON.stringify(model, null, 4));
}
const text = (world: World): string => {
  const token = `by hand ${world.time++}`;
  world.written.add(token);
  return token;
};
/** A text that is replaced by another one was not lost. */
const replaced = (world: World, old: unknown): void => {
  if (typeof old === 'string') world.written.delete(old);
};

/** What a scan makes of the model in a process that has read everything from files: there no part of it is known from the scan before. */
function asOfNothingKept({ root, routes }: World): Model | null {
  const { model, scannedModel } = storePaths(root);
  if (!existsSync(model)) return null;
  const last = existsSync(scannedModel) ? (JSON.parse(readFileSync(scannedModel, 'utf8')) as LastScan) : null;
  return mergeScan(readModel(root)!, scanned(routes), last).model;
}

const events: Readonly<Record<string, (world: World, which: number) => void>> = {
  'a route is added': ({ routes }, which) => {
    routes.push({
      path: ['/users', '/users/:id', '/orders/:id', '/api/users/:id', '/api/v1/orders'][which % 5]!,
      method: which % 2 ? 'GET' : 'POST',
      handler: [undefined, 'list', 'show'][which % 3],
      file: `${which % 2}.ts`,
      line: which + 1,
    });
  },
  'a route is removed': ({ routes }, which) => {
    routes.splice(which % (routes.length || 1), 1);
  },
  'a route gets another path': ({ routes }, which) => {
    const route = routes[which % (routes.length || 1)];
    if (route) route.path = `/moved${route.path}`;
  },
  'a path parameter is renamed': ({ routes }, which) => {
    const route = routes[which % (routes.length || 1)];
    if (route) route.path = route.path.replace(/:\w+/, `:p${which}`);
  },
  'lines move': ({ routes }) => {
    for (const route of routes) route.line += 3;
  },
  'routes change places': ({ routes }) => {
    routes.reverse();
  },
  'a summary is written': (world, which) =>
    edit(world, ({ endpoints }) => {
      const endpoint = endpoints[which % (endpoints.length || 1)];
      if (!endpoint) return;
      replaced(world, endpoint.summary);
      endpoint.summary = text(world);
    }),
  'a name is corrected': (world, which) =>
    edit(world, ({ endpoints }) => {
      const endpoint = endpoints[which % (endpoints.length || 1)];
      if (!endpoint || !world.recorded) return;
      replaced(world, endpoint.name);
      endpoint.name = text(world);
      world.unmarked = true;
    }),
  'a parameter is described': (world, which) =>
    edit(world, ({ endpoints }) => {
      const parameter = endpoints[which % (endpoints.length || 1)]?.parameters?.[0];
      if (!parameter || !world.recorded) return;
      replaced(world, parameter.description);
      parameter.description = text(world);
      world.unmarked = true;
    }),
  'an endpoint is added by hand': (world, which) =>
    edit(world, ({ endpoints }) => {
      endpoints.push({
        id: `GET /hand/${world.time}-${which}`,
        method: 'GET',
        path: `/hand/${world.time}-${which}`,
        name: text(world),
        middleware: [],
      });
    }),
  'an environment is added': (world) =>
    edit(world, ({ environments }) => {
      environments.push({ name: text(world), baseUrl: 'http://localhost:1' });
    }),
  'a field that nobody knows': (world, which) =>
    edit(world, (model) => {
      Object.assign(model.endpoints[which % (model.endpoints.length || 1)] ?? model, { [`x-${world.time}`]: text(world) });
    }),
  'the cache goes away': (world) => {
    if (world.unmarked) return;
    rmSync(storePaths(world.root).cache, { recursive: true, force: true });
    world.recorded = false;
  },
};

test('no sequence of scans, edits and source changes loses what people wrote', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(events), 'scan', 'scan', 'scan'), fc.nat({ max: 11 })), {
        minLength: 3,
        maxLength: 24,
      }),
      async (sequence) => {
        const world: World = {
          root: mkdtempSync(join(tmpdir(), 'tool-sequence-')),
          routes: [],
          written: new Set(),
          unmarked: false,
          recorded: false,
          time: 1,
        };
        for (let which = 0; which < 3; which++) events['a route is added']!(world, which);
        const scan = async (): Promise<void> => {
          const unshared = asOfNothingKept(world);
          await recordScan(world.root, scanned(world.routes), () => new Date(Date.UTC(2026, 0, 1, 0, world.time++)));
          world.unmarked = false;
          world.recorded = true;
          const bytes = readFileSync(storePaths(world.root).model, 'utf8');
          if (unshared) expect(bytes).toBe(formatModel({ ...unshared, generatedAt: readModel(world.root)!.generatedAt }));
          const record = readFileSync(storePaths(world.root).scannedModel, 'utf8');
          expect(record).toBe(`${JSON.stringify(JSON.parse(record))}\n`);
          for (const token of world.written) expect(bytes).toContain(JSON.stringify(token));
          // Every route of the source is in the model, and a second scan says nothing new.
          const keys = new Set(readModel(world.root)!.endpoints.map(({ method, path }) => `${method} ${path}`));
          for (const { method, path } of world.routes) expect(keys).toContain(`${method} ${path}`);
          expect((await recordScan(world.root, scanned(world.routes))).written).toBe(false);
          expect(readSharedModel(world.root)).toStrictEqual(readModel(world.root));
        };
        try {
          await scan();
          for (const [event, which] of sequence)
            if (event === 'scan') await scan();
            else events[event]!(world, which);
          await scan();
        } finally {
          rmSync(world.root, { recursive: true });
        }
      },
    ),
    { numRuns: 100 },
  );
});
