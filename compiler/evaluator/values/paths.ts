/** POSIX path arithmetic, so that the evaluator needs no Node module. Absolute inputs give absolute outputs. */
export function normalize(path: string): string {
  const absolute = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.length && parts.at(-1) !== '..') parts.pop();
      else if (!absolute) parts.push('..');
    } else parts.push(part);
  }
  const joined = parts.join('/');
  return absolute ? `/${joined}` : joined || '.';
}
export const join = (...parts: string[]): string => {
  const text = parts.filter((part) => part !== '').join('/');
  return text === '' ? '.' : normalize(text) + (text.endsWith('/') && normalize(text) !== '/' ? '/' : '');
};
export const resolve = (from: string, ...parts: string[]): string => {
  let path = from;
  for (const part of parts) path = part.startsWith('/') ? part : `${path}/${part}`;
  return normalize(path);
};
export const dirname = (path: string): string => {
  const trimmed = path.replace(/\/+$/, '');
  const at = trimmed.lastIndexOf('/');
  return at < 0 ? '.' : at === 0 ? '/' : trimmed.slice(0, at);
};
export const basename = (path: string, extension = ''): string => {
  const name = path.replace(/\/+$/, '').split('/').pop() ?? '';
  return extension && name.endsWith(extension) && name !== extension ? name.slice(0, -extension.length) : name;
};
export const extname = (path: string): string => {
  const name = basename(path);
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at);
};
export function relative(from: string, to: string): string {
  const left = normalize(from).split('/').filter(Boolean),
    right = normalize(to).split('/').filter(Boolean);
  let common = 0;
  while (common < left.length && common < right.length && left[common] === right[common]) common++;
  return [...left.slice(common).map(() => '..'), ...right.slice(common)].join('/');
}
