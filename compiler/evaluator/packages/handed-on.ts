import type { Value } from '@tool/scanner-sdk';
import { Activation } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import type { PromiseState } from '../builtins/promise.js';
import { importDynamically, readBinding, requireSpecifier } from '../modules/modules.js';
import { isSignal } from '../signals.js';
import { keysOf, unknownKeyed } from '../values/properties.js';
import { bindingNames, skipOuter, ts } from '../language/syntax.js';
import { UNDEFINED, constant, type Closure, type Obj, alternativesOf as alternatives } from '../values/values.js';

/** How many functions are gone into, one from the other. */
const DEPTH = 4;

/**
 * Modules that a body asks for and that have not run: they are left out, they are nothing yet (what they give is known when the program has run), or
 * they run now.
 */
export type UnrunModules = 'left' | 'awaited' | 'run';

/** What a variable is set to: an expression, or a member of what that is. */
interface Source {
  readonly expression: ts.Expression;
  readonly member: string | null;
}

/** A function of the program whose body is read. */
interface Body {
  readonly closure: Closure;
  /** What `this` is in it; null where that is not known. */
  readonly self: Value | null;
  readonly parameters: ReadonlySet<string>;
  /** Variables of its own, and of functions within it, with what is assigned to them. */
  readonly locals: ReadonlyMap<string, readonly Source[]>;
  /** What is assigned to variables around it. */
  readonly assigned: ReadonlyMap<string, readonly Source[]>;
  readonly depth: number;
}

/**
 * What a function of the program hands its own parameters to, as far as names, members, and results of the program's own functions say it. The
 * bodies are read, not run; nested functions count, since they close over the parameters.
 */
export class HandedOn {
  /** The functions whose bodies were read. */
  readonly read = new Set<ts.Node>();
  private readonly followed = new Set<ts.Node>();
  /** One of them calls its last parameter, or hands it over, in several places: what gets it there is on one way of several. */
  hasWays = false;

  constructor(
    private readonly evaluator: Evaluator,
    /** Members of a parameter that stand for it, dotted. */
    private readonly members: readonly string[],
    private readonly unrun: UnrunModules = 'left',
  ) {}

  /** Functions and host objects that a function calls with its parameters; also values that are nothing yet. */
  by(fn: Obj, self: Value | null = null, depth = 0): readonly Value[] {
    const body = this.bodyOf(fn, self, depth);
    if (!body || this.followed.has(body.closure.node)) return [];
    this.followed.add(body.closure.node);
    this.read.add(body.closure.node);
    const found: Value[] = [];
    let ways = 0;
    const visit = (child: ts.Node): void => {
      if (ts.isCallExpression(child)) {
        found.push(...this.calledIn(child, body));
        if (this.isWayOn(child, body)) ways++;
      }
      ts.forEachChild(child, visit);
    };
    visit(body.closure.node.body!);
    this.hasWays ||= ways > 1;
    return found;
  }

  /** What a call hands parameters to; of a function that gets several of them, what it hands them to itself. */
  private calledIn(call: ts.CallExpression, body: Body): readonly Value[] {
    const handed = call.arguments.reduce((sum, argument) => sum + this.countIn(argument, body), 0);
    if (handed === 0) return [];
    const callee = skipOuter(call.expression);
    const found = this.resolve(callee, body);
    if (handed < 2) return found;
    const self = ts.isPropertyAccessExpression(callee) ? callee.expression : null;
    return found.flatMap((value) =>
      isProgram(value) ? this.by(value, self && (this.resolve(skipOuter(self), body)[0] ?? null), body.depth + 1) : [value],
    );
  }

  /** `next()`, `router(request, response, next)`; what is given to `next` is an error. */
  private isWayOn({ expression, arguments: given }: ts.CallExpression, body: Body): boolean {
    const last = [...body.parameters].at(-1);
    const isLast = (node: ts.Expression): boolean => ts.isIdentifier(node) && node.text === last;
    return given.length === 0 ? isLast(expression) : given.length > 1 && given.some(isLast);
  }

  /** How many parameters an argument hands on: one by name, all of them by `arguments` and `...args`. */
  private countIn(argument: ts.Expression, body: Body): number {
    if (ts.isSpreadElement(argument)) return 2 * this.countIn(argument.expression, body);
    if (ts.isArrayLiteralExpression(argument)) return argument.elements.reduce((sum, element) => sum + this.countIn(element, body), 0);
    if (ts.isIdentifier(argument) && argument.text === 'arguments') return 2;
    const names: string[] = [];
    let at = argument;
    for (; ts.isPropertyAccessExpression(at); at = at.expression) names.unshift(at.name.text);
    return ts.isIdentifier(at) && body.parameters.has(at.text) && (names.length === 0 || this.members.includes(names.join('.'))) ? 1 : 0;
  }

