import type { Trace, Unknown, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { UNDEFINED, bool, constant, isLacking, lacking, unknown, type Native, type Site } from '../values/values.js';
import { BOOLEAN, STRING, refineValue, shaped, traceOf, traced } from './observation.js';
import { testOf } from './request-tests.js';

/** Texts of a request that hold names and values, and what is made of them: the query of its address, a form in its body. */
const parts = new WeakMap<Value, Unknown>();
/** The part of a request of which a value has the names and values. */
export const partOfPairs = (value: Value | undefined): Unknown | undefined => value && parts.get(value);

/** Members that are known of an address, of the names and values in it, and of what was found in a text. */
const members = new WeakMap<Value, Readonly<Record<string, Value>>>();
export const memberOfAddress = (value: Value, key: PropertyKey): Value | undefined => {
  const known = members.get(value);
  return known && typeof key === 'string' && Object.hasOwn(known, key) ? known[key] : undefined;
};

/** The header in which all cookies come in. */
export const isCookieHeader = ({ part, path }: Pick<Trace, 'part' | 'path'>): boolean =>
  part === 'header' && path.length === 1 && path[0]!.toLowerCase() === 'cookie';
/** Where the value of a cookie stands behind its name, in the header that is taken apart by hand. */
export const VALUE_OF_COOKIE = '1';

/** What a regular expression finds in a text of the request: the whole, and its groups, which are made of that text. */
export function matchIn(subject: Value, made: Value, site: Site): Value {
  const trace = (subject.kind === 'oneOf' ? subject.values : [subject]).map(traceOf).find((each) => each);
  if (!trace) return made;
  const part = traced({ ...trace, derived: true, but: undefined, at: VALUE_OF_COOKIE }, site, STRING);
  members.set(made, { 0: part, 1: part, 2: part, 3: part });
  return made;
}

const OF_ADDRESS = /^(?:url|originalUrl|href|search|querystring)$/;

/** It is the address of the request, or made of it. What stands behind a `?` is a value in another one. */
function isAddress(value: Value): boolean {
  if (value.kind === 'oneOf') return value.values.some(isAddress);
  if (value.kind === 'template') {
    const at = value.parts.findIndex((part) => typeof part !== 'string' && isAddress(part));
    return at >= 0 && !value.parts.slice(0, at).some((before) => typeof before === 'string' && before.includes('?'));
  }
  const trace = traceOf(value);
  return testOf(value)?.of === 'url' || (trace?.part === 'context' && OF_ADDRESS.test(trace.path.at(-1) ?? ''));
}

/** The part of a request of which a text holds the names and values; undefined for other texts. */
function partIn(evaluator: Evaluator, text: Value | undefined, site: Site): Unknown | undefined {
  if (!evaluator.observer || !text) return undefined;
  const known = parts.get(text);
  if (known) return known;
  if (isAddress(text)) return traced({ part: 'query', path: [] }, site);
  const body = text.kind === 'unknown' && text.json ? traceOf(text.json) : null;
  if (body?.part !== 'body' || body.path.length > 0) return undefined;
  evaluator.observer.encoding('application/x-www-form-urlencoded');
  return traced({ part: 'body', path: [] }, site);
}

/** `querystring.parse(text)`. */
export const pairsParsed: Native = (ev, _self, args, site) => partIn(ev, args[0], site) ?? unknown('what a text holds by names', site);

/** `new URLSearchParams(text)`. */
export const searchParams: Native = (ev, _self, args, site) => {
  const made = unknown('search parameters', site);
  const part = partIn(ev, args[0], site);
  return part ? paramsOf(ev, made, part) : made;
};

/** What `new URL(text)` and `url.parse(text)` have made of the address of a request has its query; `isParsed`: by names. */
export function withQuery(evaluator: Evaluator, made: Value, text: Value | undefined, isParsed: boolean, site: Site): Value {
  const part = partIn(evaluator, text, site);
  if (!part) return made;
  const search = shaped(STRING, 'a query', site);
  parts.set(search, part);
  members.set(made, {
    search,
    query: isParsed ? part : search,
    searchParams: paramsOf(evaluator, unknown('search parameters', site), part),
  });
  return made;
}

function paramsOf(evaluator: Evaluator, made: Value, part: Unknown): Value {
  parts.set(made, part);
  let known = methods.get(evaluator);
  if (!known) {
    known = Object.fromEntries(Object.entries(METHODS).map(([name, native]) => [name, evaluator.native(name, native)]));
    methods.set(evaluator, known);
  }
  members.set(made, known);
  return made;
}
const methods = new WeakMap<Evaluator, Readonly<Record<string, Value>>>();

const valueOf = (evaluator: Evaluator, self: Value, name: Value | undefined, site: Site): Value | undefined => {
  const part = parts.get(self);
  const key = name && evaluator.constantOf(name);
  return part && typeof key === 'string' ? evaluator.get(part, key, evaluator.contextOf(site), site.node) : undefined;
};
/** Whether there is something under a name, where what is there is known by its place in a request. */
export function isThere(value: Value, site: Site): Unknown {
  const trace = traceOf(value);
  return { ...shaped(BOOLEAN, 'whether there is such a name', site), ...(trace && { missing: { when: false, traces: [trace] } }) };
}
const METHODS: Readonly<Record<string, Native>> = {
  get: (ev, self, args, site) => {
    const value = valueOf(ev, self, args[0], site) ?? unknown('a search parameter', site);
    if (value.kind !== 'const' || value.value !== undefined) return value;
    return isLacking(value) ? lacking({ ...value, value: null }) : constant(null);
  },
  getAll: (ev, self, args, site) => {
    const value = valueOf(ev, self, args[0], site);
    return value && value.kind !== 'const'
      ? refineValue(ev, value, { kind: 'array', items: STRING }, 'code', ev.contextOf(site), site.node)
      : unknown('search parameters', site);
  },
  has: (ev, self, args, site) => {
    const value = valueOf(ev, self, args[0], site) ?? UNDEFINED;
    return value.kind === 'const' ? bool(value.value !== undefined) : isThere(value, site);
  },
  entries: (_ev, self) => self,
};
