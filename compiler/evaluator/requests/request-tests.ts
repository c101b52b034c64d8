import type { RequestCondition, RequestTest, TestStep } from '@tool/ir';
import type { Unknown, Value } from '@tool/scanner-sdk';
import type { BranchInfo, Guard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { BOOLEAN, shaped, traceOf } from './observation.js';
import { skipOuter, ts } from '../language/syntax.js';
import { patternOf } from './tested.js';
import { ABSENT, Obj, bool, plain } from '../values/values.js';

/**
 * What the truth of a value says of the address, its parameters and the method of a request. It travels with the value, as what is missing does:
 * `req.path.startsWith('/api')`, `PUBLIC.some((each) => each === req.path)`, what a function of the program returns of such tests.
 */
export const asksOf = (value: Value): RequestCondition => {
  if (value.kind === 'const') return Boolean(value.value);
  if (value.kind === 'oneOf') {
    const choices = choicesOf(value);
    if (choices) return any(choices.map((choice) => all([choice.when, asksOf(choice.value)])));
    return value.values.every((each) => each.kind === 'const' && Boolean(each.value)) ? true : null;
  }
  if (value.kind === 'object') return testOf(value) ?? true;
  return value.kind === 'unknown' ? (value.asks ?? testOf(value)) : null;
};

/** An alternative that a text of the request chooses, and the requests that get it. */
export interface Choice {
  readonly when: RequestCondition;
  readonly value: Value;
}

const choicesMade = new WeakMap<Value, readonly Choice[]>();
export const choicesOf = (value: Value): readonly Choice[] | undefined => (value.kind === 'oneOf' ? choicesMade.get(value) : undefined);
export function noteChoices(value: Value, choices: readonly Choice[]): void {
  choicesMade.set(value, choices);
}

/** Members of a request that hold its address, where an adapter says nothing of them. */
const ADDRESS: ReadonlySet<string> = new Set(['url', 'path', 'originalUrl', 'pathname']);

/** The text of the request that a value is, or was made of. */
export function testOf(value: Value): RequestTest | null {
  if (value.kind === 'oneOf') {
    const all = value.values.map(testOf);
    return all.every((each) => each !== null && (!mayLack(each) || each.name === all[0]!.name)) ? (all[0] ?? null) : null;
  }
  if (value.kind === 'object') return madeOf.get(value as Obj) ?? null;
  if (value.kind !== 'unknown') return null;
  if (value.asks !== undefined) return isTest(value.asks) ? value.asks : null;
  const trace = traceOf(value);
  if (!trace || trace.derived) return null;
  if (trace.part === 'path' && trace.path.length === 1) return { of: 'parameter', name: trace.path[0]!, steps: [] };
  if (trace.part !== 'context') return null;
  const [owner, member, ...name] = trace.path;
  if (ADDRESS.has(trace.path.at(-1) ?? '')) return { of: 'url', steps: [] };
  const isStated = owner === 'stated options' && member === 'config' && name.length > 0 && name[0] !== 'method';
  return isStated ? { of: 'config', name: name.join('.'), steps: [] } : null;
}

/** A parameter of the path, or what a route states: it may be undefined. */
const mayLack = (test: RequestTest | null): boolean => test?.of === 'parameter' || test?.of === 'config';

export const isTest = (condition: RequestCondition): condition is RequestTest =>
  typeof condition === 'object' && condition !== null && 'of' in condition;

export const withAsks = (value: Value, asks: RequestCondition): Value =>
  value.kind === 'unknown' && asks !== null && typeof asks !== 'boolean' ? { ...value, asks } : value;

export const stepped = (test: RequestTest, step: TestStep): RequestTest => ({ ...test, steps: [...test.steps, step] });

/** Lists that were made of a text: `req.path.split('/')`. */
const madeOf = new WeakMap<Obj, RequestTest>();

/** Methods of texts that the passes know how to run. */
const METHODS: ReadonlySet<string> = new Set([
  'startsWith',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'search',
  'match',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'slice',
  'substring',
  'substr',
  'replace',
  'split',
  'concat',
  'charAt',
  'at',
  'toString',
]);

export const isStepArgument = (value: unknown): value is string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;

/** The arguments of a step; null when one is neither a constant nor a plain regular expression. */
function constantsOf(values: readonly Value[]): (string | number | boolean | null)[] | null {
  const found = values.map(plain).map((value) => (value.kind === 'const' ? value.value : undefined));
  return found.every(isStepArgument) ? found : null;
}

/** Matching an expression in which something repeated is repeated again can take for ever. */
const NESTED_REPETITION = /\([^)]*[+*}][^)]*\)[+*{]/;
const expressionOf = (value: Value | undefined): readonly [string, string] | null => {
  const pattern = value && patternOf(plain(value));
  return pattern && !NESTED_REPETITION.test(pattern.source) ? [pattern.source, pattern.flags.replace(/[gy]/g, '')] : null;
};

/** A method was called on a text of the request: the result, with what was asked. */
export function askedByMethod(result: Value, self: Value, name: string, args: readonly Value[]): Value {
  const test = METHODS.has(name) ? testOf(self) : null;
  if (!test) return result;
  const expression = expressionOf(args[0]);
  const rest = constantsOf(expression ? args.slice(1) : args);
  if (!rest) return result;
  const made = stepped(test, expression ? [`${name} expression`, ...expression, ...rest] : [name, ...rest]);
  if (result.kind === 'object') {
    madeOf.set(result as Obj, made);
    return result;
  }
  return withAsks(result, made);
}

/** The length of an address. */
export function askedByLength(length: Unknown, text: Value): Unknown {
  const test = testOf(text);
  return test && test.of !== 'parameter' ? { ...length, asks: stepped(test, ['length']) } : length;
}

/** An element of what was made of a text of the request. */
export function askedByIndex(result: Value, list: Obj, key: PropertyKey): Value {
  const test = madeOf.get(list);
  return test && /^\d+$/.test(String(key)) ? withAsks(result, stepped(test, ['at', Number(key)])) : result;
}

/** `/^\/api/.test(req.path)`. */
export function askedByExpression(result: Value, expression: Value, subject: Value): Value {
  const pattern = expressionOf(expression);
  if (!pattern) return result;
  const test = testOf(subject);
  const pair = pairOf(subject);
  return withAsks(result, test ? stepped(test, ['test expression', ...pattern]) : pair && matchedBy(pair, ...pattern));
}

/** `${req.method} ${req.path}`: what of the request stands in front of a text that no method has in it, and what behind. */
interface Pair {
  readonly method: RequestTest;
  readonly between: string;
  readonly rest: RequestTest;
}

function pairOf(value: Value): Pair | null {
  const [first, between, second, ...more] = value.kind === 'template' ? value.parts.filter((part) => part !== '') : [];
  if (typeof first !== 'object' || typeof between !== 'string' || typeof second !== 'object' || more.length > 0) return null;
  const [method, rest] = [testOf(first), testOf(second)];
  return method?.of === 'method' && rest && !mayLack(rest) && /^\W/.test(between) ? { method, between, rest } : null;
}

function pairIs({ method, between, rest }: Pair, text: unknown): RequestCondition {
  const at = typeof text === 'string' ? text.indexOf(between) : -1;
  if (at < 0) return false;
  return all([
    stepped(method, ['===', (text as string).slice(0, at)]),
    stepped(rest, ['===', (text as string).slice(at + between.length)]),
  ]);
}

/** `/^(get|post) \/open/`: what an expression says of the method, and of the rest. */
function matchedBy({ method, between, rest }: Pair, source: string, flags: string): RequestCondition {
  const escaped = between.replace(/[^\w\s]/g, '\\?\\$&');
  const [whole, verbs] = new RegExp(`^\\^(\\w+|\\((?:\\?:)?[\\w|]+\\))${escaped}`).exec(source) ?? [];
  const behind = source.slice(whole?.length);
  // What is one of two as a whole is in none of these parts.
  if (!verbs || behind.replace(/\\.|\[[^\]]*\]|\([^()]*\)/g, '').includes('|')) return null;
  return all([stepped(method, ['test expression', `^${verbs}$`, flags]), stepped(rest, ['test expression', `^${behind}`, flags])]);
}

