import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_FACTS, handlerId, itemId, middlewareId, routerId, type Item, type PathSyntax, type Program } from '@tool/ir';
import { runPipeline } from '../../compiler/pipeline.js';
import { deepFreeze } from '../support/deep-freeze.js';

/**
 * Chains against real Express: a generated tree of routers is built twice, as a program for the passes and as an application.
 * A request to each endpoint has to meet exactly the middlewares of its chain, in that order.
 */

type Plan =
  | { readonly kind: 'use'; readonly paths: readonly string[]; readonly ends: boolean }
  | { readonly kind: 'route'; readonly method: 'get' | 'post'; readonly path: string; readonly own: number }
  | { readonly kind: 'mount'; readonly paths: readonly string[]; readonly items: readonly Plan[]; readonly twice: boolean };

type Next = () => void;
interface Request {
  readonly seen: string[];
}
interface Router {
  use(...args: unknown[]): unknown;
  get(...args: unknown[]): unknown;
  post(...args: unknown[]): unknown;
  handle(request: object, response: object, done: (error?: unknown) => void): void;
}
type Express = (() => Router) & { Router(): Router };

const require = createRequire(import.meta.url);
const text = fc.constantFrom('/', '/a', '/b', '/a/b', '/:p', '/a/:p', '/A');
const only4 = fc.constantFrom('*', '/a/*', '/:p?', '/a/:p?');
const only5 = fc.constantFrom('/*p', '/a/*p', '{/:p}', '/a{/:p}');

/**
 * No list has one path in two cases: the endpoint of the second would be served under the first. In a list of Express 5, `/` is the root only and not every path:
 * a difference that attach-middleware.md names.
 */
function plans(special: fc.Arbitrary<string>, rootInLists: boolean): fc.Arbitrary<readonly Plan[]> {
  const loose = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: special });
  const list = fc.oneof(
    { weight: 4, arbitrary: loose.map((path) => [path]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(
        text.filter((path) => path !== '/A' && (rootInLists || path !== '/')),
        { minLength: 2, maxLength: 3, selector: (path) => path.toLowerCase() },
      ),
    },
  );
  const { items } = fc.letrec<{ items: readonly Plan[]; item: Plan }>((tie) => ({
    items: fc.array(tie('item'), { minLength: 1, maxLength: 6, depthIdentifier: 'depth' }),
    item: fc.oneof(
      { depthIdentifier: 'depth', maxDepth: 3 },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('use' as const), paths: list, ends: fc.integer({ min: 0, max: 11 }).map((n) => n === 0) }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('route' as const),
          method: fc.constantFrom('get' as const, 'post' as const),
          path: loose,
          own: fc.integer({ min: 0, max: 2 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('mount' as const),
          paths: list,
          items: tie('items'),
          twice: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
        }),
      },
    ),
  }));
  return items;
}

