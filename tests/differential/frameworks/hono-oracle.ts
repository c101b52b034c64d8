import { createRequire } from 'node:module';
import { answersBefore, tidy, trace, type Row } from './row.js';

interface Application {
  readonly routes: readonly { readonly method: string; readonly path: string; readonly handler: { readonly name: string } }[];
  request(path: string, init: { readonly method: string }): Promise<unknown>;
}

const require = createRequire(import.meta.url);

/** An optional parameter at the end makes two paths. */
const forms = (path: string): string[] => (path.endsWith('?') ? [path.slice(0, -1), path.slice(0, path.lastIndexOf('/'))] : [path]);

/** Runs a program that exports a Hono application: its routes, each with what a request to it runs. Handlers are named `h…`, middlewares are not. */
export async function honoRows(source: string): Promise<Row[]> {
  const module: { exports: unknown } = { exports: {} };
  new Function('require', 'module', 'exports', source)(require, module, module.exports);
  const app = module.exports as Application;
  const rows: Row[] = [];
  const earlier: { path: string; handler: string }[] = [];
  for (const { method, path, handler } of app.routes) {
    if (!handler.name.startsWith('h')) continue;
    for (const form of forms(path)) {
      trace().length = 0;
      const url = tidy(form.replace(/:\w+(\{[^}]*\})?/g, '7').replace(/\*/g, 'rest/of'));
      await app.request(url, { method: method === 'ALL' ? 'PATCH' : method });
      const ran = [...trace()];
      rows.push({
        key: `${method} ${tidy(form.replace(/(:\w+)\{[^}]*\}/g, '$1'))}`,
        chain:
          ran.at(-1) === handler.name &&
          !answersBefore(
            earlier.filter((each) => each.path !== form),
            url,
            handler.name,
          )
            ? ran.slice(0, -1)
            : null,
      });
      earlier.push({ path: form, handler: handler.name });
    }
  }
  return rows;
}
