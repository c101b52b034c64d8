import type { MiddlewareId, PathTest } from '@tool/ir';
import {
  defineHostType,
  functions,
  isAbsent,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';

/** Several ways of which a request has to pass one; `first`: the first middleware on any of them that was registered. */
interface Choice {
  first: MiddlewareId | null;
}

/** What runs unless the path of a request is one of these, on the ways of choices, the outermost first. */
export interface Combined {
  readonly middleware: Value;
  readonly tests: readonly PathTest[];
  readonly ways: readonly { readonly choice: Choice; readonly way: number }[];
}
export const combinedType: HostType<Combined> = defineHostType<Combined>({ name: 'combined', methods: {}, call: () => undefined });

/** What is combined once more: under more exceptions, on a way of one more choice around. */
function within(call: Call, value: Value, around: Partial<Omit<Combined, 'middleware'>>): Value {
  if (value.kind === 'oneOf') return { ...value, values: value.values.map((each) => (isAbsent(each) ? each : within(call, each, around))) };
  const { middleware, tests, ways } = call.data(value, combinedType) ?? { middleware: value, tests: [], ways: [] };
  return call.host(combinedType, {
    // Nobody sees into it, so it would be the same as where it is used without all that.
    middleware: middleware.kind === 'unknown' && middleware === value ? { ...middleware } : middleware,
    tests: [...tests, ...(around.tests ?? [])],
    ways: [...(around.ways ?? []), ...ways],
  });
}
const flat = (call: Call, value: Value): readonly Value[] =>
  value.kind === 'object' && !call.isFunction(value) ? (call.elements(value)?.flatMap((each) => flat(call, each)) ?? [value]) : [value];

/** It runs for some requests only. */
const sometimes = (call: Call, value: Value, condition: string): Value =>
  value.kind === 'oneOf' ? value : { kind: 'oneOf', values: [value, call.const(undefined)], preferred: false, condition, origin: null };

/** `every(a, b)`: one after the other, as in any chain. */
const every: Transfer = (call) => call.list(call.args);

/** `some(a, b)`: the first one runs, each other one where those before it refuse. */
const some: Transfer = (call) => {
  const choice: Choice = { first: null };
  return call.list(
    call.args.flatMap((value, way) =>
      flat(call, value)
        .filter((each) => !isAbsent(each))
        .map((each) => {
          const one = within(call, each, { ways: [{ choice, way }] });
          return way === 0 ? one : sometimes(call, one, 'nothing before it in some() lets the request pass');
        }),
    ),
  );
};

const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\*?]/g, '\\$&');

/** A path of Hono as a test of the paths of endpoints; a wildcard at the end takes what is in front of it as well. */
function testOf(path: string): PathTest {
  if (!/[:*]/.test(path)) return { kind: 'exact', path };
  const open = path.endsWith('/*');
  const parts = (open ? path.slice(0, -2) : path)
    .split('/')
    .map((part) => (part === '*' || part.startsWith(':') ? '[^/]+' : escaped(part)));
  return { kind: 'pattern', path: `^${parts.join('/')}${open ? '(?:/.*)?' : ''}$` };
}

/** `except(condition, ...middleware)`: paths, and functions that look at the request. */
const except: Transfer = (call) => {
  const [condition, ...middlewares] = call.args;
  const given = condition ? (call.elements(condition) ?? [condition]) : [];
  const texts = given.map((each) => call.text(each));
  const tests = texts.filter((each) => each !== null).map(testOf);
  const unclear = texts.includes(null) || (condition !== undefined && call.isOpen(condition));
  // Whom such a function lets pass needs to pass nothing else: it is the first of two ways.
  const ways = unclear ? [{ choice: { first: null }, way: 1 }] : [];
  return call.list(
    middlewares
      .flatMap((value) => flat(call, value))
      .filter((each) => !isAbsent(each))
      .map((each) => {
        const middleware = within(call, each, { tests, ways });
        return unclear ? sometimes(call, middleware, 'the condition of except() does not hold') : middleware;
      }),
  );
};

/** `hono/combine`: what is combined stands in the chain one by one. */
export const combineModule: ModuleModel = (realm) => realm.record(functions(realm, { every, some, except }));
