import { defineAdapter, type ModuleModel, type Realm, type Transfer } from '@tool/scanner-sdk';
import { autoload } from './autoload.js';
import { decoratorModules } from './decorators.js';
import { fastifyDiagnostics } from './diagnostics.js';
import { createInstance, instanceType, startPlugin } from './instance.js';
import { PLUGIN_META, SKIP_OVERRIDE } from './register.js';

const fastify: ModuleModel = (realm) => {
  const members = {
    errorCodes: realm.unknown('the error codes', { module: 'fastify', path: 'errorCodes' }),
    prototype: realm.prototype(instanceType),
  };
  const create = realm.fn('fastify', createInstance, members);
  return realm.fn('fastify', createInstance, { ...members, default: create, fastify: create });
};

/** `fastify-plugin`: marks the function, which stays the same. What it marks runs on the instance that registers it. */
const markPlugin: Transfer = (call) => {
  const [given, options] = call.args;
  if (!given) return;
  const inner = given.kind === 'object' && !call.isFunction(given) ? call.get(given, 'default') : given;
  const fn = call.isFunction(inner) ? inner : given;
  if (fn.kind !== 'object') return fn;
  const encapsulate = options?.kind === 'object' && call.truthy(call.get(options, 'encapsulate')) === true;
  call.set(fn, SKIP_OVERRIDE, call.const(!encapsulate));
  if (options?.kind === 'object') call.set(fn, PLUGIN_META, options);
  return fn;
};

const fastifyPlugin: ModuleModel = (realm) => {
  const member = realm.fn('fastifyPlugin', markPlugin);
  return realm.fn('fastifyPlugin', markPlugin, { default: member, fastifyPlugin: member });
};

const fastifyAutoload: ModuleModel = (realm) => {
  const make = (members: Parameters<Realm['fn']>[2]): ReturnType<Realm['fn']> =>
    realm.fn('autoload', autoload, { ...members, [SKIP_OVERRIDE]: realm.const(true) });
  const member = make({});
  return make({ default: member, fastifyAutoload: member });
};

/** `restartable(factory, options)` gives what the factory makes with the function it is handed. */
const restartable: ModuleModel = (realm) => {
  const run: Transfer = (call) =>
    call.args[0] && call.invoke(call.args[0], [call.fn('fastify', createInstance), call.args[1] ?? call.const(undefined)]);
  return realm.record({ restartable: realm.fn('restartable', run), default: realm.fn('restartable', run) });
};

export const fastifyAdapter = defineAdapter({
  id: 'fastify',
  title: 'Fastify 4 and 5',
  apiVersion: 1,
  packages: ['fastify', 'fastify-plugin', '@fastify/autoload', 'fastify-autoload', '@fastify/restartable'],
  modules: {
    fastify,
    'fastify-plugin': fastifyPlugin,
    '@fastify/autoload': fastifyAutoload,
    'fastify-autoload': fastifyAutoload,
    '@fastify/restartable': restartable,
    ...decoratorModules,
  },
  diagnostics: fastifyDiagnostics,
  start: { command: /\bfastify\s+start\b(?:.*\s)?(\S+\.[cm]?[jt]s)\b/, run: startPlugin },
});
