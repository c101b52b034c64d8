import type { Value } from '@tool/scanner-sdk';
import { surroundingThis } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { skipOuter, ts, walk } from '../language/syntax.js';
import { isAssignment } from '../packages/relevance.js';
import type { Observer } from '../requests/observation.js';
import { isOlder } from '../requests/observing.js';
import { ABSENT, alternativesOf, type Closure, type Obj, type Prop } from '../values/values.js';
import { OF_TEXTS } from './rest-of-call.js';
import { addNames, isIncoming } from './told-names.js';

/** Functions that are looked at before one counts as one that may do anything. */
const MOST_FUNCTIONS = 40;

/** Members of what a call is given that are looked at before it counts as anything. */
const MOST_MEMBERS = 60;

/** What changes nothing that it is called on, or given: what texts, lists, dates and promises have, and what writes a log. */
const READING = new Set<string>([
  ...OF_TEXTS,
  ...[Number, Date, RegExp, Promise].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
  ...'keys entries values isArray now stringify floor round random min max appendFile appendFileSync'.split(' '),
]);
/** But for lists, and for names that functions of programs have as well. */
const CHANGING = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|constructor|find|search|exec|link|set[A-Z].+)$/;
const WRITING = /^(?:console\.\w+|process\.std(?:out|err)\.write)$/;
/** Functions of the runtime that are called by their names. */
const MAKING = /^(?:[A-Z]\w+|(?:is|parse|encode)[A-Z]\w+)$/;
const TELLING = /^(?:Throw|Yield|Delete|Class|TaggedTemplateE|Super)/;

/** Of each function, for each object that it is called on, whether it is silent, and calls packages, which may fail. */
const known = new WeakMap<Observer, Map<Obj, Map<Value, boolean | 'fails'>>>();

/**
 * Whether a call of a function that serves requests is one of which nothing is left: it writes a log, as far as its text says, and is given nothing of the
 * request. Which of its ways it goes makes no difference then, and it is not followed.
 */
export function isSilentCall(evaluator: Evaluator, node: ts.CallExpression, callee: Value, self: Value, args: readonly Value[]): boolean {
  const fn = callee as Obj;
  if (callee.kind !== 'object' || fn.fn?.kind !== 'closure' || !isStatement(node) || !isOlder(evaluator, fn)) return false;
  const ofRun = known.get(evaluator.observer!) ?? new Map<Obj, Map<Value, boolean | 'fails'>>();
  known.set(evaluator.observer!, ofRun);
  const ofFunction = ofRun.get(fn) ?? new Map<Value, boolean | 'fails'>();
  ofRun.set(fn, ofFunction);
  const silence = ofFunction.get(self) ?? new Search(evaluator).of(fn, self);
  ofFunction.set(self, silence);
  if (!silence || ![self, ...args].every((each) => isPlain(evaluator, each))) return false;
  if (silence === 'fails') evaluator.mayFail();
  return true;
}

/** Nobody takes what the call gives. */
function isStatement(call: ts.CallExpression): boolean {
  let { parent } = call as ts.Node;
  while (ts.isAwaitExpression(parent) || ts.isVoidExpression(parent)) parent = parent.parent;
  return ts.isExpressionStatement(parent);
}

/** Whether there is nothing of the request in a value, and nothing that could be called. */
function isPlain(evaluator: Evaluator, value: Value, left = { members: MOST_MEMBERS }): boolean {
  if (--left.members < 0) return false;
  const isPart = (part: Value | null): boolean => part === null || isPlain(evaluator, part, left);
  if (value.kind === 'oneOf') return value.values.every(isPart);
  if (value.kind === 'unknown') return value === ABSENT || (value.carries.length === 0 && !isIncoming(evaluator, value));
  if (value.kind !== 'object') return true;
  const { host, fn, elements, props, entries, merged, rest } = value as Obj;
  if (host || fn || merged) return false;
  if (isOlder(evaluator, value as Obj)) return true;
  const members = [...(props?.values() ?? [])];
  return (
    isPart(rest) &&
    (elements ?? []).every(isPart) &&
    members.every((member) => !member.get && isPart(member.value)) &&
    [...(entries?.values() ?? [])].flat().every(isPart)
  );
}

