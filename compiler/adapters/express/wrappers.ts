import { openModule, unlessTests, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { applicationType } from './application.js';
import { observedBy } from './observe.js';
import { routerConstructor, routerType, routingMethods } from './router.js';

/** A wrapper of one handler runs the handler: its name, place and body are the handler's. */
const sameHandler = (call: Call): Value => call.args[0] ?? call.const(undefined);

const handlerWrapper: ModuleModel = (realm) => realm.fn('wrap', sameHandler, { default: realm.fn('wrap', sameHandler) });

/** `expressWs(app)`: adds `ws(path, …)`, whose routes are upgrades and no endpoints of the HTTP API. */
const expressWs: Transfer = (call) => {
  const app = call.args[0] ?? call.const(undefined);
  const ws = call.fn('ws', (inner) => inner.receiver);
  call.set(call.prototype(routerType), 'ws', ws);
  call.set(call.prototype(applicationType), 'ws', ws);
  return call.record({
    app,
    getWss: call.fn('getWss', (inner) => inner.unknown('a WebSocket server', { module: 'express-ws', path: 'default().getWss()' })),
    applyTo: call.fn('applyTo', () => undefined),
  });
};

/** `@awaitjs/express`: `getAsync` and the like register as `get` does. */
const addAsync: Transfer = (call) => {
  const target = call.args[0] ?? call.const(undefined);
  for (const name of Object.keys(routingMethods)) {
    if (name === 'handle' || name === 'route') continue;
    call.set(
      target,
      `${name}Async`,
      call.fn(`${name}Async`, (inner) => inner.invoke(inner.get(inner.receiver, name), inner.args, inner.receiver)),
    );
  }
  return target;
};

/** `guard.unless = unless; guard.unless({ path })`: the program's own function, which requests to some addresses go around. */
const unless: Transfer = (call) => {
  const { receiver, args } = call;
  const provenance = { module: 'express-unless', path: 'unless()', args };
  const around = (inner: Call): Value => {
    observedBy(inner, inner.args[0])?.exempt(unlessTests(inner, { ...provenance, path: 'guard.unless()' }));
    return inner.invoke(receiver, inner.args);
  };
  return (
    (call.isFunction(receiver) ? call.inPlaceOf?.(receiver, around) : undefined) ?? call.unknown('a middleware with exceptions', provenance)
  );
};
const unlessModule: ModuleModel = (realm) => {
  const fn = realm.fn('unless', unless);
  return realm.fn('unless', unless, { unless: fn, default: fn });
};

/** Reads the routes of an application at run time; registers nothing. */
const observer: ModuleModel = (realm) =>
  realm.fn('observe', (call) => call.unknown('a list of routes'), {
    default: realm.fn('observe', (call) => call.unknown('a list of routes')),
  });

/** `compose(first, [second]).use(third)`: one middleware that runs several, each when the one in front calls next(); errors go on to whoever comes behind. */
const composed: Transfer = (call) => {
  const parts: Value[] = [];
  const add = ({ args }: Call): void => {
    const flat = (value: Value): readonly Value[] => (value.kind === 'object' && call.elements(value)?.flatMap(flat)) || [value];
    parts.push(...args.flatMap(flat).filter((part) => call.arity(part) !== 4));
  };
  const run = (inner: Call, [request, response, next]: readonly Value[], at: number): Value => {
    const [part] = parts.slice(at);
    if (!part || !request || !response || !next) return inner.invoke(next ?? inner.const(undefined), []);
    const behind = inner.fn('next', (told) => {
      const [error] = told.args;
      return error && told.truthy(error) !== false ? told.invoke(next, [error]) : run(told, [request, response, next], at + 1);
    });
    return inner.invoke(part, [request, response, behind]);
  };
  /** It is known by the last of them, and by the call that put them together. */
  const made = (given: Call): Value => {
    add(given);
    const also = parts.slice(0, -1);
    const [last] = parts.slice(-1);
    const transfer: Transfer = (inner) => run(inner, inner.args, 0);
    const whole =
      (last && given.isFunction(last) && given.inPlaceOf?.(last, transfer, { name: '', also })) || given.fn('composed', transfer);
    given.set(whole, 'use', given.fn('use', made));
    return whole;
  };
  return made(call);
};
const composer: ModuleModel = (realm) => {
  const fn = realm.fn('compose', composed);
  return realm.fn('compose', composed, { compose: fn, default: fn });
};

export const wrapperModules: Readonly<Record<string, ModuleModel>> = {
  'express-async-handler': handlerWrapper,
  'express-async-wrap': handlerWrapper,
  'express-async-errors': (realm) => realm.record({}),
  'express-promise-router': (realm) => {
    const maker = routerConstructor(realm, 'express', 5);
    return realm.fn('PromiseRouter', (call) => call.invoke(maker, call.args), { default: maker });
  },
  'co-router': (realm) => {
    const maker = routerConstructor(realm, 'express', 4);
    return realm.fn('CoRouter', (call) => call.invoke(maker, call.args), { default: maker });
  },
  'express-async-router': (realm) => {
    const maker = routerConstructor(realm, 'express', 5);
    return realm.record({ AsyncRouter: maker, default: maker });
  },
  'express-ws': (realm) => realm.fn('expressWs', expressWs, { default: realm.fn('expressWs', expressWs) }),
  '@awaitjs/express': (realm) => {
    const maker = routerConstructor(realm, 'express', 5);
    const Router: Transfer = (call) => {
      const router = call.invoke(maker, call.args);
      return call.invoke(call.fn('addAsync', addAsync), [router]);
    };
    return openModule(realm, '@awaitjs/express', {
      addAsync: realm.fn('addAsync', addAsync),
      wrap: realm.fn('wrap', sameHandler),
      Router: realm.fn('Router', Router),
    });
  },
  'composable-middleware': composer,
  'compose-middleware': composer,
  'express-group-routes': (realm) => realm.record({}),
  'express-unless': unlessModule,
  'express-list-endpoints': observer,
  'express-list-routes': observer,
  'express-routes-list': observer,
};
