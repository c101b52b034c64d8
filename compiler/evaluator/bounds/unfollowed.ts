import type { Value } from '@tool/scanner-sdk';
import { surroundingThis } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { reachesRequest } from './asides.js';
import { summarizeSyntax, ts } from '../language/syntax.js';
import type { Observer } from '../requests/observation.js';
import { isOlder } from '../requests/observing.js';
import { ABSENT, UNDEFINED, type Frame, type Obj } from '../values/values.js';

/**
 * Places in the part of a call that was not followed where it could still have done something to the request: where it reads it, sets something on it,
 * answers it or hands it on, and where it throws to whoever called it.
 */
export interface Unfollowed {
  readonly places: ReadonlySet<ts.Node>;
  /** What is thrown, as `kindOfThrown` names it; null: that cannot be told. */
  readonly throws: ReadonlyMap<ts.Node, string | null>;
}

/** Functions that are looked at before a call counts as one that may do anything. */
const MOST_FUNCTIONS = 400;

/** Members that every text and list has: who asks for them reads no field. */
const OF_TEXTS = new Set<string>([
  ...Object.getOwnPropertyNames(String.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/**
 * Says that a call of a function that serves requests is left, or that function itself.
 * @param isOutOfSteps the function has taken all its steps, whatever this call knows of the request
 */
export function tellLeft(evaluator: Evaluator, left: Frame | null | undefined, innermost: Frame | null, isOutOfSteps: boolean): void {
  const { observer, timer } = evaluator;
  // Rounds of a timer go on for ever: what they do was seen.
  if (!observer || timer) return;
  const isOfRequest = left?.fn && !isBesideRequest(left);
  if (isOfRequest) observer.cut(unfollowed(evaluator, left, innermost), isOutOfSteps || reachesRequest(evaluator, left));
  else if (isOutOfSteps) observer.cut(NOTHING, true);
}

const NOTHING: Unfollowed = { places: new Set(), throws: new Map() };

const isBesideRequest = ({ isAside, parent }: Frame): boolean => isAside === true || (parent !== null && isBesideRequest(parent));

/** For each run the functions of which calls were skipped, with what these knew of the request: one more says nothing new. */
const skipped = new WeakMap<Observer, Map<ts.Node, Set<string>>>();

/** Looks through what is left of a call: the statements from the one on that runs, in it and in the calls below it, and all that these may call. */
function unfollowed(evaluator: Evaluator, left: Frame, innermost: Frame | null): Unfollowed {
  const search = new Search(evaluator, left);
  if (!innermost && left.fn?.fn?.kind === 'closure') {
    const known = skipped.get(evaluator.observer!) ?? new Map<ts.Node, Set<string>>();
    skipped.set(evaluator.observer!, known);
    const ways = known.get(left.fn.fn.node) ?? new Set();
    known.set(left.fn.fn.node, ways);
    const way = search.wayOf(left);
    if (ways.has(way)) return NOTHING;
    ways.add(way);
  }
  const running: Frame[] = [];
  for (let at = innermost; at; at = at.parent) {
    running.push(at);
    if (at === left) break;
  }
  const frames = running.at(-1) === left ? running : [left];
  let caught = caughtAbove(left);
  for (const [index, frame] of [...frames.entries()].reverse()) {
    const below = index > 0 ? frames[index - 1]!.callNode : null;
    search.frame(frame, below, caught, frame === left);
    if (below) caught = both(caught, caughtAt(below, true));
  }
  return search.result();
}

/** Errors that whoever called a function catches: all, or those of some classes. */
type Caught = 'all' | readonly string[];
const NONE: Caught = [];
const both = (one: Caught, other: Caught): Caught => (one === 'all' || other === 'all' ? 'all' : [...new Set([...one, ...other])]);

/** What callers catch and let nobody know of. */
function caughtAbove({ callNode, parent }: Frame): Caught {
  const caught = callNode ? caughtAt(callNode, true) : NONE;
  return parent ? both(caught, caughtAbove(parent)) : caught;
}

/**
 * What the `try` statements around a node catch.
 * @param isRunning the clause behind it is not looked through: only one that does nothing lets nobody know
 */
function caughtAt(node: ts.Node, isRunning: boolean): Caught {
  let caught = NONE;
  for (let at = node; at.parent && !ts.isFunctionLike(at); at = at.parent) {
    const { parent } = at;
    if (!ts.isTryStatement(parent) || parent.tryBlock !== at || !parent.catchClause) continue;
    const { catchClause } = parent;
    if (!isRunning) caught = both(caught, throwsAgain(catchClause) ? classesAskedFor(catchClause) : 'all');
    else if (swallows(catchClause)) caught = 'all';
  }
  return caught;
}

function throwsAgain({ block }: ts.CatchClause): boolean {
  const visit = (node: ts.Node): boolean | undefined =>
    !ts.isFunctionLike(node) && (ts.isThrowStatement(node) || ts.forEachChild(node, visit));
  return visit(block) === true;
}

/** `if (error instanceof NoSuchBoat) …; else throw error`. */
function classesAskedFor({ block }: ts.CatchClause): string[] {
  const classes: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) classes.push(node.right.getText());
    ts.forEachChild(node, visit);
  };
  visit(block);
  return classes;
}

/** What a function catches of what the function throws that it is given: `attempt(() => parse(text))`. */
function caughtOfParameter(fn: ts.FunctionLikeDeclaration, index: number): Caught {
  const name = fn.parameters[index]?.name;
  let caught = NONE;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && name && node.expression.getText() === name.getText()) caught = both(caught, caughtAt(node, false));
    ts.forEachChild(node, visit);
  };
  if (fn.body) visit(fn.body);
  return caught;
}

