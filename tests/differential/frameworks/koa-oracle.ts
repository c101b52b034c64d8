import { createRequire } from 'node:module';
import { answersBefore, tidy, trace, type Row } from './row.js';

type Middleware = ((context: unknown, next: () => Promise<unknown>) => Promise<unknown>) & {
  readonly router?: { readonly stack: readonly Layer[] };
  parts?: readonly Middleware[];
  mounted?: { readonly prefix: string; readonly target: Middleware | Application };
};
interface Layer {
  readonly path: string;
  readonly methods: readonly string[];
  readonly stack: readonly { readonly name: string }[];
}
interface Application {
  readonly middleware: readonly Middleware[];
  createContext(request: unknown, response: unknown): unknown;
}
type Compose = (parts: readonly Middleware[]) => Middleware;
type Mount = (...args: (string | Middleware | Application)[]) => Middleware;

const require = createRequire(import.meta.url);
const compose = require('koa-compose') as Compose;
const mount = require('koa-mount') as Mount;

/** What these two make cannot be looked into, so they leave a note. */
const noted: Readonly<Record<string, unknown>> = {
  'koa-compose': (parts: readonly Middleware[]) => Object.assign(compose(parts), { parts }),
  'koa-mount': (...args: (string | Middleware | Application)[]) => {
    const made = mount(...args);
    const target = args.at(-1) as Middleware | Application;
    const wrapped: Middleware = (context, next) => made(context, next);
    return Object.assign(wrapped, { mounted: { prefix: args.length > 1 ? String(args[0]) : '/', target } });
  },
};

function walk(list: readonly Middleware[], prefix: string, found: { method: string; path: string; handler: string }[]): void {
  for (const each of list) {
    if (each.parts) walk(each.parts, prefix, found);
    if (each.mounted)
      walk(
        'middleware' in each.mounted.target ? each.mounted.target.middleware : [each.mounted.target],
        `${prefix}${each.mounted.prefix}`,
        found,
      );
    for (const layer of each.router?.stack ?? []) {
      const methods = layer.methods.length > 20 ? ['ALL'] : layer.methods.filter((method) => method !== 'HEAD');
      for (const method of methods) found.push({ method, path: `${prefix}${layer.path}`, handler: layer.stack.at(-1)!.name });
    }
  }
}

/** Runs a program that exports a Koa application: its routes, each with what a request to it runs. */
export async function koaRows(source: string, version: 12 | 15): Promise<Row[]> {
  const module: { exports: unknown } = { exports: {} };
  const load = (name: string): unknown => noted[name] ?? require(name === '@koa/router' && version === 12 ? 'koa-router-12' : name);
  new Function('require', 'module', 'exports', source)(load, module, module.exports);
  const app = module.exports as Application;
  const routes: { method: string; path: string; handler: string }[] = [];
  walk(app.middleware, '', routes);
  const rows: Row[] = [];
  for (const [index, { method, path, handler }] of routes.entries()) {
    trace().length = 0;
    const url = tidy(path.replace(/:\w+(\([^)]*\))?/g, '7'));
    const headers: Record<string, string> = {};
    const response = {
      statusCode: 404,
      headersSent: false,
      setHeader: (name: string, value: string) => {
        headers[name] = value;
      },
      getHeader: (name: string) => headers[name],
      removeHeader: () => undefined,
      hasHeader: () => false,
      getHeaders: () => headers,
    };
    await compose(app.middleware)(
      app.createContext({ method: method === 'ALL' ? 'PATCH' : method, url, headers: { host: 'h' }, socket: {} }, response),
      async () => undefined,
    );
    const ran = [...trace()];
    rows.push({
      key: `${method} ${tidy(path.replace(/(:\w+)\([^)]*\)/g, '$1'))}`,
      chain:
        ran.at(-1) === handler &&
        !answersBefore(
          routes.slice(0, index).filter((each) => each.path !== path),
          url,
          handler,
        )
          ? ran.slice(0, -1)
          : null,
    });
  }
  return rows;
}
