import type { Shape } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { BOOLEAN, INTEGER, NUMBER, STRING, shaped, typedValue, uniformList } from '../requests/observation.js';
import { unknown, type Obj, type Site } from '../values/values.js';

const DATE: Shape = { kind: 'string', format: 'date-time' };
const of = (shape: Shape, names: readonly string[]): Shape => ({
  kind: 'object',
  properties: names.map((name) => ({ name, shape, required: true })),
});
const all = (...shapes: readonly Shape[]): Shape => ({
  kind: 'object',
  properties: shapes.flatMap(({ properties }) => properties!),
  open: true,
});

const TIMES = ['atime', 'mtime', 'ctime', 'birthtime'];
const STATS = all(
  of(INTEGER, ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks']),
  of(
    NUMBER,
    TIMES.map((name) => `${name}Ms`),
  ),
  of(DATE, TIMES),
);
const ENTRY = all(of(STRING, ['name', 'path', 'parentPath']));

const KINDS = ['isFile', 'isDirectory', 'isSymbolicLink', 'isBlockDevice', 'isCharacterDevice', 'isFIFO', 'isSocket'];

/** A record that answers which kind of file it tells of. */
function told(evaluator: Evaluator, shape: Shape, why: string, site: Site): Value {
  const record = typedValue(evaluator, shape, why, undefined, site) as Obj;
  for (const name of KINDS)
    evaluator.define(
      record,
      name,
      evaluator.native(name, () => shaped(BOOLEAN, 'which kind of file it is')),
      false,
    );
  return record;
}

/**
 * What `fs` tells while requests are served, when nobody knows any longer which files there are: what a file is like, the names or the entries of
 * a folder, a file's text where an encoding is given. Null where nothing is known of what it gives.
 */
export function toldWhileServing(evaluator: Evaluator, name: string, args: readonly Value[], site: Site): Value | null {
  const options = args[1];
  switch (name) {
    case 'stat':
    case 'lstat':
      return told(evaluator, STATS, 'what a file is like', site);
    case 'readdir': {
      const types = options?.kind === 'object' ? evaluator.get(options, 'withFileTypes', evaluator.contextOf(site), site.node) : undefined;
      const entry =
        types && evaluator.truth(types).value !== false
          ? told(evaluator, ENTRY, 'an entry of a folder', site)
          : shaped(STRING, 'the name of a file', site);
      const list = uniformList(evaluator, entry, site);
      list.mayBeEmpty = true;
      return list;
    }
    case 'readFile': {
      const encoding =
        options?.kind === 'object' && !(options as Obj).fn
          ? evaluator.get(options, 'encoding', evaluator.contextOf(site), site.node)
          : options;
      return encoding !== undefined && typeof evaluator.constantOf(encoding) === 'string'
        ? shaped(STRING, 'the content of a file', site)
        : unknown('the content of a file', site);
    }
    default:
      return null;
  }
}