/** Whether the path has a parameter that something may stand in for; null of anything else. */
export function presenceAsked(value: Value, operator: '||' | '??'): RequestCondition {
  const test = testOf(value);
  return !test || !mayLack(test) ? null : operator === '||' ? test : stepped(test, ['!==', null]);
}

/** `id || 'all'`, `id ?? null`, `{ id = 'all' }`: what stands in for a parameter that the path does not have. */
export function askedByDefault(result: Value, value: Value, fallback: Value, operator: '||' | '??'): Value {
  const test = testOf(value);
  const there = presenceAsked(value, operator);
  if (!test || there === null) return result;
  if (result.kind === 'oneOf') {
    noteChoices(result, [
      { when: there, value },
      { when: not(there), value: fallback },
    ]);
  }
  const [literal] = constantsOf([fallback]) ?? [];
  return literal === undefined ? result : withAsks(result, stepped(test, [operator, literal]));
}

/** Whether a text of the request is one of these. */
export function askedAmong(result: Value, values: readonly Value[], wanted: Value): Value {
  const test = testOf(wanted);
  const pair = pairOf(wanted);
  const listed = (test ?? pair) && constantsOf(values);
  if (!listed) return result;
  return withAsks(result, test ? stepped(test, ['in', ...listed]) : any(listed.map((text) => pairIs(pair!, text))));
}