  /** The values of an expression, and for a member of a host object that object. */
  private resolve(given: ts.Expression, body: Body): readonly Value[] {
    const expression = skipOuter(given);
    if (expression.kind === ts.SyntaxKind.ThisKeyword) return body.self ? [body.self] : [];
    if (ts.isIdentifier(expression)) return this.named(expression.text, body);
    if (ts.isPropertyAccessExpression(expression))
      return this.membersOf(expression.expression, body, (holder) => [this.member(holder, expression.name.text, body, expression)]);
    if (ts.isElementAccessExpression(expression)) {
      const key = skipOuter(expression.argumentExpression);
      return this.membersOf(expression.expression, body, (holder) =>
        ts.isStringLiteralLike(key) ? [this.member(holder, key.text, body, expression)] : this.allOf(holder, body, expression),
      );
    }
    if (ts.isConditionalExpression(expression)) return this.each([expression.whenTrue, expression.whenFalse], body);
    if (ts.isBinaryExpression(expression)) {
      const { kind } = expression.operatorToken;
      if (isChoice(kind)) return this.each([expression.left, expression.right], body);
      return isAssignment(kind) ? this.resolve(expression.right, body) : [];
    }
    if (ts.isAwaitExpression(expression)) return this.resolve(expression.expression, body);
    if (ts.isCallExpression(expression)) return this.resultsOf(expression, body);
    return [];
  }

  private each(expressions: readonly ts.Expression[], body: Body): readonly Value[] {
    return expressions.flatMap((each) => this.resolve(each, body));
  }

  private named(name: string, body: Body): readonly Value[] {
    if (body.parameters.has(name)) return [];
    const own = body.locals.get(name);
    if (own) return this.setTo(own, body);
    const binding = body.closure.scope.find(name);
    const values = binding ? alternatives(readBinding(binding, name)) : [];
    return values.every(isNothing) ? [...values, ...this.setTo(body.assigned.get(name) ?? [], body)] : values;
  }

  private setTo(sources: readonly Source[], body: Body): readonly Value[] {
    if (body.depth >= DEPTH) return [];
    const deeper = { ...body, depth: body.depth + 1 };
    return sources.flatMap(({ expression, member }) =>
      member === null
        ? this.resolve(expression, deeper)
        : this.membersOf(expression, deeper, (holder) => [this.member(holder, member, body, expression)]),
    );
  }

  /** What `require('./crew')` and `import('./crew')` give. */
  private module(call: ts.CallExpression, { closure }: Body): readonly Value[] {
    const { evaluator } = this;
    const [name] = call.arguments;
    const isImport = call.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (!name || !ts.isStringLiteralLike(name) || !/^[./]/.test(name.text)) return [];
    const resolution = evaluator.host.resolve(name.text, closure.module.file, !isImport);
    if (resolution.kind !== 'source') return [];
    const hasRun = (evaluator.modules.get(resolution.file)?.state ?? 'new') !== 'new';
    if (!hasRun && this.unrun !== 'run') return this.unrun === 'awaited' ? [UNDEFINED] : [];
    const context = evaluator.topContext(closure.module);
    try {
      if (!isImport) return alternatives(requireSpecifier(evaluator, context, call, name.text));
      const promise = importDynamically(evaluator, context, call, evaluator.written.note(name, constant(name.text)));
      const state = promise.kind === 'object' ? ((promise as Obj).internal as PromiseState | null) : null;
      return state ? alternatives(state.expected ?? state.value) : [];
    } catch (error) {
      if (isSignal(error)) return [];
      throw error;
    }
  }

  /** What `read` finds in what an expression stands for; what is a host object, or nothing yet, stands for its members. */
  private membersOf(holder: ts.Expression, body: Body, read: (holder: Obj) => readonly Value[]): readonly Value[] {
    const holders = this.resolve(holder, body);
    const hosts = holders.filter(isHost);
    if (hosts.length > 0) return hosts;
    return holders.flatMap((each) => (isNothing(each) ? [each] : each.kind === 'object' ? read(each as Obj).flatMap(alternatives) : []));
  }

  private member(holder: Obj, name: string, { closure }: Body, node: ts.Node): Value {
    // A function that is applied stands for itself.
    if (holder.fn && (name === 'apply' || name === 'call' || name === 'bind')) return holder;
    return this.evaluator.get(holder, name, this.evaluator.topContext(closure.module), node);
  }

