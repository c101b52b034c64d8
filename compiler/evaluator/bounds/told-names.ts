import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { summarizeSyntax, ts } from '../language/syntax.js';
import { isOlder } from '../requests/observing.js';
import { ABSENT, UNDEFINED, type Obj, alternativesOf as alternatives } from '../values/values.js';

/** What a scope has for a name. */
export interface Held {
  readonly lazy: (() => Value) | null;
  readonly lazyFile: string | null;
  readonly lazyPackage: string | null;
  readonly value: Value | null;
}

/** The names in a function: what they stand for, and which of them tell something of the request. Nothing is run to know it. */
export class ToldNames {
  /** Names of what is something of the request. */
  readonly told = new Set<string>();
  /** Names of objects that the program made, in whose members there is something of the request. */
  readonly holders = new Set<string>();
  /** What was given for parameters. */
  private readonly given = new Map<string, readonly Value[]>();

  constructor(
    private readonly evaluator: Evaluator,
    readonly root: ts.Node,
    private readonly self: Value | null,
    private readonly scope: (name: string) => Held | null,
  ) {}

  give(name: string, values: readonly Value[]): void {
    this.given.set(name, values);
  }

  /**
   * What an expression may be, as far as that can be said without running it.
   * @param runs modules run that nothing has needed before
   */
  valuesOf(node: ts.Expression, runs = false): readonly Value[] {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return this.valuesOf(node.expression, runs);
    if (node.kind === ts.SyntaxKind.ThisKeyword) return this.self ? [this.self] : [];
    if (ts.isIdentifier(node)) return this.find(node.text, runs);
    if (ts.isPropertyAccessExpression(node))
      return this.valuesOf(node.expression, runs).flatMap((of) => {
        const value = memberOf(of, node.name.text);
        return value ? alternatives(value) : [];
      });
    if (ts.isNewExpression(node))
      return this.valuesOf(node.expression, runs).flatMap((of) => {
        const value = memberOf(of, 'prototype');
        return value ? alternatives(value) : [];
      });
    return [];
  }

  /** Whether an expression is a name that holds something of the request, or a member of that. */
  mentions(node: ts.Node): boolean {
    if (ts.isIdentifier(node)) return this.told.has(node.text);
    if (node.kind === ts.SyntaxKind.ThisKeyword) return this.told.has('this');
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
      return (
        this.mentions(node.expression) ||
        this.holders.has(node.expression.kind === ts.SyntaxKind.ThisKeyword ? 'this' : node.expression.getText())
      );
    if (ts.isSpreadElement(node)) return this.mentions(node.expression);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return this.mentions(node.expression);
    return (
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((property) => ts.isSpreadAssignment(property) && this.mentions(property.expression))
    );
  }

  /** Whether an expression is an object of the program that has something of the request in a member. */
  holds(node: ts.Expression): boolean {
    if (ts.isIdentifier(node)) return this.holders.has(node.text);
    return (
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((property) =>
        ts.isPropertyAssignment(property)
          ? this.mentions(property.initializer) || this.holds(property.initializer)
          : ts.isShorthandPropertyAssignment(property) && (this.told.has(property.name.text) || this.holders.has(property.name.text)),
      )
    );
  }

  /** Variables that are made of what says something of the request: declarations, loops and names in the order of the text. */
  addLocals(nodes: readonly ts.Node[]): void {
    for (const node of nodes)
      if (ts.isVariableDeclaration(node)) this.addDeclared(node);
      else if (ts.isForOfStatement(node)) {
        if (ts.isVariableDeclarationList(node.initializer) && this.passesOn(node.expression))
          for (const { name } of node.initializer.declarations) addNames(name, this.told);
      } else if (ts.isIdentifier(node) && !this.told.has(node.text)) {
        const telling = this.find(node.text).filter((value) => tells(this.evaluator, value));
        if (telling.length > 0) (telling.every(isOfProgram) ? this.holders : this.told).add(node.text);
      }
  }

  private addDeclared({ name, initializer }: ts.VariableDeclaration): void {
    if (!initializer) return;
    if (!ts.isFunctionLike(initializer) && this.passesOn(initializer)) addNames(name, this.told);
    if (this.holds(initializer)) addNames(name, ts.isIdentifier(name) ? this.holders : this.told);
  }

  /** Whether an expression may give what came in as it is: `req.body`, `(await x) ?? req`, `req.body.lines.filter(isOpen)`. */
  private passesOn(node: ts.Expression): boolean {
    const passes = (part: ts.Expression): boolean => this.passesOn(part);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return passes(node.expression);
    if (ts.isConditionalExpression(node)) return passes(node.whenTrue) || passes(node.whenFalse);
    if (ts.isBinaryExpression(node)) return isEither(node) && (passes(node.left) || passes(node.right));
    const values = this.valuesOf(node);
    if (values.length > 0) return values.some((value) => tells(this.evaluator, value));
    // What a function of the program makes of it is known there.
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      return ts.isPropertyAccessExpression(callee) && this.valuesOf(callee).length === 0 && this.mentions(callee.expression);
    }
    return this.mentions(node);
  }

  private find(name: string, runs = false): readonly Value[] {
    return this.given.get(name) ?? held(this.scope(name), this.evaluator, runs);
  }
}

