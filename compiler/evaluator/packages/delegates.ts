import type { ObjectValue, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { HandedOn, isNothing, type UnrunModules } from './handed-on.js';
import { actsBehind, onlyCalls, ts, walk } from '../language/syntax.js';
import type { Obj } from '../values/values.js';

/**
 * Host objects that a function hands its own parameters to: `(a, b) => host(a, b)`, `host.handle(a, b)`, `choose(a)(a, b)`, and the receiver of a
 * bound host method. The bodies of the program are read for it, not run (see `handed-on.ts`).
 * @param members of a parameter that stand for it, dotted: `host(a.inner.raw)`
 * @param unrun modules that it is the first to need: `(a, b) => require('./host')(a, b)`
 */
export function delegatesOf(
  evaluator: Evaluator,
  fn: Value,
  members: readonly string[] = [],
  unrun: UnrunModules = 'left',
): readonly ObjectValue[] {
  if (fn.kind !== 'object') return [];
  const object = fn as Obj;
  if (object.host) return [object];
  if (object.fn?.kind === 'bound') {
    const { target, self } = object.fn;
    if (self.kind === 'object' && self.host && target.kind === 'object' && (target as Obj).fn?.kind === 'native') return [self];
    return delegatesOf(evaluator, target, members, unrun);
  }
  if (object.fn?.kind !== 'closure') return [];
  const handed = new HandedOn(evaluator, members, unrun);
  const found = hostsAmong(handed.by(object));
  consult(evaluator, handed, () => {
    const now = hostsAmong(new HandedOn(evaluator, members).by(object));
    return now.length === found.length && now.every((each, index) => each === found[index]);
  });
  return found;
}

/** Notes whose bodies have been read. @param same asks once more, and says whether the answer is the one that it was */
function consult(evaluator: Evaluator, handed: HandedOn, same: () => boolean): void {
  for (const node of handed.read)
    if (evaluator.uses) evaluator.uses.functions.add(node);
    else evaluator.consulted.set(node, [...(evaluator.consulted.get(node) ?? []), same]);
}

/** Whether bodies that were read for it, of this function or such as it stands in, still hand over to the same objects. */
export function delegatesTheSame(evaluator: Evaluator, changed: ts.Node): boolean {
  for (let at: ts.Node | undefined = changed; at; at = at.parent)
    for (const same of evaluator.consulted.get(at) ?? []) {
      const before = modulesNotRun(evaluator);
      if (!same() || modulesNotRun(evaluator) !== before) return false;
    }
  return true;
}

const modulesNotRun = (evaluator: Evaluator): string =>
  [...evaluator.modules.values()].map(({ state }) => (state === 'new' ? '-' : '+')).join('');

/** Whether a function hands its own parameters to a variable that has no value yet, or (`modules`) to what a module gives that has not run. */
export function delegatesLater(evaluator: Evaluator, fn: Value, modules: boolean): boolean {
  if (fn.kind !== 'object') return false;
  const asked = (): HandedOn => new HandedOn(evaluator, [], modules ? 'awaited' : 'left');
  const isLater = (handed: HandedOn): boolean => handed.by(fn as Obj).some(isNothing);
  const handed = asked();
  const found = isLater(handed);
  consult(evaluator, handed, () => isLater(asked()) === found);
  return found;
}

/** Whether a function, or one that it hands its own parameters to, goes on in another way than by what it hands them to: `(a, b, next) => (a.x ? host(a, b, next) : next())`. */
export function delegatesSome(evaluator: Evaluator, fn: Value): boolean {
  if (fn.kind !== 'object') return false;
  const asked = (): HandedOn => {
    const handed = new HandedOn(evaluator, []);
    handed.by(fn as Obj);
    return handed;
  };
  const handed = asked();
  consult(evaluator, handed, () => asked().hasWays === handed.hasWays);
  return handed.hasWays;
}

const hostsAmong = (values: readonly Value[]): readonly ObjectValue[] => [
  ...new Set(values.filter((value): value is Obj => value.kind === 'object' && value.host !== null)),
];

/**
 * Whether errors of one of its parameters pass a function unseen: its body does nothing with that but to call it, to wait for it and to give what that
 * gives, within no `try` and no other function. The body is read for it, not run.
 */
export const letsErrorsThrough = (evaluator: Evaluator, fn: Value, parameter: number): boolean =>
  isSeen(evaluator, fn, parameter, onlyCalls);

/** Whether a function may do something with its other parameters once it has called this one. The body is read for it, not run. */
export const mayActBehind = (evaluator: Evaluator, fn: Value, parameter: number): boolean => isSeen(evaluator, fn, parameter, actsBehind);

/** Whether it says in its body that members of these names are set: `ctx.body = …`. */
export const setsMembers = (evaluator: Evaluator, fn: Value, names: readonly string[]): boolean =>
  isSeen(evaluator, fn, 0, (node) => {
    let holds = false;
    walk(node, (at) => {
      const set = ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken ? at.left : null;
      holds ||= set !== null && ts.isPropertyAccessExpression(set) && names.includes(set.name.text);
      return null;
    });
    return { holds, functions: [node] };
  });

function isSeen(evaluator: Evaluator, fn: Value, parameter: number, reads: typeof onlyCalls): boolean {
  const closure = fn.kind === 'object' ? (fn as Obj).fn : null;
  if (closure?.kind !== 'closure') return false;
  const { holds, functions } = reads(closure.node, parameter);
  for (const each of functions) evaluator.uses?.functions.add(each);
  return holds;
}
