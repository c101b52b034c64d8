import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import * as paths from '../values/paths.js';

const HOLE = '[\\w-]+';
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The one file that a path with unknown parts can name: `config/${env}.yml` where the folder holds one file of that form. Null where there are
 * several, none, or where a folder on the way is not known.
 */
export function onlyFile(evaluator: Evaluator, value: Value | undefined): string | null {
  if (value?.kind !== 'template') return null;
  const [first, ...rest] = value.parts;
  if (typeof first !== 'string' || !first.startsWith('/')) return null;
  const slash = first.lastIndexOf('/');
  const after = rest.filter((part) => typeof part === 'string');
  if (after.some((part) => part.includes('/')) || after.length === 0) return null;
  const named = new RegExp(
    `^${[first.slice(slash + 1), ...rest].map((part) => (typeof part === 'string' ? escaped(part) : HOLE)).join('')}$`,
  );
  const folder = paths.normalize(first.slice(0, slash) || '/');
  const found = (evaluator.host.readDirectory(folder) ?? []).filter(({ name, directory }) => !directory && named.test(name));
  return found.length === 1 ? `${folder}/${found[0]!.name}` : null;
}