/** Where in a list a text of the request is: `PUBLIC.indexOf(req.path) !== -1`. */
export function askedPosition(result: Value, values: readonly Value[], wanted: Value): Value {
  const test = testOf(wanted);
  const listed = test && constantsOf(values);
  return listed ? withAsks(result, stepped(test, ['position', ...listed])) : result;
}

/** What is taken apart (`new URL(req.url)`, `url.parse(req.url)`) is the address of the request: `pathname` is its path. */
export const askedOfUrl = (result: Value, text: Value | undefined): Value => {
  const test = text ? testOf(text) : null;
  return test && test.steps.length === 0 && (test.of === 'url' || test.of === 'path') ? withAsks(result, test) : result;
};
export const pathnameOf = (member: Value, asks: RequestCondition | undefined): Value =>
  asks && isTest(asks) && asks.steps.length === 0 && asks.of === 'url' ? withAsks(member, { ...asks, of: 'path' }) : member;

/** Elements for which a choice is noted one by one; of more it is noted only whether there is one. */
const MAX_FOUND = 8;

/** What is found among too many elements to tell them apart, or its place: whether there is one. */
const foundAmongMany = new WeakMap<Value, RequestCondition>();

/** What is found in a list, or its place: which requests get which of them. `none`: what the others get. */
export function noteFound(value: Value, found: readonly Choice[], none: Value | null, joined: (values: readonly Value[]) => Value): Value {
  if (!found.some(({ when }) => asksSomething(when))) return value;
  const whole = any(found.map(({ when }) => when));
  if (value.kind === 'unknown') {
    const isPlace = none?.kind === 'const' && none.value === -1;
    if (!isPlace && !found.every(({ value: own }) => asksOf(own) === true)) return value;
    const result = isPlace ? value : withAsks(value, whole);
    foundAmongMany.set(result, whole);
    return result;
  }
  if (value.kind !== 'oneOf') return value;
  const rest = none ? [{ when: not(whole), value: none }] : [];
  const each =
    found.length <= MAX_FOUND
      ? found.map(({ when, value: own }, index) => ({
          when: all([when, ...found.slice(0, index).map((before) => not(before.when))]),
          value: own,
        }))
      : [{ when: whole, value: joined(found.map(({ value: own }) => own)) }];
  noteChoices(value, [...each, ...rest]);
  return value;
}

