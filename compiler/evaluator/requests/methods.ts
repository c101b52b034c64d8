import { ANY, type Shape } from '@tool/ir';
import type { Trace, Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import type { ts } from '../language/syntax.js';
import { isNarrowed } from '../values/held-members.js';
import { unknown } from '../values/values.js';
import { FIELD, noteComparison, noteLookedFor } from './comparisons.js';
import {
  asText,
  BOOLEAN,
  NUMBER,
  STRING,
  isScalar,
  memberOfTraced,
  noteTextOfForm,
  shaped,
  traced,
  typedValue,
  uniformList,
  type UnknownMember,
} from './observation.js';
import { VALUE_OF_COOKIE, isCookieHeader, matchIn } from './pairs.js';
import { whetherBrought } from './request-keys.js';
import { isOfCaller, testFor, testedOf, textTest, withTested } from './tested.js';

/** Methods of texts that give texts. */
export const TEXT_TO_TEXT: ReadonlySet<string> = new Set([
  'trim',
  'trimStart',
  'trimEnd',
  'toLowerCase',
  'toUpperCase',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'replace',
  'replaceAll',
  'substring',
  'substr',
  'padStart',
  'padEnd',
  'normalize',
  'repeat',
  'charAt',
]);
/** Methods that look for their first argument in a text. */
const LOOKING: ReadonlySet<string> = new Set(['startsWith', 'includes', 'indexOf', 'lastIndexOf', 'search', 'match', 'replace', 'split']);
const TEXT_ONLY: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    startsWith: BOOLEAN,
    endsWith: BOOLEAN,
    localeCompare: NUMBER,
    charCodeAt: NUMBER,
    codePointAt: NUMBER,
    search: NUMBER,
  }),
);
const LIST_METHODS: ReadonlySet<string> = new Set([
  'map',
  'filter',
  'forEach',
  'reduce',
  'some',
  'every',
  'find',
  'findIndex',
  'flatMap',
  'join',
  'push',
  'sort',
  'reverse',
  'pop',
  'shift',
  'unshift',
  'splice',
  'flat',
  'entries',
]);
const COMMON: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    includes: BOOLEAN,
    indexOf: NUMBER,
    lastIndexOf: NUMBER,
    toString: STRING,
    equals: BOOLEAN,
    toFixed: STRING,
    toNumber: NUMBER,
    // Of decimals, which are sent as texts.
    ...Object.fromEntries(['plus', 'minus', 'times', 'mul', 'div', 'sub', 'dividedBy', 'toDecimalPlaces'].map((name) => [name, STRING])),
    toISOString: STRING,
    toLocaleString: STRING,
    toLocaleDateString: STRING,
    valueOf: ANY,
    hasOwnProperty: BOOLEAN,
    ...Object.fromEntries(
      ['Time', 'FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds', 'TimezoneOffset'].map((part) => [
        `get${part}`,
        NUMBER,
      ]),
    ),
  }),
);

/** Of decimals as well, where it is known that they are texts. */
const OF_DECIMALS = {
  string: /^(?:add|abs|neg|negated|round|ceil|floor|mod|pow|sqrt)$/,
  boolean: /^(?:eq|[gl]te?|(?:greater|less)Than(?:OrEqualTo)?|is(?:Zero|Negative|Positive|Neg|Pos))$/,
};

/** Methods of texts, numbers and dates that nothing else has: they say what they give, whatever they are asked of. */
export const BY_NAME: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    ...Object.fromEntries(
      ['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase', 'padStart', 'padEnd', 'toISOString', 'toFixed'].map(
        (name) => [name, STRING],
      ),
    ),
    ...Object.fromEntries(['toString', 'toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((name) => [name, STRING])),
    ...Object.fromEntries(['startsWith', 'endsWith'].map((name) => [name, BOOLEAN])),
    ...Object.fromEntries(
      ['charCodeAt', 'localeCompare', 'getTime', 'getFullYear', 'getTimezoneOffset', 'toNumber'].map((name) => [name, NUMBER]),
    ),
  }),
);

/** What a text loses in a method that leaves it as long as it is, but for blanks around it. */
const butFor = (name: string, { derived, but }: Trace): Trace['but'] =>
  derived && !but ? undefined : /^trim/.test(name) ? (but ?? 'blanks') : /^to.*Case$/.test(name) ? 'case' : undefined;

