import { Hono, type Handler } from 'hono';

const quay = new Hono();

// Verbs that the modules export, under the paths of their files.
const pages = import.meta.glob<Record<string, Handler>>('./pages/**/page.ts', { eager: true });
for (const [file, page] of Object.entries(pages)) {
  const below = file.replace('./pages', '').replace(/\/page\.ts$/, '');
  for (const verb of ['GET', 'PUT', 'DELETE']) if (page[verb]) quay.on(verb, below || '/', page[verb]);
}

// One export of each, without those that a pattern with an exclamation mark names.
const parts = import.meta.glob(['./pages/*/*.ts', '!**/drafts/**'], { eager: true, import: 'part' }) as Record<string, Hono | undefined>;
for (const [file, part] of Object.entries(parts)) if (part) quay.route(file.replace('./pages', '/parts').replace('/page.ts', ''), part);

// Loaded when they are asked for; a path from the root of the project is spelt from there.
for (const [file, load] of Object.entries(import.meta.glob('/src/pages/stock/*.ts'))) {
  const { part } = (await load()) as { part: Hono };
  quay.route(file.replace('/src/pages', '/later').replace('/page.ts', ''), part);
}

export default quay;
