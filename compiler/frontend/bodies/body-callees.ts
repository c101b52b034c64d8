import type { Value } from '@tool/scanner-sdk';
import { packageValue, readBinding, surroundingThis, ts, type Closure, type Evaluator, type Obj } from '../../evaluator/index.js';
import { chainOf, type Chain } from './body-chains.js';
import type { BodyNames } from './body-names.js';
import { readMembers, safeRead } from './body-statuses.js';

/** What the walk over a body knows of the program around it. */
export interface Surroundings {
  readonly evaluator: Evaluator;
  /** Whether the program has run a module (by its file). */
  readonly hasRun: (file: string) => boolean;
  /** Of the outermost body: what it calls, by what names it, and where that is looked up. */
  readonly watched?: { readonly closure: Closure; readonly callees: Map<Chain, Callee> };
}

/** One body: `self` is the receiver where it is known, `depth` counts the calls that lead to it. */
export interface Body {
  readonly closure: Closure;
  readonly self: Value | null;
  readonly depth: number;
}

/** What is called, and the object it was found in; null where that cannot be told. */
export interface Callee {
  readonly value: Value | null;
  readonly receiver: Value | null;
}

const NOTHING: Callee = { value: null, receiver: null };

/** Modules that have not run are looked into only this near the top. */
const LAZY_DEPTH = 2;

/** The function that an expression in a body calls. Parameters and what is made of them are not known. */
export function calleeOf(program: Surroundings, body: Body, names: BodyNames, expression: ts.Expression): Callee {
  const chain = names.outside(chainOf(expression));
  if (ts.isIdentifier(chain.root) && names.has(chain.root.text)) return NOTHING;
  const { watched } = program;
  if (!watched || body.depth > 0) return calleeAround(program, body, chain);
  const callee = calleeAround(program, { ...body, closure: watched.closure }, chain);
  watched.callees.set(chain, callee);
  return callee;
}

/** What is called by a chain that begins with no name of the body itself. */
export function calleeAround(program: Surroundings, body: Body, { root, members }: Chain): Callee {
  if (ts.isIdentifier(root)) return calleeOfName(program, body, root.text, members, root);
  return readMembers(program.evaluator, body.closure, valueOfRoot(program, body, root), members, root);
}

function calleeOfName(
  { evaluator, hasRun }: Surroundings,
  { closure, depth }: Body,
  name: string,
  members: readonly string[],
  at: ts.Expression,
): Callee {
  const binding = closure.scope.find(name);
  if (!binding) return NOTHING;
  const value = (): Value | null => safeRead(() => readBinding(binding, name));
  if (binding.lazy && binding.lazyFile !== null && !hasRun(binding.lazyFile))
    return depth < LAZY_DEPTH ? { value: value(), receiver: null } : NOTHING;
  return readMembers(evaluator, closure, value(), members, at);
}

/** `this`, what an instance of a class inherits, and a package that is required on the spot. */
function valueOfRoot(program: Surroundings, body: Body, root: ts.Expression): Value | null {
  const { evaluator } = program;
  const { closure, self } = body;
  if (root.kind === ts.SyntaxKind.ThisKeyword) return self ?? closure.home;
  if (ts.isNewExpression(root)) {
    const { root: cls, members } = chainOf(root.expression);
    return ts.isIdentifier(cls) ? calleeOfName(program, body, cls.text, [...members, 'prototype'], root).value : null;
  }
  if (!ts.isCallExpression(root) || !ts.isIdentifier(root.expression) || root.expression.text !== 'require') return null;
  const specifier = root.arguments[0];
  if (!specifier || !ts.isStringLiteralLike(specifier)) return null;
  const resolution = evaluator.host.resolve(specifier.text, closure.module.file, true);
  return resolution.kind === 'package' ? packageValue(evaluator, resolution.name) : null;
}

/** The closures behind a callee and their receiver: several where only run time knows which one it is; none for what has no body. */
export function closuresOf({ value, receiver }: Callee): readonly Pick<Body, 'closure' | 'self'>[] {
  if (value?.kind === 'oneOf') return value.values.flatMap((each) => closuresOf({ value: each, receiver }));
  if (value?.kind !== 'object') return [];
  const { target, self } = unbound(value as Obj);
  if (target.fn?.kind !== 'closure') return [];
  return [{ closure: target.fn, self: surroundingThis(target) ?? (self !== undefined ? self : isInstance(receiver) ? receiver : null) }];
}

/** A function without what `bind` has put around it; `self` only where something has been bound. */
export function unbound(value: Obj): { readonly target: Obj; readonly self?: Value | null } {
  if (value.fn?.kind !== 'bound') return { target: value };
  return { target: value.fn.target.kind === 'object' ? (value.fn.target as Obj) : value, self: value.fn.self };
}

/** An object with fields of its own; a prototype or a namespace says no more than the method's home. */
const isInstance = (value: Value | null): value is Obj => value?.kind === 'object' && !(value as Obj).fn && (value as Obj).cls === 'Object';
