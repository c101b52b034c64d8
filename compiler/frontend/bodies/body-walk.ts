import { skipOuter, ts } from '../../evaluator/index.js';
import { calleeOf, closuresOf, type Body, type Callee, type Surroundings } from './body-callees.js';
import { chainOf, staticName } from './body-chains.js';
import type { Found } from './body-found.js';
import { BodyNames } from './body-names.js';
import { markOpposites } from './body-opposites.js';
import { readParameterCall } from './body-parameter-calls.js';
import { isErrorPackage, statusesOfError, statusOf, statusOfMethod } from './body-statuses.js';

/** Whether what is thrown reaches whoever called the outermost function. */
type Heard = 'heard' | 'swallowed';

/** Calls are followed this deep. */
const MAX_DEPTH = 4;

/** Walks one body, and through walks of their own the bodies of what it calls; no body twice. What it finds goes to `found`. */
export class BodyWalk {
  private readonly names: BodyNames;
  /** Names that may pass control on: only the outermost function is handed a continuation. */
  private readonly continuation: ReadonlySet<string>;
  private readonly outermost: boolean;
  private holdsBoth = false;

  constructor(
    private readonly program: Surroundings,
    private readonly body: Body,
    private readonly found: Found,
    private readonly seen = new Map<ts.Node, Heard>(),
    private heard: Heard = 'heard',
  ) {
    this.outermost = body.depth === 0;
    this.names = new BodyNames(body.closure, found);
    this.continuation = this.outermost ? this.names.continuations : new Set();
  }

  run(): void {
    const { node, module } = this.body.closure;
    if (this.seen.get(node) === 'heard' || this.seen.get(node) === this.heard || !node.body) return;
    this.seen.set(node, this.heard);
    this.holdsBoth = this.names.request !== null && isContext(this.names.request, node.body.getText(module.source));
    this.names.declareIncoming();
    ts.forEachChild(node.body, this.visit);
    if (!ts.isBlock(node.body)) this.visit(node.body);
    if (this.outermost) markOpposites(node.body, this.continuation, this.names, this.found);
  }

