import type { Unknown, Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { ts } from '../language/syntax.js';
import * as paths from '../values/paths.js';
import { unknown } from '../values/values.js';

/** Of modules whose names only run time knows, and of their members: a file among those that may be meant which registers something. */
const registering = new WeakMap<Value, string>();

/** A folder with more entries is looked at no further. */
const MAX_ENTRIES = 200;

/** What is loaded under a name that only run time knows: `require('./plugins/' + name)`. */
export function unnamedModule(evaluator: Evaluator, context: Context, node: ts.Node, name: Value): Unknown {
  const module = unknown('a module whose name only run time knows', evaluator.site(context, node));
  const file = evaluator.observer ? undefined : filesNamed(evaluator, context, name).find((each) => evaluator.host.seemsToRegister(each));
  if (file === undefined) return module;
  registering.set(module, file);
  const isAwaited = ts.isAwaitExpression(node.parent);
  if (ts.isExpressionStatement(isAwaited ? node.parent.parent : node.parent)) reportUnnamed(evaluator, module, context, node);
  return module;
}

export function noteMemberOf(member: Value, module: Value): void {
  const file = registering.get(module);
  if (file !== undefined) registering.set(member, file);
}

/** A module that registers on something which it shares with others runs, or a function of it: that is said. */
export function reportUnnamed(evaluator: Evaluator, callee: Value, context: Context, node: ts.Node): void {
  const file = registering.get(callee);
  if (file !== undefined) evaluator.host.report('unnamed-module', { file: evaluator.host.portable(file) }, evaluator.site(context, node));
}

/** The sources that a name with one unknown part can mean, below the folder that it begins with. */
function filesNamed({ host }: Evaluator, { module }: Context, name: Value): readonly string[] {
  if (name.kind !== 'template' || typeof name.parts[0] !== 'string' || !/^\.{0,2}\//.test(name.parts[0])) return [];
  const [first, ...rest] = name.parts;
  const slash = first.lastIndexOf('/');
  const below = first.slice(0, slash);
  const folder = paths.normalize(first.startsWith('/') ? below : `${module.file.slice(0, module.file.lastIndexOf('/'))}/${below}`);
  const last = rest.at(-1);
  const tail = typeof last === 'string' && last.startsWith('/') ? last : '';
  return (host.readDirectory(folder) ?? []).slice(0, MAX_ENTRIES).flatMap((entry) => {
    if (!entry.name.startsWith(first.slice(slash + 1)) || (!entry.directory && tail !== '')) return [];
    const found = host.resolve(`${folder}/${entry.name}${tail}`, module.file, true);
    return found.kind === 'source' ? [found.file] : [];
  });
}