/** `list.findIndex(…) > -1`, `list.find(…) !== undefined`: whether there is one. */
function askedOfFound(operator: string, value: Value, compared: Value): RequestCondition {
  const found = foundAmongMany.get(value);
  if (found === undefined || compared.kind !== 'const') return null;
  const { value: other } = compared;
  // What is found is true: an element, of which a place says nothing.
  const isElement = value.kind === 'unknown' && value.asks !== undefined;
  if (isElement ? other !== undefined : other !== -1 && other !== 0) return null;
  const isThere = isElement ? ['!=='] : other === -1 ? ['>', '!=='] : ['>='];
  const isNot = isElement ? ['==='] : other === -1 ? ['===', '<='] : ['<'];
  return isThere.includes(operator) ? found : isNot.includes(operator) ? not(found) : null;
}

const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '==='],
  [ts.SyntaxKind.EqualsEqualsToken, '==='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsToken, '!=='],
  [ts.SyntaxKind.LessThanToken, '<'],
  [ts.SyntaxKind.LessThanEqualsToken, '<='],
  [ts.SyntaxKind.GreaterThanToken, '>'],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>='],
]);
/** A parameter that the path does not have is undefined, which steps do not tell from null. */
function comparedWithParameter(operator: ts.SyntaxKind, compared: Value): readonly (string | number | boolean | null)[] {
  if (compared.kind === 'const' && compared.value === undefined && compared.taint === null) return [null];
  const isLoose = operator === ts.SyntaxKind.EqualsEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsToken;
  return compared.kind === 'const' && compared.value === null && !isLoose ? [] : (constantsOf([compared]) ?? []);
}
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** `PUBLIC[segment] === req.method`: what one of them is told apart by is one of a table's. */
function comparedTexts(name: string, left: RequestTest, right: RequestTest): RequestCondition {
  const [table, other] = left.steps.at(-1)?.[0] === 'of' ? [left, right] : [right, left];
  const [step, ...entries] = table.steps.at(-1) ?? [];
  if (step !== 'of' || (name !== '===' && name !== '!==')) return null;
  const key = { ...table, steps: table.steps.slice(0, -1) };
  const pairs = entries.flatMap((entry, index) =>
    index % 2 === 0 ? [all([stepped(key, ['===', entry]), stepped(other, ['===', entries[index + 1]!])])] : [],
  );
  return name === '===' ? any(pairs) : not(any(pairs));
}

/** A comparison with a constant. */
export function askedByComparison(result: Value, operator: ts.SyntaxKind, left: Value, right: Value): Value {
  const name = OPERATORS.get(operator);
  if (name === undefined) return result;
  const found = askedOfFound(name, left, right);
  if (found !== null) return withAsks(result, found);
  const texts = [left, right].flatMap((each) => testOf(each) ?? []);
  if (texts.length === 2) return withAsks(result, comparedTexts(name, texts[0]!, texts[1]!));
  const test = testOf(left) ?? testOf(right);
  const compared = testOf(left) ? right : left;
  // Every request has a method and an address.
  if (test && !mayLack(test) && test.steps.length === 0 && compared.kind === 'const' && compared.value == null && /==$/.test(name))
    return bool(name === '!==');
  const [other] = mayLack(test) ? comparedWithParameter(operator, compared) : (constantsOf([compared]) ?? []);
  if (test && other !== undefined) return withAsks(result, stepped(test, [testOf(left) ? name : (MIRRORED[name] ?? name), other]));
  const pair = pairOf(left) ?? pairOf(right);
  const text = left.kind === 'const' ? left : right;
  if (pair && text.kind === 'const' && /^[!=]==?$/.test(name)) {
    const same = pairIs(pair, text.value);
    return withAsks(result, name === '===' ? same : not(same));
  }
  // `isPublic(req) === false`.
  const [truth, given] = left.kind === 'const' ? [right, left.value] : [left, right.kind === 'const' ? right.value : undefined];
  if (typeof given !== 'boolean' || (name !== '===' && name !== '!==')) return result;
  return withAsks(result, given === (name === '===') ? asksOf(truth) : not(asksOf(truth)));
}