/** What was caught: what threw it counts by itself. */
function isThrownAgain({ expression, parent }: ts.ThrowStatement): boolean {
  if (!ts.isIdentifier(expression)) return false;
  for (let at: ts.Node = parent; at.parent && !ts.isFunctionLike(at); at = at.parent)
    if (ts.isCatchClause(at)) return at.variableDeclaration?.name.getText() === expression.text;
  return false;
}

/** It writes the error down, at most, for somebody who is not the client. */
const swallows = ({ block }: ts.CatchClause): boolean =>
  block.statements.every(
    (statement) =>
      ts.isExpressionStatement(statement) &&
      ts.isCallExpression(statement.expression) &&
      ts.isPropertyAccessExpression(statement.expression.expression) &&
      LOGS.has(statement.expression.expression.name.text),
  );

const LOGS = new Set(['log', 'error', 'warn', 'info', 'debug', 'trace', 'verbose', 'fatal']);

/** An argument: what it may be, as far as that is known, and whether it says something of the request. */
interface Given {
  readonly values: readonly Value[];
  readonly told: boolean;
  /** It is an object that the program made, and some member of it says something. */
  readonly holds: boolean;
}

/** Errors of one class, made with the same statuses and codes, are answered alike. */
export const kindOfThrown = ({ expression, arguments: given = [] as never }: ts.NewExpression): string =>
  [expression, ...given.filter((each) => ts.isNumericLiteral(each) || /^[\w.]*\b[A-Z][A-Z_]+$/.test(each.getText()))]
    .map((each) => each.getText())
    .join(' ');

/** How the names in a function are looked up. */
interface Names {
  readonly root: ts.Node;
  readonly self: Value | null;
  find(name: string): readonly Value[];
  /** Names of it that are something of the request. */
  readonly told: Set<string>;
  /** Names of objects that the program made, in whose members there is something of the request. */
  readonly holders: Set<string>;
}