/** Builds both. Middleware and handler names are their ids in the program. */
function build(express: Express, syntax: PathSyntax, plan: readonly Plan[]): { readonly program: Program; readonly application: Router } {
  const [middlewares, handlers, routers]: [Program['middlewares'][number][], Program['handlers'][number][], Program['routers'][number][]] =
    [[], [], []];
  let items = 0;
  let line = 0;
  const place = () => ({ file: 'gate.js', line: ++line, column: 1 });
  const path = (written: string) => ({ syntax, raw: [{ kind: 'text' as const, text: written }] });
  const middleware = (ends: boolean) => {
    const id = middlewareId(middlewares.length);
    middlewares.push({
      id,
      name: id,
      place: place(),
      facts: { ...NO_FACTS, continues: ends ? 'never' : 'always', parameters: 3 },
    });
    return {
      id,
      run: (request: Request, response: { end(by: string): void }, next: Next) => {
        if (ends) response.end(id);
        else {
          request.seen.push(id);
          next();
        }
      },
    };
  };
  const fill = (plan: readonly Plan[], router: Router): (typeof routers)[number]['id'] => {
    const id = routerId(routers.length);
    const own: Item[] = [];
    routers.push({ id, framework: 'express', name: id, place: place(), syntax, caseSensitive: false, strict: false, items: own });
    for (const item of plan) {
      const at = place();
      if (item.kind === 'use') {
        const { id: used, run } = middleware(item.ends);
        router.use(item.paths.length === 1 ? item.paths[0] : item.paths, run);
        for (const each of item.paths) own.push({ kind: 'use', id: itemId(items++), path: path(each), middleware: used, place: at });
      } else if (item.kind === 'route') {
        const chain = Array.from({ length: item.own }, () => middleware(false));
        const handler = handlerId(handlers.length);
        handlers.push({ id: handler, name: handler, place: at });
        router[item.method](item.path, ...chain.map((link) => link.run), (_request: Request, response: { end(by: string): void }) =>
          response.end(handler),
        );
        own.push({
          kind: 'route',
          id: itemId(items++),
          method: item.method.toUpperCase(),
          path: path(item.path),
          chain: chain.map((link) => ({ middleware: link.id })),
          handler,
          place: at,
          via: [],
          rows: [],
        });
      } else {
        const inner = express.Router();
        const target = fill(item.items, inner);
        for (let times = item.twice ? 2 : 1; times > 0; times--) {
          const mounted = place();
          router.use(item.paths.length === 1 ? item.paths[0] : item.paths, inner);
          for (const each of item.paths)
            own.push({ kind: 'mount', id: itemId(items++), path: path(each), target, scope: 'inherit', place: mounted });
        }
      }
    }
    return id;
  };
  const application = express.Router();
  const root = fill(plan, application);
  // Ids are minted in the order of registration within a router (T3); here children are filled before their mount gets its id.
  return { program: { kind: 'program', routers, handlers, middlewares, roots: [root], diagnostics: [] }, application };
}

/** What a real request meets: the middlewares, then who answered; null when nobody did. */
function ask(application: Router, method: string, url: string): { readonly seen: readonly string[]; readonly by: string | null } {
  const request = { method, url, originalUrl: url, headers: {}, seen: [] as string[] };
  let by: string | null = null;
  application.handle(
    request,
    {
      end: (name: string) => {
        by = name;
      },
      setHeader: () => undefined,
      getHeader: () => undefined,
    },
    () => undefined,
  );
  return { seen: request.seen, by };
}

function compare(express: Express, syntax: PathSyntax, special: fc.Arbitrary<string>): number {
  let compared = 0;
  fc.assert(
    fc.property(plans(special, syntax === 'path-to-regexp@0'), (plan) => {
      const { program, application } = build(express, syntax, plan);
      for (const endpoint of runPipeline(deepFreeze(program)).set.endpoints) {
        if (endpoint.shadowedBy !== undefined || endpoint.segments.filter((segment) => segment.kind === 'wild').length > 1) continue;
        // The values are no words of the paths, so that only parameters and wildcards take them.
        const url = `/${endpoint.segments.map((segment, index) => (segment.kind === 'lit' ? segment.text : `value${index}`)).join('/')}`;
        const { seen, by } = ask(application, endpoint.method, url);
        if (by !== endpoint.handler) continue; // another route or an earlier middleware answers this request
        compared++;
        expect([endpoint.method, endpoint.path, ...endpoint.chain.map((entry) => entry.middleware)]).toEqual([
          endpoint.method,
          endpoint.path,
          ...seen,
        ]);
      }
    }),
    { numRuns: 1000, seed: 20_261_120 },
  );
  return compared;
}

describe('chains are what a request meets', () => {
  test('Express 4', () => {
    expect(compare(require('express4') as Express, 'path-to-regexp@0', only4)).toBeGreaterThan(700);
  });
  test('Express 5', () => {
    expect(compare(require('express') as Express, 'path-to-regexp@8', only5)).toBeGreaterThan(700);
  });
});