// ---- joining -------------------------------------------------------------------------------------------------------------

export const not = (condition: RequestCondition): RequestCondition =>
  condition === null ? null : typeof condition === 'boolean' ? !condition : 'not' in condition ? condition.not : { not: condition };

/** More parts than any guard has, those of its parts included: what would be larger is not known. */
const MAX_PARTS = 240;

/** All of them hold. */
export const all = (conditions: readonly RequestCondition[]): RequestCondition => joined(conditions, 'all', false);
/** One of them holds. */
export const any = (conditions: readonly RequestCondition[]): RequestCondition => joined(conditions, 'any', true);

function joined(conditions: readonly RequestCondition[], kind: 'all' | 'any', decides: boolean): RequestCondition {
  if (conditions.length === 1) return conditions[0]!;
  // Most conditions ask nothing of the request.
  if (!conditions.some(asksSomething)) return conditions.includes(decides) ? decides : conditions.includes(null) ? null : !decides;
  const flat = conditions.flatMap((condition) => partsOf(condition, kind) ?? [condition]);
  const distinct = settled(distinctOf(flat), kind).filter((condition) => condition !== !decides);
  if (distinct.includes(decides)) return decides;
  if (distinct.length === 0) return !decides;
  if (distinct.every((condition) => condition === null) || sum(distinct) > MAX_PARTS) return null;
  return distinct.length === 1 ? distinct[0]! : kind === 'all' ? { all: distinct } : { any: distinct };
}

const asksSomething = (condition: RequestCondition): boolean => condition !== null && typeof condition !== 'boolean';

/** What is joined in a condition of this kind; null where it is no such one. */
function partsOf(condition: RequestCondition, kind: 'all' | 'any'): readonly RequestCondition[] | null {
  if (condition === null || typeof condition === 'boolean') return null;
  return kind === 'all' ? ('all' in condition ? condition.all : null) : 'any' in condition ? condition.any : null;
}

const distinctOf = (conditions: readonly RequestCondition[]): readonly RequestCondition[] => [
  ...new Map(conditions.map((condition) => [keyOf(condition), condition])).values(),
];

/**
 * `p || !p` is true, `p && !(p && q)` is `p && !q`, and `p && (!p || q)` is `p && q`; with `||` the same the other way round. What a function asks after it has returned in some
 * arms says again what it had asked up to there: without this, each question of a chain of them would double the condition.
 */
function settled(conditions: readonly RequestCondition[], kind: 'all' | 'any'): readonly RequestCondition[] {
  // What nobody knows is not the same twice.
  const known = new Set(conditions.filter((condition) => condition !== null).map(keyOf));
  const other = kind === 'all' ? 'any' : 'all';
  return distinctOf(
    conditions.flatMap((condition): readonly RequestCondition[] => {
      if (isTest(condition) && known.has(keyOf(not(condition)))) return [kind === 'any'];
      const denied = condition !== null && typeof condition === 'object' && 'not' in condition ? partsOf(condition.not, kind) : null;
      const inner = denied ?? partsOf(condition, other);
      const says = (part: RequestCondition): boolean => part !== null && known.has(keyOf(denied ? part : not(part)));
      if (!inner?.some(says)) return [condition];
      const rest = inner.filter((part) => !says(part));
      const left = denied ? not(joined(rest, kind, kind === 'any')) : joined(rest, other, other === 'any');
      const parts = partsOf(left, kind) ?? [left];
      for (const part of parts) if (part !== null) known.add(keyOf(part));
      return parts;
    }),
  );
}