/** A method call on a value whose shape or way into the program is known: says what the value must be, and what the call gives. Null when it says nothing. */
export function callOfMember(
  evaluator: Evaluator,
  callee: UnknownMember,
  self: Value,
  args: readonly Value[],
  context: Context,
  node: ts.Node,
): Value | null {
  if (self.kind !== 'unknown') return null;
  // One of the caller's roles.
  const isRole = evaluator.observer && callee.member === 'includes' && args[0]?.kind === 'const' && isOfCaller(self);
  if (!self.trace && !self.shape && !isRole) return null;
  const site = evaluator.site(context, node);
  const name = callee.member;
  const { trace } = self;
  if (callee.trace && trace) evaluator.observer?.unread(callee.trace);
  const [key] = args;
  if (name === 'get' && trace && key?.kind === 'const' && typeof key.value === 'string' && evaluator.observer?.isAskedByName(trace))
    return memberOfTraced(evaluator, self, key.value, site);
  if (trace && args[0] && LOOKING.has(name)) noteLookedFor(evaluator, trace, args[0]);
  // What stands in front of a space, mostly.
  if (trace && /^(?:slice|substr)/.test(name)) evaluator.observer?.lookedFor(trace, ' ');
  const derived = trace && { ...trace, derived: true, but: undefined };
  const result = (shape: Shape): Value => (derived ? traced(derived, site, shape) : shaped(shape, `${name} of ${self.why}`, site));
  const is = (shape: Shape): void => {
    if (trace && !trace.derived && (!self.shape || isNarrowed(self))) evaluator.observer?.typed(trace, shape, 'code', site);
  };
  if (
    TEXT_TO_TEXT.has(name) ||
    (name === 'slice' && (self.shape?.kind === 'string' || trace?.part === 'header' || trace?.part === 'cookie'))
  ) {
    is(STRING);
    const isValue = trace && isCookieHeader(trace) && /^(?:slice|substr)/.test(name) && !(key?.kind === 'const' && key.value === 0);
    return trace
      ? traced({ ...trace, derived: true, but: butFor(name, trace), ...(isValue && { at: VALUE_OF_COOKIE }) }, site, STRING)
      : result(STRING);
  }
  const own = TEXT_ONLY.get(name);
  if (own) {
    is(STRING);
    return shaped(own, `${name} of a text`, site);
  }
  if (name === 'split') {
    is(STRING);
    // A cookie of the header: its name, and its value.
    if (derived && isCookieHeader(derived) && key?.kind === 'const' && key.value === '=')
      return evaluator.list([result(STRING), traced({ ...derived, at: VALUE_OF_COOKIE }, site, STRING)], site);
    return uniformList(evaluator, result(STRING), site);
  }
  if (name === 'matchAll') {
    is(STRING);
    return unknown('matchAll of a text', site);
  }
  if (name === 'match') {
    is(STRING);
    // Of a text that is not there nothing is matched: the call fails.
    const tested = args[0] ? testedOf(textTest(evaluator, args[0], self, site)) : [];
    const matched = withTested(
      unknown('match of a text', site),
      tested.map(({ when, trace: of, shape }) => ({ when, trace: of, shape })),
    );
    return matchIn(self, matched, site);
  }
  if (trace && !trace.texts && LIST_METHODS.has(name) && !isScalar(self.shape)) {
    is({ kind: 'array', items: ANY });
    const element = { ...trace, path: [...trace.path, '0'] };
    const items = self.shape?.kind === 'array' ? self.shape.items : undefined;
    const list = uniformList(
      evaluator,
      items ? typedValue(evaluator, items, `an element of ${self.why}`, element, site) : traced(element, site),
      site,
    );
    return evaluator.call(evaluator.get(list, name, context, node), list, args, context, node);
  }
  // A field of a record written as a text (`owner.toString()`) is that field, for whoever compares it.
  if (name === 'toString' && !trace && args.length === 0 && FIELD.test(self.why)) return shaped(STRING, self.why, site);
  if (name === 'equals' && args[0]) noteComparison(evaluator, self, args[0], site);
  if (isRole && key?.kind === 'const') return testFor(evaluator, self, { kind: 'string', enum: [key.value as string] }, false, site);
  // What stands behind `?.` is missing where the value is.
  if (name === 'toString' && trace && args.length === 0) {
    noteTextOfForm(evaluator, trace, site);
    return self.shape?.kind === 'string' ? result(STRING) : asText(evaluator, self, site);
  }
  const brought = name === 'hasOwnProperty' && key ? whetherBrought(evaluator, self, evaluator.key(key), context, node) : null;
  if (brought) return brought;
  if (!trace && self.shape?.kind === 'string')
    for (const kind of ['string', 'boolean'] as const)
      if (OF_DECIMALS[kind].test(name)) return shaped({ kind }, `${name} of ${self.why}`, site);
  const common = COMMON.get(name);
  if (common) return common === ANY ? self : shaped(common, `${name} of ${self.why}`, site);
  return null;
}