class Search {
  private readonly places = new Set<ts.Node>();
  private readonly throws = new Map<ts.Node, string | null>();
  /** The call knows something of the request: whatever it throws may be a refusal. */
  private readonly asksRequest: boolean;
  /** Functions that were looked at, with the arguments that were known to say something of the request, and whether what they throw was wanted. */
  private readonly seen = new Map<ts.Node, Set<string>>();
  private count = 0;
  constructor(
    private readonly evaluator: Evaluator,
    left: Frame,
  ) {
    this.asksRequest = [left.fn, left.self, ...left.args].some((value) => value && this.tells(value));
  }

  /** What tells one call of a function from others: what of it says something of the request, and where its errors are caught. */
  wayOf({ fn, self, args, callNode }: Frame): string {
    const told = [fn, self, ...args].map((value) => (value && this.tells(value) ? 1 : 0)).join('');
    return `${told} ${callNode ? `${callNode.getSourceFile().fileName} ${callNode.pos}` : ''}`;
  }

  result(): Unfollowed {
    return { places: this.places, throws: this.throws };
  }

  frame(frame: Frame, running: ts.Node | null, caught: Caught, isLeft: boolean): void {
    const closure = frame.fn?.fn;
    if (closure?.kind !== 'closure' || !closure.node.body) return;
    const names: Names = {
      root: closure.node,
      self: frame.self,
      find: (name) => held(frame.scope?.find(name) ?? closure.scope.find(name), this.evaluator),
      told: new Set(),
      holders: new Set(),
    };
    for (const [index, { name }] of closure.node.parameters.entries()) {
      const value = frame.args[index];
      if (value && this.tells(value)) addNames(name, ts.isIdentifier(name) && isOfProgram(value) ? names.holders : names.told);
    }
    if (frame.self && this.tells(frame.self)) names.holders.add('this');
    // What the function itself gives is what the framework answers.
    const answers = isLeft && !isBelowProgram(frame);
    this.body(closure.node.body, names, { since: frame.at, running, caught, answers });
  }

  /** Whether there is something in a value that came in with the request, or that answers it. */
  private tells(value: Value, seen: Set<Value> = new Set()): boolean {
    if (value.kind === 'oneOf') return value.values.some((each) => this.tells(each, seen));
    if (value.kind !== 'object') return this.isIncoming(value);
    const object = value as Obj;
    if (seen.has(object) || isOlder(this.evaluator, object)) return false;
    seen.add(object);
    if (object.host || object.fn?.kind === 'native' || this.isIncoming(object)) return true;
    const { elements, props, entries, fn } = object;
    const captured =
      fn?.kind === 'closure' ? summarizeSyntax(fn.node).free.flatMap((name) => held(fn.scope.find(name), this.evaluator)) : [];
    const parts = [
      ...(elements ?? []),
      ...[...(props?.values() ?? [])].map((prop) => prop.value),
      ...[...(entries?.values() ?? [])].flat(),
    ];
    return [...parts, ...captured].some((part) => this.tells(part, seen));
  }

  /** A function that may be called from what is left. */
  private called(fn: Obj, self: Value | null, given: readonly Given[], caught: Caught): void {
    const data = fn.fn;
    if (data?.kind === 'bound') {
      if (data.target.kind === 'object') this.called(data.target as Obj, data.self, [], caught);
      return;
    }
    if (data?.kind === 'class') {
      const maker = data.node.members.find((member) => ts.isConstructorDeclaration(member) && member.body) as
        ts.ConstructorDeclaration | undefined;
      if (maker) this.bodyOf(maker, data.scope.find.bind(data.scope), null, given, caught);
      else if (data.base?.kind === 'object') this.called(data.base as Obj, null, given, caught);
      return;
    }
    if (data?.kind === 'closure') this.bodyOf(data.node, data.scope.find.bind(data.scope), surroundingThis(fn) ?? self, given, caught);
  }

