import type { PathTest } from '@tool/ir';
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

/** What runs unless the path of a request is one of these. */
interface Excepted {
  readonly middleware: Value;
  readonly tests: readonly PathTest[];
}
export const exceptedType: HostType<Excepted> = defineHostType<Excepted>({ name: 'excepted', methods: {}, call: () => undefined });

/** It runs for some requests only. */
const sometimes = (call: Call, value: Value, condition: string): Value => ({
  kind: 'oneOf',
  values: [value, call.const(undefined)],
  preferred: false,
  condition,
  origin: null,
});

/** `every(a, b)`: one after the other, as in any chain. */
const every: Transfer = (call) => call.list(call.args);

/** `some(a, b)`: the first one runs, each other one where those before it refuse. */
const some: Transfer = (call) => {
  const [first, ...rest] = call.args;
  return call.list([
    ...(first ? [first] : []),
    ...rest.flatMap((value) =>
      (call.elements(value) ?? [value]).map((each) => sometimes(call, each, 'nothing before it in some() lets the request pass')),
    ),
  ]);
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
  return call.list(
    middlewares
      .flatMap((value) => call.elements(value) ?? [value])
      .filter((each) => !isAbsent(each))
      .map((each) => {
        const middleware = tests.length > 0 ? call.host(exceptedType, { middleware: each, tests }) : each;
        return unclear ? sometimes(call, middleware, 'the condition of except() does not hold') : middleware;
      }),
  );
};

/** `hono/combine`: what is combined stands in the chain one by one. */
export const combineModule: ModuleModel = (realm) => realm.record(functions(realm, { every, some, except }));