  private readonly visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (this.outermost && ts.isIdentifier(node) && node.text === 'arguments') this.found.handsOverContinuation = true;
    if (ts.isVariableDeclaration(node)) this.names.declare(node);
    if (ts.isYieldExpression(node) && node.expression && ts.isIdentifier(node.expression) && this.continuation.has(node.expression.text))
      this.found.callsContinuation = true;
    if (ts.isTryStatement(node) && this.swallows(node)) {
      this.visitSwallowed(node);
      return;
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.visitAssignment(node);
      return;
    }
    if (ts.isCallExpression(node)) this.visitCall(node);
    else if (ts.isThrowStatement(node)) this.visitError(node.expression);
    else if (ts.isNewExpression(node)) this.visitError(node);
    else if (this.readsRequest(node)) return;
    ts.forEachChild(node, this.visit);
  };

  private visitSwallowed({ tryBlock, catchClause, finallyBlock }: ts.TryStatement): void {
    const { heard } = this;
    this.heard = 'swallowed';
    this.visit(tryBlock);
    this.heard = heard;
    for (const block of [catchClause?.block, finallyBlock]) if (block) this.visit(block);
  }

  /** Whether the function goes on behind an error as without one: the `catch` throws, gives back, answers and hands on nothing, and what it jumps over does not pass control on. */
  private swallows({ tryBlock, catchClause, finallyBlock }: ts.TryStatement): boolean {
    const passesOn = (node: ts.Node): boolean =>
      (ts.isReturnStatement(node) && node.expression !== undefined) ||
      (ts.isIdentifier(node) && this.continuation.has(node.text)) ||
      (ts.forEachChild(node, (child) => passesOn(child) || undefined) ?? false);
    const answering = this.outermost && this.names.behindFirst.size > 0 && !this.holdsBoth ? this.names.behindFirst : null;
    const tells = (node: ts.Node): boolean =>
      ts.isThrowStatement(node) ||
      (ts.isReturnStatement(node) && node.expression !== undefined) ||
      (ts.isIdentifier(node) && this.mayAnswer(node, answering)) ||
      (!ts.isFunctionLike(node) && (ts.forEachChild(node, (child) => tells(child) || undefined) ?? false));
    return catchClause !== undefined && !passesOn(tryBlock) && !tells(catchClause.block) && !(finallyBlock && tells(finallyBlock));
  }

  /** @param answering names of what goes out, where they can be told from what comes in */
  private mayAnswer(name: ts.Identifier, answering: ReadonlySet<string> | null): boolean {
    return answering ? answering.has(name.text) : this.names.isParameter(name);
  }

  /** `response.statusCode = 401`, `request.user = …`: what stands on the left is not read. */
  private visitAssignment({ left, right }: ts.BinaryExpression): void {
    const { root, members } = chainOf(left);
    const last = members.at(-1);
    if (last !== undefined && this.names.isParameter(root)) {
      if (last === 'statusCode' || (last === 'status' && !ts.isCallExpression(right))) this.found.answer(this.statusOf(right));
      else if (this.names.isRequest(root)) this.found.sets.add(members[0]!);
    }
    this.visit(right);
  }

  /** `new Forbidden()`, `throw new HttpError(403)`: the statuses of errors, which are not answers yet. */
  private visitError(made: ts.Expression): void {
    if (!ts.isNewExpression(made) || this.heard === 'swallowed') return;
    for (const status of statusesOfError(made, this.statusOf)) this.found.statuses.add(status);
  }

  /** Whether the node is a chain of members of the request; it is read then. */
  private readsRequest(node: ts.Node): boolean {
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
    const { root, members } = chainOf(node);
    if (!this.names.isRequest(root)) return false;
    this.found.read([...this.names.baseOf(root), ...members]);
    return true;
  }

  private visitCall(call: ts.CallExpression): void {
    const expression = skipOuter(call.expression);
    const { root, members } = chainOf(expression);
    if (ts.isIdentifier(root) && this.continuation.has(root.text) && members.length === 0) {
      this.found.callsContinuation = true;
      return;
    }
    if (this.handsOver(call)) this.found.handsOverContinuation = true;
    this.visitMethod(call, root, members);
    const callee = calleeOf(this.program, this.body, this.names, expression);
    this.readCookie(call, callee);
    this.recordCall(call, callee, members.at(-1) ?? '');
    this.follow(callee);
  }

  /** Whether an argument is what passes control on: not the first of several names, which is the response. */
  private handsOver(call: ts.CallExpression): boolean {
    const passing = [...this.continuation].slice(this.continuation.size > 1 ? 1 : 0);
    return call.arguments.some((argument) => ts.isIdentifier(argument) && passing.includes(argument.text));
  }

  private visitMethod(call: ts.CallExpression, root: ts.Expression, members: readonly string[]): void {
    const last = members.at(-1);
    if (!last) return;
    const ofParameter = this.names.isParameter(root);
    // `reply.unauthorized()`, `httpErrors.forbidden()`, `Boom.badRequest()`.
    if (ofParameter || isErrorPackage(root)) this.found.answer(statusOfMethod(last));
    if (!ofParameter && !ts.isCallExpression(root)) return;
    readParameterCall({ members, arguments: call.arguments, holdsBoth: this.holdsBoth, statusOf: this.statusOf }, this.found);
  }

  /** `getCookie(context, 'sid')` of a package. */
  private readCookie(call: ts.CallExpression, { value }: Callee): void {
    if (value?.kind !== 'unknown' || !value.provenance || !/(^|\.)get(Signed)?Cookie$/.test(value.provenance.path)) return;
    const name = call.arguments.map(staticName).find((each) => each !== null);
    if (name) this.found.cookies.add(name);
  }

  /** What is called of packages. */
  private recordCall(call: ts.CallExpression, { value, receiver }: Callee, method: string): void {
    // A method of what a modelled package made, or a function of its own: `schema.parse(…)`, `validationResult(request)`.
    const maker = [value, receiver]
      .map((each) => (each?.kind === 'object' ? each.host?.type.module : undefined))
      .find((module) => module !== undefined);
    if (maker !== undefined) this.found.calls.add(`${maker}#${method}`);
    if (value?.kind === 'unknown' && value.provenance)
      this.found.calls.add(`${value.provenance.module}#${value.provenance.path}${wordsOf(call.arguments[0])}`);
  }

  private follow(callee: Callee): void {
    if (this.body.depth >= MAX_DEPTH) return;
    for (const called of closuresOf(callee))
      new BodyWalk(this.program, { ...called, depth: this.body.depth + 1 }, this.found, this.seen, this.heard).run();
  }

  private readonly statusOf = (expression: ts.Expression): number | null => statusOf(this.program.evaluator, this.body.closure, expression);
}

/** Whether a body uses its request as a context that holds both the request and what answers it. */
const isContext = (request: string, text: string): boolean =>
  new RegExp(
    `(?<![\\w$.])${request.replace(/\$/g, '\\$&')}\\.(?:env|var|executionCtx|json|text|html|req\\.(?:header|query|param|json|valid|path|raw))\\b`,
  ).test(text);

/** `('jwt','anonymous')` for a first argument that is a word or a list of words: what a call of a package is told by name. */
function wordsOf(argument: ts.Expression | undefined): string {
  if (!argument) return '';
  const node = skipOuter(argument);
  const texts = (ts.isArrayLiteralExpression(node) ? node.elements : [node]).map((element) =>
    ts.isStringLiteralLike(element) && /^[\w-]{1,40}$/.test(element.text) ? element.text : null,
  );
  return texts.length > 0 && texts.every((text) => text !== null) ? `('${texts.join("','")}')` : '';
}