/** Texts and sizes of conditions, which share their parts. */
const keys = new WeakMap<object, string>();
const sizes = new WeakMap<object, number>();

function keyOf(condition: RequestCondition): string {
  if (condition === null || typeof condition === 'boolean') return String(condition);
  const known = keys.get(condition) ?? JSON.stringify(condition);
  keys.set(condition, known);
  return known;
}

function sizeOf(condition: RequestCondition): number {
  if (condition === null || typeof condition === 'boolean' || 'of' in condition) return 1;
  const size =
    sizes.get(condition) ?? ('not' in condition ? sizeOf(condition.not) : sum('all' in condition ? condition.all : condition.any));
  sizes.set(condition, size);
  return size;
}

const sum = (conditions: readonly RequestCondition[]): number =>
  conditions.reduce<number>((size, condition) => size + sizeOf(condition), 0);

/** Under which condition an arm runs. */
export const ofArm = (branch: BranchInfo, arm: number): RequestCondition => {
  const asks = branch.asks?.[arm] ?? null;
  return asksOfKey(asks) ? null : asks;
};

/** Whether some part of a condition is like this. */
export const someOf = (condition: RequestCondition, isIt: (part: RequestTest | boolean | null) => boolean): boolean =>
  condition === null || typeof condition === 'boolean' || 'of' in condition
    ? isIt(condition)
    : ('not' in condition ? [condition.not] : 'all' in condition ? condition.all : condition.any).some((part) => someOf(part, isIt));

/** What the names of fields are that nobody listed says nothing of which requests these are. */
const asksOfKey = (condition: RequestCondition): boolean => someOf(condition, (part) => isTest(part) && part.of === 'key');

/** What the conditions say under which the program is here, from the innermost up to the one (not included) under which a function was called. */
export function askedSince(guard: Guard | null, outer: Guard | null): RequestCondition {
  const parts: RequestCondition[] = [];
  // Most conditions ask nothing of the request: of these it is enough to know that there are some, however many they are.
  let unknown = false;
  for (let at = guard; at && at !== outer; at = at.parent) {
    const { branch } = at;
    const asked = branch.asks ? any([at.arm, ...at.others].map((arm) => ofArm(branch, arm))) : null;
    if (asked !== null || !unknown) parts.push(asked);
    unknown ||= asked === null;
  }
  return all(parts);
}

/**
 * The truth of what several arms give, each under its own condition. The value as it is where that says nothing of the request; of values that are no truths
 * it is noted which requests get which. `rest`: what there is where none of the arms gave anything.
 */
export function askedByArms(evaluator: Evaluator, value: Value, arms: readonly Choice[], rest?: Choice): Value {
  if (!evaluator.observer || (value.kind !== 'oneOf' && value.kind !== 'unknown')) return value;
  const whole = rest ? [...arms, rest] : arms;
  if (!whole.every((arm) => isTruth(arm.value))) {
    if (value.kind === 'oneOf' && !value.preferred && arms.some(({ when }) => when !== null)) {
      const left = rest ? [{ ...rest, when: all([rest.when, not(any(arms.map(({ when }) => when)))]) }] : [];
      noteChoices(value, [...arms, ...left].flatMap(choicesIn));
    }
    return value;
  }
  const asks = any(whole.map((arm) => all([arm.when, asksOf(arm.value)])));
  return asks === null || typeof asks === 'boolean'
    ? value
    : withAsks(shaped(BOOLEAN, value.kind === 'oneOf' ? value.condition : value.why), asks);
}

