import {
  openModule,
  schemaShape,
  type Call,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type StatedContract,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { RequestPart } from '@tool/ir';
import { observationOf } from './serve.js';
import { statedBy } from './stated.js';
import { isWebResponse } from './web-responses.js';

/** The parts that a class's `schema.request` states. */
const PARTS: readonly (readonly [name: string, part: RequestPart])[] = [
  ['params', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
];
const IS_ROUTE = 'isRoute';

const member = (call: Call, value: Value, ...keys: readonly string[]): Value =>
  keys.reduce((at: Value, key) => (at.kind === 'object' ? call.get(at, key) : call.const(undefined)), value);

/** A class whose objects answer requests in their `handle`. */
export interface RouteClass {
  readonly handler: Value;
  readonly contract?: StatedContract;
}

/** `get('/path', SomeRoute)`: what stands for the class as a handler; null for anything else. */
export function routeClass(call: Call, value: Value): RouteClass | null {
  if (value.kind !== 'object' || !call.isFunction(value) || call.constant(call.get(value, IS_ROUTE)) !== true) return null;
  const cls = value;
  const answer: Transfer = (inner) => {
    const object = inner.construct(cls, [inner.record({})]);
    if (object.kind === 'object') inner.set(object, 'args', inner.list(inner.args));
    const result = inner.awaited(inner.invoke(inner.get(object, 'handle'), inner.args, object));
    return inner.oneOf
      ? inner.oneOf(
          inner.alternatives(result).map((each) => sent(inner, each)),
          'what a class answers',
        )
      : sent(inner, result);
  };
  const contract = statedBy(call, member(call, call.construct(cls, [call.record({})]), 'schema'));
  const run = call.get(call.get(cls, 'prototype'), 'handle');
  return { handler: call.inPlaceOf?.(run, answer) ?? call.fn('handle', answer), ...(contract && { contract }) };
}

/** An object that is no response is sent as JSON. */
function sent(call: Call, result: Value): Value {
  const [context] = call.args;
  if (!context || result.kind !== 'object' || result.host || isWebResponse(call, result)) return result;
  return call.invoke(call.get(context, 'json'), [result], context);
}

/** `await this.getValidatedData()`: the parts that `schema` states, as they have to be. */
const getValidatedData: Transfer = (call) => {
  const { receiver } = call;
  const request = member(call, receiver, 'schema', 'request');
  const seen = observationOf(call, call.elements(member(call, receiver, 'args'))?.[0]);
  if (!seen) return call.unknown('the validated data of a request');
  const body = member(call, request, 'body', 'content', 'application/json', 'schema');
  const stated = [
    ...PARTS.map(([name, part]) => ({ name, part, schema: member(call, request, name) })),
    { name: 'body', part: 'body' as const, schema: body },
  ].filter(({ schema }) => !call.isUndefined(schema));
  if (stated.length > 0) seen.answer(call, { status: 400, contentType: 'application/json', description: 'Input Validation Error' });
  const data = call.record(
    Object.fromEntries(
      stated.map(({ name, part, schema }) => {
        const incoming = seen.incoming(part);
        const shape = schemaShape(call, schema);
        return [name, (shape && call.refine?.(incoming, shape, 'validator')) ?? incoming];
      }),
    ),
  );
  return call.promise?.(data) ?? data;
};

/** `class X extends OpenAPIRoute { schema = …; async handle(c) {} }`. */
const openApiRoute = (realm: Realm): ObjectValue => {
  const prototype = realm.record({ getValidatedData: realm.fn('getValidatedData', getValidatedData) });
  return realm.fn(
    'OpenAPIRoute',
    (call) => {
      const create = call.get(call.global?.('Object') ?? call.const(undefined), 'create');
      const made = call.invoke(create, [call.newTarget ? call.get(call.newTarget, 'prototype') : prototype]);
      call.set(made, 'params', call.args[0] ?? call.const(undefined));
      return made;
    },
    { prototype, [IS_ROUTE]: realm.const(true) },
  );
};

/** `contentJson(schema)`: a body that is JSON. */
const contentJson: Transfer = (call) =>
  call.record({ content: call.record({ 'application/json': call.record({ schema: call.args[0] ?? call.const(undefined) }) }) });

/**
 * Chanfana: `fromHono(app)` takes classes as handlers, and registers on the application that it was given. What it adds by itself are pages that
 * describe the API.
 */
export const routeClassesModule: ModuleModel = (realm) =>
  openModule(realm, 'chanfana', {
    fromHono: realm.fn('fromHono', (call) => call.args[0] ?? call.const(undefined)),
    OpenAPIRoute: openApiRoute(realm),
    contentJson: realm.fn('contentJson', contentJson),
  });