  private bodyOf(
    node: ts.FunctionLikeDeclaration,
    find: (name: string) => Parameters<typeof held>[0],
    self: Value | null,
    given: readonly Given[],
    caught: Caught,
  ): void {
    if (!node.body) return;
    const way = `${caught === 'all' ? caught : caught.join()} ${given.map(({ told, holds }) => Number(told) + 2 * Number(holds)).join('')}`;
    const ways = this.seen.get(node) ?? new Set();
    this.seen.set(node, ways);
    if (ways.has(way)) return;
    ways.add(way);
    if (++this.count > MOST_FUNCTIONS) {
      this.places.add(node);
      return;
    }
    this.evaluator.use(node);
    const values = new Map<string, readonly Value[]>();
    const names: Names = {
      root: node,
      self,
      find: (name) => values.get(name) ?? held(find(name), this.evaluator),
      told: new Set(),
      holders: new Set(),
    };
    for (const [index, { name }] of node.parameters.entries()) {
      if (ts.isIdentifier(name)) values.set(name.text, given[index]?.values ?? []);
      if (given[index]?.holds) addNames(name, ts.isIdentifier(name) ? names.holders : names.told);
      if (!given[index]?.told) continue;
      addNames(name, names.told);
      if (ts.isObjectBindingPattern(name)) this.places.add(name);
    }
    this.body(node.body, names, { since: null, running: null, caught, answers: false });
  }

  private body(
    body: ts.Node,
    names: Names,
    left: { since: ts.Node | null; running: ts.Node | null; caught: Caught; answers: boolean },
  ): void {
    const start = startOfRest(left.since, names.root);
    this.addLocals(body, names);
    const visitWith = (of: typeof left, node: ts.Node): void => {
      if (ts.isTypeNode(node) || ((ts.isFunctionLike(node) || ts.isClassLike(node)) && !mayBeCalled(node, names.root))) return;
      if (node.end <= start) return;
      if (node.pos >= start) this.look(node, names, of, start);
      const inner = ts.isFunctionLike(node) ? { ...of, caught: both(of.caught, this.caughtByTaker(node, names)) } : of;
      ts.forEachChild(node, (child) => visitWith(inner, child));
    };
    visitWith(left, body);
    if (left.answers && !ts.isBlock(body)) this.places.add(body);
  }

  /** What the functions catch that a function is given to. */
  private caughtByTaker(node: ts.Node, names: Names): Caught {
    const { parent } = node;
    if (!ts.isCallExpression(parent)) return NONE;
    const index = parent.arguments.indexOf(node as ts.Expression);
    let caught = NONE;
    for (const fn of index < 0 ? [] : this.valuesOf(parent.expression, names)) {
      const data = fn.kind === 'object' ? (fn as Obj).fn : null;
      if (data?.kind === 'closure') caught = both(caught, caughtOfParameter(data.node, index));
    }
    return caught;
  }