/** What a name in a function holds: what was made in it, what came into it, or a function whose text stands in it. */
type Local = 'made' | 'given' | 'inner';

/** The function that is looked at. */
interface Around {
  readonly locals: ReadonlyMap<string, Local>;
  readonly scope: Closure['scope'];
  readonly self: Value | null;
}

/** Looks through the text of a function, and of those that it calls, for anything that it could change, throw or ask of a package that knows the program. */
class Search {
  private readonly seen = new Set<ts.Node>();
  private mayFail = false;

  constructor(private readonly evaluator: Evaluator) {}

  of(fn: Obj, self: Value | null): boolean | 'fails' {
    return this.isSilent(fn, self) && (!this.mayFail || 'fails');
  }

  private isSilent(fn: Obj, self: Value | null): boolean {
    const data = fn.fn;
    if (data?.kind !== 'closure' || !data.node.body) return false;
    if (this.seen.has(data.node)) return true;
    this.seen.add(data.node);
    if (this.seen.size > MOST_FUNCTIONS) return false;
    this.evaluator.use(data.node);
    const around = { locals: localsOf(data.node), scope: data.scope, self: surroundingThis(fn) ?? self };
    let isSilent = true;
    walk(data.node, (node) => {
      isSilent &&= ts.isTypeNode(node) || this.isSilentNode(node, around);
      return isSilent && !ts.isTypeNode(node) ? null : [];
    });
    return isSilent;
  }

  private isSilentNode(node: ts.Node, around: Around): boolean {
    if (TELLING.test(ts.SyntaxKind[node.kind])) return false;
    if (ts.isBinaryExpression(node)) return !isAssignment(node.operatorToken.kind) || isOfItsOwn(node.left, around);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
      return (
        (node.operator !== ts.SyntaxKind.PlusPlusToken && node.operator !== ts.SyntaxKind.MinusMinusToken) ||
        isOfItsOwn(node.operand, around)
      );
    if (ts.isPropertyAccessExpression(node))
      return this.membersOf(node, around).every(
        ({ get }) => (get as Obj | null)?.fn?.kind !== 'closure' || this.isSilent(get as Obj, around.self),
      );
    if (ts.isForOfStatement(node) || ts.isForInStatement(node)) return ts.isVariableDeclarationList(node.initializer);
    return !(ts.isCallExpression(node) || ts.isNewExpression(node)) || this.isSilentCall(node, around);
  }

  private isSilentCall(node: ts.CallExpression | ts.NewExpression, around: Around): boolean {
    const callee = skipOuter(node.expression);
    const isKept = (value: Value): boolean => value.kind !== 'object' || !(value as Obj).fn || this.isCallable(value, around, true);
    if (!(node.arguments ?? []).every((each) => this.valuesOf(each, around).every(isKept))) return false;
    const values = this.valuesOf(callee, around);
    if (ts.isIdentifier(callee)) {
      const local = around.locals.get(callee.text);
      if (local) return local === 'inner';
      return values.length > 0 && values.every((value) => this.isCallable(value, around, MAKING.test(callee.text)));
    }
    if (!ts.isPropertyAccessExpression(callee) || ts.isNewExpression(node)) return false;
    const of = skipOuter(callee.expression);
    const { text } = callee.name;
    const local = ts.isIdentifier(of) && around.locals.get(of.text);
    const isReading = READING.has(text) ? local === 'made' || !CHANGING.test(text) : !local && WRITING.test(callee.getText());
    const called = values.length > 0 ? values : this.valuesOf(of, around);
    if (called.length > 0) return called.every((value) => this.isCallable(value, around, isReading));
    if (isReading) return true;
    const isOfPackage = this.isMadeByPackage(of, around);
    this.mayFail ||= isOfPackage;
    return isOfPackage;
  }

