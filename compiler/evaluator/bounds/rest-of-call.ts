import type { Value } from '@tool/scanner-sdk';
import { surroundingThis } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { ts } from '../language/syntax.js';
import { constant, unknown, type Frame, type Obj, type Site } from '../values/values.js';
import { both, caughtAt, caughtOfParameter, isThrownAgain, NONE, type Caught } from './caught.js';
import { STRING, shaped } from '../requests/observation.js';
import { sightsOf } from './sights.js';
import { addNames, isHost, isIncoming, isOfProgram, tells, ToldNames, type Held } from './told-names.js';

/**
 * Places in the part of a call that was not followed where it could still have done something to the request: where it reads it, sets something on it,
 * answers it or hands it on, and where it throws to whoever called it.
 */
export interface Unfollowed {
  readonly places: ReadonlySet<ts.Node>;
  /** What is thrown, as `kindOfThrown` names it; null: that cannot be told. */
  readonly throws: ReadonlyMap<ts.Node, string | null>;
  /** Errors that can be made, one of each kind: these, and those that the call throws for reasons of its own. */
  readonly errors: readonly LeftError[];
}

/** An error that is thrown in the part of a call that was not followed. */
export interface LeftError {
  /** Its class or what gives it, and what it is made with: modules that only errors are imported from run to know it. */
  readonly parts: () => { readonly of: Value | undefined; readonly args: readonly Value[] };
  /** Where it is thrown. */
  readonly at: Site;
  /** What makes it. */
  readonly by: Site;
}

/** Functions that are looked at before a call counts as one that may do anything. */
const MOST_FUNCTIONS = 400;