  private look(node: ts.Node, names: Names, left: { running: ts.Node | null; caught: Caught; answers: boolean }, start: number): void {
    if (ts.isThrowStatement(node)) {
      if (!isThrownAgain(node)) this.thrown(node, node.expression, names, both(left.caught, caughtAt(node, false)));
    } else if (ts.isReturnStatement(node)) {
      if (left.answers && node.expression && functionOf(node) === names.root) this.places.add(node);
    } else if (ts.isPropertyAccessExpression(node)) {
      if (!OF_TEXTS.has(node.name.text)) this.taken(node, node.expression, names);
    } else if (ts.isElementAccessExpression(node)) {
      if (ts.isStringLiteralLike(node.argumentExpression)) this.taken(node, node.expression, names);
    } else if (ts.isVariableDeclaration(node)) {
      if (ts.isObjectBindingPattern(node.name) && node.initializer) this.taken(node, node.initializer, names);
    } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      // The call that runs is looked at by itself, unless it is made again.
      if (node !== left.running || isInLoop(node, names.root, start)) this.call(node, names, both(left.caught, caughtAt(node, false)));
    }
  }

  private call(node: ts.CallExpression | ts.NewExpression, names: Names, caught: Caught): void {
    const { expression: callee } = node;
    const args = node.arguments ?? [];
    const given = args.map((argument): Given => ({
      values: this.valuesOf(argument, names),
      told: mentions(argument, names),
      holds: holds(argument, names),
    }));
    const self = ts.isPropertyAccessExpression(callee) ? (this.valuesOf(callee.expression, names)[0] ?? null) : null;
    const functions = this.valuesOf(callee, names);
    for (const fn of functions) if (fn.kind === 'object') this.called(fn as Obj, self, given, caught);
    for (const argument of args)
      if (ts.isIdentifier(argument) || ts.isPropertyAccessExpression(argument))
        for (const fn of this.valuesOf(argument, names))
          if (fn.kind === 'object' && (fn as Obj).fn) this.called(fn as Obj, null, [], caught);
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
    if (name === 'reject' && args[0]) this.thrown(node, args[0], names, caught);
    if (functions.some((fn) => fn.kind === 'object' && isFollowed(fn as Obj))) return;
    // `next()`, `done(error)`; and the request or the response itself is given away.
    if (ts.isIdentifier(callee) && names.told.has(callee.text)) this.places.add(statementOf(node));
    for (const argument of args)
      if (ts.isIdentifier(argument) && names.told.has(argument.text) && this.valuesOf(argument, names).some((value) => this.isHost(value)))
        this.places.add(statementOf(node));
  }

  /** What knows nothing of the request fails for reasons of its own, unless the error says what it is answered with. */
  private thrown(node: ts.Node, error: ts.Expression, names: Names, caught: Caught): void {
    if (caught === 'all') return;
    const made = this.madeBy(error, names);
    if (made && caught.includes(made.expression.getText())) return;
    if (!made) {
      if (this.asksRequest) this.throws.set(node, null);
    } else if (this.asksRequest || this.saysStatus(made, names)) this.throws.set(node, kindOfThrown(made));
  }

  /** What makes an error, directly or in a function that gives it. */
  private madeBy(node: ts.Expression, names: Names): ts.NewExpression | null {
    if (ts.isNewExpression(node)) return node;
    if (!ts.isCallExpression(node)) return null;
    for (const fn of this.valuesOf(node.expression, names)) {
      const data = fn.kind === 'object' ? (fn as Obj).fn : null;
      if (data?.kind !== 'closure' || !data.node.body) continue;
      this.evaluator.use(data.node);
      const { body } = data.node;
      const made = ts.isBlock(body) ? body.statements.find(ts.isReturnStatement)?.expression : body;
      if (made && ts.isNewExpression(made)) return made;
    }
    return null;
  }

  /** An error of a package (`ForbiddenException`), one of a class with a status, or one that is made with one. */
  private saysStatus({ expression, arguments: given }: ts.NewExpression, names: Names): boolean {
    if (given?.some((each) => /^[45]\d\d$|status/i.test(each.getText()))) return true;
    return this.valuesOf(expression, names).some((value) => {
      for (let at: Value | null = value; at?.kind === 'object';) {
        const data: Obj['fn'] = (at as Obj).fn;
        if (data?.kind !== 'class') return data === null;
        if (/status/i.test(data.node.getText())) return true;
        at = data.base;
      }
      return value.kind === 'unknown';
    });
  }

  /** Something is taken of an expression: of the request, or of what the program has made of it, whose members are known. */
  private taken(node: ts.Node, of: ts.Expression, names: Names): void {
    const values = this.valuesOf(of, names);
    if (values.some((value) => this.isHost(value))) {
      if (!isHeader(node)) this.places.add(statementOf(node));
    } else if (values.length > 0 ? values.some((value) => this.isIncoming(value)) : mentions(of, names)) this.places.add(node);
  }

  /** What came in, and objects into which that was spread. What functions in front have put on the request came in with none. */
  private isIncoming(value: Value): boolean {
    if (value.kind === 'object') return (value as Obj).merged !== null || Boolean((value as Obj).rest?.trace);
    if (value.kind !== 'unknown' || value === ABSENT) return false;
    const { trace, carries } = value;
    return (trace !== undefined && trace.part !== 'context') || carries.some((object) => !isOlder(this.evaluator, object as Obj));
  }

  /** The request, the response, or a context that holds them. */
  private isHost(value: Value): boolean {
    return value.kind === 'object' && (value as Obj).host !== null && !isOlder(this.evaluator, value as Obj);
  }

  /** What an expression may be, as far as that can be said without running it. */
  private valuesOf(node: ts.Expression, names: Names): readonly Value[] {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return this.valuesOf(node.expression, names);
    if (node.kind === ts.SyntaxKind.ThisKeyword) return names.self ? [names.self] : [];
    if (ts.isIdentifier(node)) {
      return names.find(node.text);
    }
    if (ts.isPropertyAccessExpression(node))
      return this.valuesOf(node.expression, names).flatMap((of) => {
        const value = memberOf(of, node.name.text);
        return value ? alternatives(value) : [];
      });
    if (ts.isNewExpression(node))
      return this.valuesOf(node.expression, names).flatMap((of) => {
        const value = memberOf(of, 'prototype');
        return value ? alternatives(value) : [];
      });
    return [];
  }

  /** Whether an expression may give what came in as it is: `req.body`, `(await x) ?? req`, `req.body.lines.filter(isOpen)`. */
  private passesOn(node: ts.Expression, names: Names): boolean {
    const passes = (part: ts.Expression): boolean => this.passesOn(part, names);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return passes(node.expression);
    if (ts.isConditionalExpression(node)) return passes(node.whenTrue) || passes(node.whenFalse);
    if (ts.isBinaryExpression(node)) return isEither(node) && (passes(node.left) || passes(node.right));
    const values = this.valuesOf(node, names);
    if (values.length > 0) return values.some((value) => this.tells(value));
    // What a function of the program makes of it is known there.
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      return ts.isPropertyAccessExpression(callee) && this.valuesOf(callee, names).length === 0 && mentions(callee.expression, names);
    }
    return mentions(node, names);
  }

  /** Variables that are made of what says something of the request. */
  private addLocals(body: ts.Node, names: Names): void {
    const visit = (node: ts.Node): void => {
      if (
        ts.isVariableDeclaration(node) &&
        node.initializer &&
        !ts.isFunctionLike(node.initializer) &&
        this.passesOn(node.initializer, names)
      )
        addNames(node.name, names.told);
      if (ts.isVariableDeclaration(node) && node.initializer && holds(node.initializer, names))
        addNames(node.name, ts.isIdentifier(node.name) ? names.holders : names.told);
      if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer) && this.passesOn(node.expression, names))
        for (const { name } of node.initializer.declarations) addNames(name, names.told);
      if (ts.isIdentifier(node) && !names.told.has(node.text) && isName(node)) {
        const telling = names.find(node.text).filter((value) => this.tells(value));
        if (telling.length > 0) (telling.every(isOfProgram) ? names.holders : names.told).add(node.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(body);
  }
}

