/** POSIX path arithmetic for models; Node's own is out of reach here on purpose (no IO). */

export const isAbsolutePath = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);

export function normalizePath(path: string): string {
  const text = path.replace(/\\/g, '/');
  const root = /^([A-Za-z]:)?\//.exec(text)?.[0] ?? '';
  const parts: string[] = [];
  for (const part of text.slice(root.length).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || root === '') parts.push(part);
  }
  return root + parts.join('/') || '.';
}

export const joinPath = (base: string, path: string): string => normalizePath(isAbsolutePath(path) ? path : `${base}/${path}`);

/** The name without its last extension. */
export const withoutExtension = (name: string): string => name.replace(/\.[^.]+$/, '');

/** Source files as a compiled project would name them: loaders that look for `.js` find what `.ts` becomes. */
export const compiledName = (name: string): string => name.replace(/(?<!\.d)\.([cm]?)tsx?$/, '.$1js').replace(/\.jsx$/, '.js');

export const isSourceName = (name: string): boolean => /\.([cm]?[jt]sx?|json)$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