/** What an arm gives that is itself chosen by the request is chosen under both conditions. */
const choicesIn = ({ when, value }: Choice): readonly Choice[] =>
  choicesOf(value)?.map((inner) => ({ when: all([when, inner.when]), value: inner.value })) ??
  (value.kind === 'oneOf' && !value.preferred && !value.values.includes(ABSENT)
    ? // Which of these it is nothing says of the request.
      value.values.map((each) => ({ when: all([when, null]), value: each }))
    : [{ when, value }]);

/** The members of the alternatives of a value are chosen as these are. */
export function membersChosen(result: Value, value: Value, members: ReadonlyMap<Value, Value>): Value {
  const choices = choicesOf(value);
  if (!choices || result.kind !== 'oneOf' || !choices.every((choice) => members.has(choice.value))) return result;
  const chosen = choices.flatMap((choice) => choicesIn({ when: choice.when, value: members.get(choice.value)! }));
  noteChoices(result, chosen);
  return result;
}

const isTruth = (value: Value): boolean =>
  value.kind === 'const'
    ? typeof value.value === 'boolean' || value.value == null
    : value.kind === 'unknown' && (value.shape?.kind === 'boolean' || value.asks !== undefined);

/** What conditions ask that are written with operators whose operands are values of any kind: `req.path === '/login' && req.user`. */
export class Written {
  private readonly known = new WeakMap<ts.Node, RequestCondition>();

  private put(node: ts.Expression, asks: RequestCondition): void {
    if (asks === null) this.known.delete(skipOuter(node));
    else this.known.set(skipOuter(node), asks);
  }
  of(node: ts.Expression, value: Value): RequestCondition {
    return this.known.get(skipOuter(node)) ?? asksOf(value);
  }

  /** An operand was evaluated. */
  note(node: ts.Expression, value: Value): Value {
    if (!isJoint(node)) this.put(node, asksOf(value));
    return value;
  }

  /** `a && b`, `a || b`. */
  joined(node: ts.BinaryExpression, value: Value): Value {
    const parts = [node.left, node.right].map((operand) => this.known.get(skipOuter(operand)) ?? null);
    const asks = (node.operatorToken.kind === ts.SyntaxKind.BarBarToken ? any : all)(parts);
    this.put(node, asks);
    // The text itself, or what stands in for it.
    if (value.kind === 'unknown' && isTest(value.asks ?? null) && ((value.asks as RequestTest).steps.at(-1)?.[0] ?? '||') === '||')
      return value;
    return asks !== null && value.kind === 'oneOf' && value.values.every(isTruth)
      ? withAsks(shaped(BOOLEAN, value.condition), asks)
      : withAsks(value, asks);
  }

  negated(node: ts.PrefixUnaryExpression, value: Value): Value {
    const asks = isJoint(node.operand) ? not(this.known.get(skipOuter(node.operand)) ?? null) : asksOf(value);
    this.put(node, asks);
    return withAsks(value, asks);
  }
}

const isJoint = (node: ts.Expression): boolean => {
  const inner = skipOuter(node);
  return ts.isBinaryExpression(inner)
    ? inner.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken || inner.operatorToken.kind === ts.SyntaxKind.BarBarToken
    : ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken;
};

/** Takes note of what the arms of a condition (true, false) say of the address and the method of the request. */
export function noteAsked(evaluator: Evaluator, info: BranchInfo, written: ts.Expression, condition: Value): void {
  const asks = evaluator.written.of(skipOuter(written), condition);
  if (asks !== null) info.asks = [asks, not(asks)];
}

/** What is left of a condition when everything that nobody knows may be true: false only where it surely is. */
export function possible(condition: RequestCondition, otherwise = true): RequestCondition {
  if (condition === null) return otherwise;
  if (typeof condition === 'boolean' || 'of' in condition) return condition;
  if ('not' in condition) return not(possible(condition.not, !otherwise));
  return 'all' in condition
    ? all(condition.all.map((part) => possible(part, otherwise)))
    : any(condition.any.map((part) => possible(part, otherwise)));
}