  private allOf(holder: Obj, body: Body, node: ts.Node): readonly Value[] {
    return [
      ...keysOf(this.evaluator, holder).map((key) => this.member(holder, key, body, node)),
      ...unknownKeyed(holder).map(({ value }) => value),
    ];
  }

  /** What a call gives: results of the program's own functions, entries of collections, and the host objects that something else was made of. */
  private resultsOf(call: ts.CallExpression, body: Body): readonly Value[] {
    const callee = skipOuter(call.expression);
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'get') {
      const entries = this.resolve(callee.expression, body).flatMap((each) =>
        each.kind === 'object' ? ((each as Obj).entries ?? []) : [],
      );
      if (entries.length > 0) return entries.flatMap((entry) => [...entry.values()].flatMap(([, value]) => alternatives(value)));
    }
    if (callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require'))
      return this.module(call, body);
    const called = this.resolve(callee, body);
    const results = called.filter(isProgram).flatMap((fn) => this.returnedBy(fn, body.depth + 1));
    const made = this.each(
      call.arguments.flatMap((each) => (ts.isArrayLiteralExpression(each) ? each.elements : [each])),
      body,
    );
    return [...called.filter(isHost), ...made.filter(isHost), ...results];
  }

  private returnedBy(fn: Obj, depth: number): readonly Value[] {
    const body = this.bodyOf(fn, null, depth);
    if (!body) return [];
    this.read.add(body.closure.node);
    const block = body.closure.node.body!;
    if (!ts.isBlock(block)) return this.resolve(block, body);
    return this.each(returnsIn(block), body);
  }

  private bodyOf(fn: Obj, self: Value | null, depth: number): Body | null {
    const closure = fn.fn?.kind === 'closure' ? fn.fn : null;
    if (!closure?.node.body || depth > DEPTH) return null;
    const parameters = new Set(closure.node.parameters.flatMap((parameter) => bindingNames(parameter.name, [])));
    const own = fn.internal instanceof Activation ? fn.internal.self : self;
    return { closure, self: own, parameters, ...variablesIn(closure.node.body), depth };
  }
}

/** What variables are set to in a body: those that are declared there, and others. */
function variablesIn(body: ts.Node): Pick<Body, 'locals' | 'assigned'> {
  const locals = new Map<string, Source[]>();
  const assigned = new Map<string, Source[]>();
  const add = (to: Map<string, Source[]>, name: string, expression: ts.Expression | undefined, member: string | null = null): void => {
    to.set(name, [...(to.get(name) ?? []), ...(expression ? [{ expression, member }] : [])]);
  };
  const declare = (name: ts.BindingName, value: ts.Expression | undefined): void => {
    if (ts.isIdentifier(name)) add(locals, name.text, value);
    else if (ts.isObjectBindingPattern(name))
      for (const { name: inner, propertyName = inner, dotDotDotToken } of name.elements)
        if (ts.isIdentifier(inner) && ts.isIdentifier(propertyName) && !dotDotDotToken) add(locals, inner.text, value, propertyName.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) declare(node.name, node.initializer);
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) && ts.isIdentifier(node.left))
      add(locals.has(node.left.text) ? locals : assigned, node.left.text, node.right);
    if (ts.isCallExpression(node)) {
      const kept = keptIn(node);
      if (kept) declare(kept.name, kept.promise);
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return { locals, assigned };
}

/** `promise.then((name) => …)`: what the promise is kept with has a name in the callback. */
function keptIn({ expression, arguments: [callback] }: ts.CallExpression): { name: ts.BindingName; promise: ts.Expression } | null {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'then') return null;
  if (!callback || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))) return null;
  const name = callback.parameters[0]?.name;
  return name ? { name, promise: expression.expression } : null;
}

/** What the `return` statements of a function give, without those of functions within it. */
function returnsIn(block: ts.Block): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(block, visit);
  return found;
}

const isChoice = (operator: ts.SyntaxKind): boolean =>
  operator === ts.SyntaxKind.BarBarToken ||
  operator === ts.SyntaxKind.QuestionQuestionToken ||
  operator === ts.SyntaxKind.AmpersandAmpersandToken;

const isAssignment = (operator: ts.SyntaxKind): boolean =>
  operator === ts.SyntaxKind.EqualsToken ||
  operator === ts.SyntaxKind.BarBarEqualsToken ||
  operator === ts.SyntaxKind.QuestionQuestionEqualsToken;

const isHost = (value: Value): value is Obj => value.kind === 'object' && value.host !== null;

const isProgram = (value: Value): value is Obj => value.kind === 'object' && value.host === null && (value as Obj).fn?.kind === 'closure';

/** A variable or member that has no value yet. */
export const isNothing = (value: Value): boolean => value.kind === 'const' && (value.value === undefined || value.value === null);
