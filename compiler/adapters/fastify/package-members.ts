import { HTTP_ERRORS, type Call, type ObjectValue, type Transfer, type Value } from '@tool/scanner-sdk';
import type { InstanceData } from './instance-data.js';
import { signs, verifies, type TokenPlaces } from './observe.js';

const option = (call: Call, settings: Value, ...path: readonly string[]): Value =>
  path.reduce((at, key) => (at.kind === 'object' && !call.isFunction(at) ? call.get(at, key) : call.const(undefined)), settings);

/** Where `@fastify/jwt` finds the token: in a cookie as well where its options name one, and there alone where they say so. */
function tokensIn(call: Call, settings: Value): TokenPlaces {
  const extract = option(call, settings, 'verify', 'extractToken');
  if (call.isFunction(extract)) return extract;
  const cookie = call.text(option(call, settings, 'cookie', 'cookieName'));
  const isOnly = call.constant(option(call, settings, 'verify', 'onlyCookie')) === true;
  return [
    ...(cookie !== null && isOnly ? [] : [['header', 'authorization'] as const]),
    ...(cookie === null ? [] : [['cookie', cookie] as const]),
  ];
}

/** `httpErrors` of @fastify/sensible: functions that make the errors of http-errors, under names of their own. */
export function sensibleErrors(call: Call): Value | null {
  const createError = call.module?.('http-errors');
  if (createError?.kind !== 'object') return null;
  const named = Object.entries(HTTP_ERRORS).map(([name, status]) => [name, call.get(createError, String(status))] as const);
  return call.record({ ...Object.fromEntries(named), createError, getHttpError: createError });
}

/** @fastify/sensible gives its instance errors with statuses, and checks that throw them. */
function sensible(call: Call, server: ObjectValue): void {
  const errors = sensibleErrors(call);
  if (!errors) return;
  call.set(server, 'httpErrors', errors);
  call.set(server, 'assert', call.module?.('http-assert') ?? call.const(undefined));
}

/** @fastify/awilix gives the server a container, its own or that of its options, and each request a scope of it. */
function containers(call: Call, server: ObjectValue, data: InstanceData, settings: Value): void {
  const given = option(call, settings, 'container');
  const own = call.text(option(call, settings, 'injectionMode')) === 'CLASSIC' ? 'diContainerClassic' : 'diContainer';
  const container = given.kind === 'object' ? given : call.get(call.module?.('@fastify/awilix') ?? call.const(undefined), own);
  if (container.kind !== 'object') return;
  call.set(server, 'diContainer', container);
  data.boot.requestMembers.set('diScope', container);
}

/** Packages that give the server a client of a database: under which name, of which driver, and how that makes it. */
const CLIENTS: ReadonlyMap<string, readonly [member: string, driver: string, maker: string]> = new Map([
  ['postgres', ['pg', 'pg', 'Pool']],
  ['mysql', ['mysql', 'mysql2', 'createPool']],
  ['mongodb', ['mongo', 'mongodb', 'MongoClient']],
]);

/** @fastify/postgres, @fastify/mysql and @fastify/mongodb: a client by itself or, with `name`, a record of those that have names. */
function database(call: Call, server: ObjectValue, [member, driver, maker]: readonly [string, string, string], settings: Value): void {
  const model = call.module?.(driver);
  if (model?.kind !== 'object') return;
  let client = call.invoke(call.get(model, maker), []);
  if (client.kind !== 'object') return;
  if (driver === 'mongodb') {
    const db = call.invoke(call.get(client, 'db'), [], client);
    client = call.record({ client, db, ObjectId: call.get(model, 'ObjectId') });
  } else {
    const pool = client;
    call.set(pool, 'pool', pool);
    const transact = call.fn('transact', (inner) => inner.promise?.(inner.awaited(inner.invoke(inner.args[0]!, [pool]))));
    if (driver === 'pg') call.set(pool, 'transact', transact);
  }
  const name = call.text(option(call, settings, 'name'));
  const named = name === null ? null : call.get(server, member);
  if (named?.kind === 'object') call.set(named, name!, client);
  else call.set(server, member, name === null ? client : call.record({ [name]: client }));
}

/** The sessions of @fastify/secure-session, one or a list of them, by the names that they have on requests. */
function sessions(call: Call, data: InstanceData, settings: Value): void {
  const all = (settings.kind === 'object' && !call.isFunction(settings) ? call.elements(settings) : null) ?? [settings];
  for (const each of all) {
    const name = call.text(option(call, each, 'sessionName'));
    if (name !== null) data.boot.sessions.add(name);
  }
}

/**
 * Methods that a package adds to requests and replies under names that its options choose: with `namespace: 'access'` requests are verified by
 * `request.accessJwtVerify()`, and `jwtVerify`, `jwtSign` and `decoratorName` name them one by one.
 */
export function packageMembers(call: Call, server: ObjectValue, data: InstanceData, module: string, settings: Value): void {
  if (/^(?:@fastify\/|fastify-)sensible$/.test(module)) sensible(call, server);
  const client = CLIENTS.get(/^(?:@fastify\/|fastify-)(\w+)$/.exec(module)?.[1] ?? '');
  if (client) database(call, server, client, settings);
  if (module === '@fastify/awilix') containers(call, server, data, settings);
  if (/^(?:@fastify\/|fastify-)secure-session$/.test(module)) sessions(call, data, settings);
  if (!/^(?:@fastify\/|fastify-)jwt$/.test(module)) return;
  const namespace = call.text(option(call, settings, 'namespace'));
  const named = (method: string): string | null =>
    call.text(option(call, settings, method)) ?? (namespace === null ? null : `${namespace}${method[0]!.toUpperCase()}${method.slice(1)}`);
  const user = call.text(option(call, settings, 'decoratorName')) ?? 'user';
  const places = tokensIn(call, settings);
  if (namespace === null && named('jwtVerify') === null && !('length' in places && places.length === 1 && places[0]![0] === 'header'))
    data.boot.tokens = places;
  const add = (members: Map<string, Value>, name: string | null, transfer: Transfer): void => {
    if (name !== null) members.set(name, call.fn(name, transfer));
  };
  add(data.boot.requestMembers, named('jwtVerify'), verifies(places, user));
  add(data.boot.replyMembers, named('jwtSign'), signs);
}