  /** `dayjs(date).utc()`: what it is called on, and given, is looked at where that stands. */
  private isMadeByPackage(node: ts.Expression, around: Around): boolean {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
    const callee = skipOuter(node.expression);
    const values = this.valuesOf(callee, around);
    return values.length > 0
      ? values.every((value) => value.kind === 'unknown' && value.provenance && value.carries.length === 0)
      : ts.isPropertyAccessExpression(callee) && this.isMadeByPackage(skipOuter(callee.expression), around);
  }

  /** @param isReading functions of the runtime of that name change nothing */
  private isCallable(value: Value, { self }: Around, isReading: boolean): boolean {
    if (value.kind === 'unknown') {
      if (value.provenance) this.mayFail = true;
      return value !== ABSENT && value.carries.length === 0 && (value.provenance !== null || isReading);
    }
    if (value.kind !== 'object') return isReading;
    const { host, fn } = value as Obj;
    if (host || this.evaluator.builtins.hostNatives.has(value as Obj)) return false;
    return fn?.kind === 'closure' ? this.isSilent(value as Obj, self) : isReading && fn?.kind !== 'class' && fn?.kind !== 'bound';
  }

  /** What an expression may be of what was there before the call, without running it. */
  private valuesOf(node: ts.Expression, around: Around): readonly Value[] {
    const at = skipOuter(node);
    if (at.kind === ts.SyntaxKind.ThisKeyword) return around.self ? alternativesOf(around.self) : [];
    if (ts.isPropertyAccessExpression(at))
      return this.membersOf(at, around).flatMap(({ get, value }) => (get ? [] : alternativesOf(value)));
    if (!ts.isIdentifier(at) || around.locals.has(at.text)) return [];
    const binding = around.scope.find(at.text);
    if (!binding) return alternativesOf(this.evaluator.builtins.globalObject.props?.get(at.text)?.value ?? ABSENT);
    if (binding.lazy && binding.lazyFile !== null && this.evaluator.modules.get(binding.lazyFile)?.state !== 'done') return [ABSENT];
    const value = binding.lazy ? binding.lazy() : binding.value;
    return value ? alternativesOf(value) : [];
  }

  private membersOf({ expression, name }: ts.PropertyAccessExpression, around: Around): readonly Prop[] {
    return this.valuesOf(expression, around).flatMap((of) => {
      for (let at: Value | null = of, hops = 0; at?.kind === 'object' && hops < 20; at = (at as Obj).proto, hops++) {
        const found = (at as Obj).props?.get(name.text);
        if (found) return [found];
      }
      return [];
    });
  }
}

/** Whether an assignment changes a variable of the function itself, or a member of what it has made: what stands in there may be older. */
function isOfItsOwn(target: ts.Expression, { locals }: Around): boolean {
  const at = skipOuter(target);
  if (ts.isIdentifier(at)) return locals.has(at.text);
  const of = ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) ? skipOuter(at.expression) : at;
  return ts.isIdentifier(of) && locals.get(of.text) === 'made';
}

function localsOf(fn: ts.Node): ReadonlyMap<string, Local> {
  const locals = new Map<string, Local>();
  const add = (name: ts.BindingName | undefined, local: Local): void => {
    const names = new Set<string>();
    if (name) addNames(name, names);
    // What has two declarations is whichever says less.
    for (const each of names) locals.set(each, locals.has(each) && locals.get(each) !== local ? 'given' : local);
  };
  walk(fn, (node) => {
    if (ts.isParameter(node)) add(node.name, 'given');
    else if (ts.isVariableDeclaration(node)) {
      // What is exchanged later is something that came in.
      const value = node.initializer && node.parent.flags & ts.NodeFlags.Const ? skipOuter(node.initializer) : undefined;
      const isMade = value && ts.isIdentifier(node.name) && (ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value));
      add(node.name, isMade ? 'made' : value && ts.isFunctionLike(value) ? 'inner' : 'given');
    } else if (ts.isFunctionDeclaration(node)) add(node.name, 'inner');
    return null;
  });
  return locals;
}