/** Members that every text and list has: who asks for them reads no field. */
export const OF_TEXTS = new Set<string>([
  ...Object.getOwnPropertyNames(String.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** An argument: what it may be, as far as that is known, and whether it says something of the request. */
interface Given {
  readonly values: readonly Value[];
  readonly told: boolean;
  /** It is an object that the program made, and some member of it says something. */
  readonly holds: boolean;
}

/** What makes an error: `new NotFound('boat')`, or a function of a package. */
export type Maker = ts.NewExpression | ts.CallExpression;

/** Errors of one class, made with the same statuses and codes, are answered alike. */
export const kindOfThrown = ({ expression, arguments: given = [] as never }: Maker): string =>
  [expression, ...given.filter((each) => ts.isNumericLiteral(each) || /^[\w.]*\b[A-Z][A-Z_]+$/.test(each.getText()))]
    .map((each) => each.getText())
    .join(' ');

/** Looks through what is left of one call, and through the functions that may be called there. */
export class RestOfCall {
  private readonly places = new Set<ts.Node>();
  private readonly throws = new Map<ts.Node, string | null>();
  private readonly errors = new Map<string, LeftError>();
  /** The call knows something of the request: whatever it throws may be a refusal. */
  private readonly asksRequest: boolean;
  /** Functions that were looked at, with the arguments that were known to say something of the request, and whether what they throw was wanted. */
  private readonly seen = new Map<ts.Node, Set<string>>();
  private count = 0;

  /** @param within the block of a `try` of the call, behind which nothing is looked at; null: all of the call is left */
  constructor(
    private readonly evaluator: Evaluator,
    left: Frame,
    private readonly within: ts.Node | null = null,
  ) {
    this.asksRequest = [left.fn, left.self, ...left.args].some((value) => value && tells(this.evaluator, value));
  }

  /** What tells one call of a function from others: what of it says something of the request, and where its errors are caught. */
  wayOf({ fn, self, args, callNode }: Frame): string {
    const told = [fn, self, ...args].map((value) => (value && tells(this.evaluator, value) ? 1 : 0)).join('');
    return `${told} ${callNode ? `${callNode.getSourceFile().fileName} ${callNode.pos}` : ''}`;
  }

  result(): Unfollowed {
    return { places: this.places, throws: this.throws, errors: [...this.errors.values()] };
  }

  /** One of the calls under way. @param running the call in it that runs */
  frame(frame: Frame, running: ts.Node | null, caught: Caught, isLeft: boolean): void {
    const closure = frame.fn?.fn;
    if (closure?.kind !== 'closure' || !closure.node.body) return;
    const scope = (name: string): Held | null => frame.scope?.find(name) ?? closure.scope.find(name);
    const names = new ToldNames(this.evaluator, closure.node, frame.self, scope);
    for (const [index, { name }] of closure.node.parameters.entries()) {
      const value = frame.args[index];
      if (value && tells(this.evaluator, value)) addNames(name, ts.isIdentifier(name) && isOfProgram(value) ? names.holders : names.told);
    }
    if (frame.self && tells(this.evaluator, frame.self)) names.holders.add('this');
    // What the function itself gives is what the framework answers.
    const answers = isLeft && !isBelowProgram(frame);
    this.body(closure.node.body, names, { since: frame.at, running, caught, answers });
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
        | ts.ConstructorDeclaration
        | undefined;
      if (maker) this.bodyOf(maker, data.scope.find.bind(data.scope), null, given, caught);
      else if (data.base?.kind === 'object') this.called(data.base as Obj, null, given, caught);
      return;
    }
    if (data?.kind === 'closure') this.bodyOf(data.node, data.scope.find.bind(data.scope), surroundingThis(fn) ?? self, given, caught);
  }

  private bodyOf(
    node: ts.FunctionLikeDeclaration,
    find: (name: string) => Held | null,
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
    const names = new ToldNames(this.evaluator, node, self, find);
    for (const [index, { name }] of node.parameters.entries()) {
      if (ts.isIdentifier(name)) names.give(name.text, given[index]?.values ?? []);
      if (given[index]?.holds) addNames(name, ts.isIdentifier(name) ? names.holders : names.told);
      if (!given[index]?.told) continue;
      addNames(name, names.told);
      if (ts.isObjectBindingPattern(name)) this.places.add(name);
    }
    this.body(node.body, names, { since: null, running: null, caught, answers: false });
  }

  private body(
    body: ts.Node,
    names: ToldNames,
    left: { since: ts.Node | null; running: ts.Node | null; caught: Caught; answers: boolean },
  ): void {
    const start = startOfRest(left.since, names.root);
    const end = this.within && functionOf(this.within) === names.root ? this.within.end : null;
    const { names: named, acts } = sightsOf(names.root, body);
    names.addLocals(named);
    const takers = new Map<ts.Node, Caught>();
    const caughtBy = (fn: ts.Node): Caught => {
      const known = takers.get(fn) ?? this.caughtByTaker(fn, names);
      takers.set(fn, known);
      return known;
    };
    for (const { node, inside } of acts)
      if (node.pos >= start && (end === null || node.pos < end))
        this.look(node, names, inside.length === 0 ? left : { ...left, caught: inside.map(caughtBy).reduce(both, left.caught) }, start);
    if (left.answers && !ts.isBlock(body)) this.places.add(body);
  }

  /** What the functions catch that a function is given to. */
  private caughtByTaker(node: ts.Node, names: ToldNames): Caught {
    const { parent } = node;
    if (!ts.isCallExpression(parent)) return NONE;
    const index = parent.arguments.indexOf(node as ts.Expression);
    let caught = NONE;
    for (const fn of index < 0 ? [] : names.valuesOf(parent.expression)) {
      const data = fn.kind === 'object' ? (fn as Obj).fn : null;
      if (data?.kind === 'closure') caught = both(caught, caughtOfParameter(data.node, index));
    }
    return caught;
  }

  private look(node: ts.Node, names: ToldNames, left: { running: ts.Node | null; caught: Caught; answers: boolean }, start: number): void {
    if (ts.isThrowStatement(node)) {
      if (!isThrownAgain(node)) this.thrown(node, node.expression, names, both(left.caught, caughtAt(node, false, this.within)));
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
      if (node !== left.running || isInLoop(node, names.root, start))
        this.call(node, names, both(left.caught, caughtAt(node, false, this.within)));
    }
  }

  private call(node: ts.CallExpression | ts.NewExpression, names: ToldNames, caught: Caught): void {
    const { expression: callee } = node;
    const args = node.arguments ?? [];
    const given = args.map((argument): Given => ({
      values: names.valuesOf(argument),
      told: names.mentions(argument),
      holds: names.holds(argument),
    }));
    const self = ts.isPropertyAccessExpression(callee) ? (names.valuesOf(callee.expression)[0] ?? null) : null;
    const functions = names.valuesOf(callee);
    for (const fn of functions) if (fn.kind === 'object') this.called(fn as Obj, self, given, caught);
    for (const argument of args)
      if (ts.isIdentifier(argument) || ts.isPropertyAccessExpression(argument))
        for (const fn of names.valuesOf(argument)) if (fn.kind === 'object' && (fn as Obj).fn) this.called(fn as Obj, null, [], caught);
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
    if (name === 'reject' && args[0]) this.thrown(node, args[0], names, caught);
    if (functions.some((fn) => fn.kind === 'object' && isFollowed(fn as Obj))) return;
    // `next()`, `done(error)`; and the request or the response itself is given away.
    if (ts.isIdentifier(callee) && names.told.has(callee.text)) this.places.add(statementOf(node));
    for (const argument of args)
      if (
        ts.isIdentifier(argument) &&
        names.told.has(argument.text) &&
        names.valuesOf(argument).some((value) => isHost(this.evaluator, value))
      )
        this.places.add(statementOf(node));
  }

  /** What knows nothing of the request fails for reasons of its own, unless the error says what it is answered with. */
  private thrown(node: ts.Node, error: ts.Expression, names: ToldNames, caught: Caught): void {
    if (caught === 'all') return;
    const found = this.madeBy(error, names);
    if (found && caught.includes(found.made.expression.getText())) return;
    if (!found) {
      if (this.asksRequest) this.throws.set(node, null);
      return;
    }
    const { made } = found;
    if (this.asksRequest || this.saysStatus(made, found.names)) this.throws.set(node, kindOfThrown(made));
    this.keep(node, made, found.names);
  }

  private keep(node: ts.Node, made: Maker, names: ToldNames): void {
    const kind = kindOfThrown(made);
    const [at, by] = [this.siteOf(node), this.siteOf(made)];
    if (!at || !by || this.errors.has(kind)) return;
    this.errors.set(kind, {
      parts: () => ({
        of: names.valuesOf(made.expression, true).find((value) => value.kind === 'object' && (value as Obj).fn !== null),
        args: (made.arguments ?? []).map((argument) => valueOf(argument, names, by)),
      }),
      at,
      by,
    });
  }

  private siteOf(node: ts.Node): Site | null {
    const module = this.evaluator.modules.get(node.getSourceFile().fileName);
    return module ? this.evaluator.site(this.evaluator.topContext(module), node) : null;
  }

  /** What makes an error, directly or in a function that gives it, and what the names there stand for. */
  private madeBy(node: ts.Expression, names: ToldNames): { readonly made: Maker; readonly names: ToldNames } | null {
    if (ts.isNewExpression(node)) return { made: node, names };
    if (!ts.isCallExpression(node)) return null;
    for (const fn of names.valuesOf(node.expression)) {
      const data = fn.kind === 'object' ? (fn as Obj).fn : null;
      if (data?.kind === 'native') return { made: node, names };
      if (data?.kind !== 'closure') continue;
      this.evaluator.use(data.node);
      const made = madeIn(data.node);
      if (made) return { made, names: new ToldNames(this.evaluator, data.node, null, data.scope.find.bind(data.scope)) };
    }
    // Of the function that throws: it has not been made yet.
    const local = ts.isIdentifier(node.expression) ? functionCalled(node.expression.text, node, names.root) : null;
    const made = local && madeIn(local);
    return made ? { made, names } : null;
  }

  /** An error of a package (`ForbiddenException`), one of a class with a status, or one that is made with one. */
  private saysStatus({ expression, arguments: given }: Maker, names: ToldNames): boolean {
    if (given?.some((each) => /^[45]\d\d$|status/i.test(each.getText()))) return true;
    return names.valuesOf(expression).some((value) => {
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
  private taken(node: ts.Node, of: ts.Expression, names: ToldNames): void {
    const values = names.valuesOf(of);
    if (values.some((value) => isHost(this.evaluator, value))) {
      if (!isHeader(node)) this.places.add(statementOf(node));
    } else if (values.length > 0 ? values.some((value) => isIncoming(this.evaluator, value)) : names.mentions(of)) this.places.add(node);
  }
}

const isFollowed = ({ fn }: Obj): boolean => fn !== null && fn.kind !== 'native';
/** A header of an answer is none yet. */
const isHeader = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && /^(?:header|set|setHeader|append|vary)$/.test(node.name.text);

/** What a function gives that makes an error. */
function madeIn({ body }: ts.FunctionLikeDeclaration): ts.NewExpression | null {
  const made = body && ts.isBlock(body) ? body.statements.find(ts.isReturnStatement)?.expression : body;
  return made && ts.isNewExpression(made) ? made : null;
}

/** The function of this name that is declared in the blocks around a place. */
function functionCalled(name: string, place: ts.Node, root: ts.Node): ts.FunctionLikeDeclaration | null {
  for (let at = place; at !== root && at.parent; at = at.parent) {
    if (!ts.isBlock(at)) continue;
    for (const statement of at.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
      if (!ts.isVariableStatement(statement)) continue;
      const initializer = statement.declarationList.declarations.find((each) => each.name.getText() === name)?.initializer;
      if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))) return initializer;
    }
  }
  return null;
}

/** What is given for an error, as far as that can be said without running it: its status and its code are written there. */
function valueOf(node: ts.Expression, names: ToldNames, site: Site): Value {
  if (ts.isStringLiteralLike(node)) return constant(node.text);
  if (ts.isNumericLiteral(node)) return constant(Number(node.text));
  if (ts.isTemplateExpression(node)) return shaped(STRING, 'a message', site.at(node));
  const [only, ...others] = names.valuesOf(node, true);
  return only && others.length === 0 ? only : unknown('what an error is made with', site.at(node));
}

function statementOf(node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isStatement(at) && at.parent && !ts.isFunctionLike(at)) at = at.parent;
  return at;
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

function functionOf(node: ts.Node): ts.Node | undefined {
  let at = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

/** Whether a function of the program has called it. */
export function isBelowProgram({ parent }: Frame): boolean {
  return parent !== null && (parent.fn?.fn?.kind === 'closure' || isBelowProgram(parent));
}
