/** The module that stands for the routes which `tsoa routes` writes. */
export const GENERATED = 'tsoa/generated-routes';

const parts = (path: string): string => {
  const out: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') out.pop();
    else if (part !== '' && part !== '.') out.push(part);
  return `/${out.join('/')}`;
};
const bare = (path: string): string => path.replace(/\.[cm]?[jt]s$/, '');

/** Whether a path is the one that the nearest `tsoa.json` has the routes written to. */
export function generatedRoutesFile(path: string, read: (path: string) => string | null): string | null {
  for (let folder = path; folder !== '';) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    const text = read(`${folder}/tsoa.json`);
    if (text === null) continue;
    try {
      const { routesDir, routesFileName } =
        (JSON.parse(text) as { readonly routes?: { readonly routesDir?: unknown; readonly routesFileName?: unknown } }).routes ?? {};
      if (typeof routesDir !== 'string') return null;
      return bare(path) === bare(parts(`${folder}/${routesDir}/${typeof routesFileName === 'string' ? routesFileName : 'routes.ts'}`))
        ? GENERATED
        : null;
    } catch {
      return null;
    }
  }
  return null;
}