const isEither = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.AmpersandAmpersandToken;

const isFollowed = ({ fn }: Obj): boolean => fn !== null && fn.kind !== 'native';
/** A header of an answer is none yet. */
const isHeader = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && /^(?:header|set|setHeader|append|vary)$/.test(node.name.text);

function statementOf(node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isStatement(at) && at.parent && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

/** An object that the program has made. */
const isOfProgram = (value: Value): boolean =>
  value.kind === 'object' && (value as Obj).host === null && (value as Obj).fn === null && !(value as Obj).elements;

const alternatives = (value: Value): readonly Value[] => (value.kind === 'oneOf' ? value.values : [value]);

function held(
  binding: { lazy: (() => Value) | null; lazyFile: string | null; value: Value | null } | null,
  evaluator: Evaluator,
): readonly Value[] {
  if (!binding) return [];
  if (!binding.lazy) return binding.value ? alternatives(binding.value) : [];
  // Nothing is run to look at it.
  return binding.lazyFile !== null && evaluator.modules.get(binding.lazyFile)?.state === 'done' ? alternatives(binding.lazy()) : [];
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

function addNames(name: ts.BindingName, names: Set<string>): void {
  if (ts.isIdentifier(name)) names.add(name.text);
  else for (const element of name.elements) if (ts.isBindingElement(element)) addNames(element.name, names);
}

/** Whether an expression is a name that holds something of the request, or a member of that. */
function mentions(node: ts.Node, names: Names): boolean {
  if (ts.isIdentifier(node)) return names.told.has(node.text);
  if (node.kind === ts.SyntaxKind.ThisKeyword) return names.told.has('this');
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return (
      mentions(node.expression, names) ||
      names.holders.has(node.expression.kind === ts.SyntaxKind.ThisKeyword ? 'this' : node.expression.getText())
    );
  if (ts.isSpreadElement(node)) return mentions(node.expression, names);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
    return mentions(node.expression, names);
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some((property) => ts.isSpreadAssignment(property) && mentions(property.expression, names))
  );
}

/** Whether an expression is an object of the program that has something of the request in a member. */
const holds = (node: ts.Expression, names: Names): boolean =>
  ts.isIdentifier(node)
    ? names.holders.has(node.text)
    : ts.isObjectLiteralExpression(node) &&
      node.properties.some((property) =>
        ts.isPropertyAssignment(property)
          ? mentions(property.initializer, names) || holds(property.initializer, names)
          : ts.isShorthandPropertyAssignment(property) && (names.told.has(property.name.text) || names.holders.has(property.name.text)),
      );

/** It names a variable, not a member. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  return !(ts.isPropertyAccessExpression(parent) && parent.name === node) && !(ts.isPropertyAssignment(parent) && parent.name === node);
}

/** From where on a function has not been followed: the statement that runs, or the outermost loop around it. */
function startOfRest(since: ts.Node | null, root: ts.Node): number {
  if (!since) return -1;
  let start = since;
  for (let at = since; at !== root && at.parent; at = at.parent) if (ts.isIterationStatement(at, false)) start = at;
  return start.pos;
}

function isInLoop(node: ts.Node, root: ts.Node, start: number): boolean {
  for (let at = node; at !== root && at.parent && at.pos >= start; at = at.parent) if (ts.isIterationStatement(at, false)) return true;
  return false;
}

/** A function in another one is given to a call, or called by its name: what is only returned, or kept in a member, whoever got it calls. */
function mayBeCalled(node: ts.Node, root: ts.Node): boolean {
  let { parent } = node;
  while (ts.isParenthesizedExpression(parent) || ts.isAwaitExpression(parent)) parent = parent.parent;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return true;
  const { name } = ts.isVariableDeclaration(parent) ? parent : (node as ts.FunctionDeclaration);
  return name !== undefined && ts.isIdentifier(name) && isUsedInCall(root, name.text);
}

function isUsedInCall(root: ts.Node, name: string): boolean {
  const visit = (node: ts.Node): boolean | undefined =>
    (ts.isIdentifier(node) && node.text === name && (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent))) ||
    ts.forEachChild(node, visit);
  return visit(root) === true;
}

function functionOf(node: ts.Node): ts.Node | undefined {
  let at = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

/** Whether a function of the program has called it. */
function isBelowProgram({ parent }: Frame): boolean {
  return parent !== null && (parent.fn?.fn?.kind === 'closure' || isBelowProgram(parent));
}