/** What was found of objects while the program stood still: the same names are asked for again and again. */
interface Found {
  readonly steps: number;
  readonly observer: Evaluator['observer'];
  readonly telling: Set<Obj>;
  readonly silent: Set<Obj>;
}
const foundBy = new WeakMap<Evaluator, Found>();

function foundNow(evaluator: Evaluator): Found {
  const {
    fuel: { steps },
    observer,
  } = evaluator;
  let found = foundBy.get(evaluator);
  if (found?.steps !== steps || found.observer !== observer)
    foundBy.set(evaluator, (found = { steps, observer, telling: new Set(), silent: new Set() }));
  return found;
}

/** Whether there is something in a value that came in with the request, or that answers it. */
export function tells(evaluator: Evaluator, value: Value): boolean {
  if (value.kind !== 'object' && value.kind !== 'oneOf') return isIncoming(evaluator, value);
  const found = foundNow(evaluator);
  const seen = new Set<Obj>();
  const telling = isTelling(evaluator, value, found, seen);
  if (!telling) for (const object of seen) found.silent.add(object);
  else if (value.kind === 'object') found.telling.add(value as Obj);
  return telling;
}

function isTelling(evaluator: Evaluator, value: Value, found: Found, seen: Set<Obj>): boolean {
  if (value.kind === 'oneOf') return value.values.some((each) => isTelling(evaluator, each, found, seen));
  if (value.kind !== 'object') return isIncoming(evaluator, value);
  const object = value as Obj;
  if (found.telling.has(object)) return true;
  if (seen.has(object) || found.silent.has(object) || isOlder(evaluator, object)) return false;
  seen.add(object);
  if (object.host || object.fn?.kind === 'native' || isIncoming(evaluator, object)) return true;
  const { elements, props, entries, fn } = object;
  const captured = fn?.kind === 'closure' ? summarizeSyntax(fn.node).free.flatMap((name) => held(fn.scope.find(name), evaluator)) : [];
  const parts = [...(elements ?? []), ...[...(props?.values() ?? [])].map((prop) => prop.value), ...[...(entries?.values() ?? [])].flat()];
  return [...parts, ...captured].some((part) => isTelling(evaluator, part, found, seen));
}

/** What came in, and objects into which that was spread. What functions in front have put on the request came in with none. */
export function isIncoming(evaluator: Evaluator, value: Value): boolean {
  if (value.kind === 'object') return (value as Obj).merged !== null || Boolean((value as Obj).rest?.trace);
  if (value.kind !== 'unknown' || value === ABSENT) return false;
  const { trace, carries } = value;
  return (trace !== undefined && trace.part !== 'context') || carries.some((object) => !isOlder(evaluator, object as Obj));
}

/** The request, the response, or a context that holds them. */
export function isHost(evaluator: Evaluator, value: Value): boolean {
  return value.kind === 'object' && (value as Obj).host !== null && !isOlder(evaluator, value as Obj);
}

/** An object that the program has made. */
export const isOfProgram = (value: Value): boolean =>
  value.kind === 'object' && (value as Obj).host === null && (value as Obj).fn === null && !(value as Obj).elements;

function held(binding: Held | null, evaluator: Evaluator, runs = false): readonly Value[] {
  if (!binding) return [];
  if (!binding.lazy) return binding.value ? alternatives(binding.value) : [];
  const { lazy, lazyFile, lazyPackage } = binding;
  const isThere = lazyFile === null ? lazyPackage !== null : evaluator.modules.get(lazyFile)?.state === 'done';
  return runs || isThere ? alternatives(lazy()) : [];
}

/** A member, without running what computes it. */
function memberOf(value: Value, name: string): Value | null {
  for (let at: Value | null = value, hops = 0; at?.kind === 'object' && hops < 20; at = (at as Obj).proto, hops++) {
    const found = (at as Obj).props?.get(name);
    if (found) return found.get ? null : found.value;
    const { host, open, rest, merged } = at as Obj;
    if (host || open || rest || merged) return null;
    if (!(at as Obj).proto) return UNDEFINED;
  }
  return null;
}

export function addNames(name: ts.BindingName, names: Set<string>): void {
  if (ts.isIdentifier(name)) names.add(name.text);
  else for (const element of name.elements) if (ts.isBindingElement(element)) addNames(element.name, names);
}

const isEither = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.AmpersandAmpersandToken;

/** How many functions may stand between one and the one that names it: each runs the next. */
const MOST_BETWEEN = 3;

/** Whether a function that was made for a request names what came in, or a function that does. */
export function namesHost(evaluator: Evaluator, value: Value, between = MOST_BETWEEN): boolean {
  const fn = value.kind === 'object' ? (value as Obj).fn : null;
  if (fn?.kind !== 'closure' || isOlder(evaluator, value as Obj)) return false;
  return summarizeSyntax(fn.node).free.some((name) => {
    const held = fn.scope.find(name)?.value;
    return held != null && (isHost(evaluator, held) || (between > 0 && namesHost(evaluator, held, between - 1)));
  });
}
