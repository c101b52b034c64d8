import { authOf } from './auth.js';
import {
  HTTP_METHODS,
  defineHostType,
  routerOf,
  type Call,
  type Emit,
  type ObjectValue,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { Boot } from './boot.js';
import { fastifyDiagnostics } from './diagnostics.js';
import { addHook, addInstanceHook, hooksOfAnyRoute, middlewareOf, nameDecorated } from './hooks.js';
import { asInstance, instanceData, type AnnouncedHook, type InstanceData } from './instance-data.js';
import { formerHandler, observationOfMiddleware } from './observe.js';
import { sensibleErrors } from './package-members.js';
import { decoratorPackage } from './package-plugins.js';
import { isNothing } from './paths.js';
import { after, register } from './register.js';
import { routeFromOptions, shorthand, useErrorHandler } from './route.js';

/** A method of instances. Called on anything else it registers nothing, and says so. */
const method =
  (name: string, run: (call: Call, emit: Emit, instance: ObjectValue, data: InstanceData) => Value | void): Transfer =>
  (call, emit) => {
    const instance = asInstance(call, call.receiver);
    if (instance) return run(call, emit, instance, instanceData(instance)!) ?? instance;
    emit.report(fastifyDiagnostics, 'detached-method', { method: name });
    return call.receiver;
  };

const verb = (name: string): Transfer =>
  method(name, (call, emit, instance) => {
    shorthand(call, emit, instance, name.toUpperCase());
  });

/** A promise that the program gets now and that is fulfilled later. */
function deferred(call: Call): { readonly promise: Value; readonly resolve: (value: Value) => void } {
  let settle: Value | null = null;
  const executor = call.fn('executor', (inner) => {
    settle = inner.args[0] ?? null;
  });
  const constructor = call.global?.('Promise');
  const promise = constructor ? call.construct(constructor, [executor]) : call.const(undefined);
  return {
    promise,
    resolve: (value) => {
      if (settle) call.invoke(settle, [value]);
    },
  };
}

/** Loads everything that is registered when the current top level has ended, then runs `then`. */
function whenReady(call: Call, data: InstanceData, then: () => void): void {
  const loading = data.boot.current;
  const run = call.bind(() => data.boot.loaded(loading, then));
  call.later(
    call.fn('boot', () => {
      run();
    }),
    [],
  );
}

const ready = method('ready', (call, _emit, instance, data) => {
  const [callback] = call.args;
  if (callback && call.isFunction(callback)) {
    whenReady(call, data, () => {
      call.attempt('a callback of ready()', () => {
        call.invoke(
          callback,
          (call.arity(callback) ?? 1) > 1 ? [call.const(null), instance, call.fn('done', () => undefined)] : [call.const(null)],
          instance,
        );
      });
    });
    return;
  }
  const { promise, resolve } = deferred(call);
  whenReady(call, data, () => resolve(call.const(undefined)));
  return promise;
});

const listen = method('listen', (call, emit, instance, data) => {
  let root = data;
  for (; root.parent; root = root.parent);
  emit.root(root.router);
  const address = call.unknown('the address of a server', { module: 'fastify', path: 'instance.listen()' });
  const callback = call.args.find((argument) => call.isFunction(argument));
  if (callback) {
    whenReady(call, data, () => {
      call.attempt('a callback of listen()', () => {
        call.invoke(callback, [call.const(null), address], instance);
      });
    });
    return call.const(undefined);
  }
  const { promise, resolve } = deferred(call);
  whenReady(call, data, () => resolve(address));
  return promise;
});

const inject = method('inject', (call, _emit, _instance, data) => {
  const { promise, resolve } = deferred(call);
  whenReady(call, data, () =>
    resolve(call.unknown('the response of an injected request', { module: 'fastify', path: 'instance.inject()' })),
  );
  return promise;
});

/** An instance can be awaited as long as something is queued: what is registered so far is loaded then. */
const then: Transfer = (call) => {
  const instance = asInstance(call, call.receiver);
  const data = instance && instanceData(instance);
  const loading = data?.boot.current;
  if (!instance || !loading || (loading.queue.length === 0 && !loading.busy)) return call.const(undefined);
  return call.fn('then', (inner) => {
    const [resolve] = inner.args;
    if (!resolve) return;
    data.boot.loaded(loading, () => {
      inner.invoke(resolve, [instance]);
    });
  });
};

const decorate = method('decorate', (call, _emit, instance) => {
  const [name, value] = call.args;
  const key = name ? call.text(name) : null;
  if (key === null || !value) return;
  const getter = value.kind === 'object' && !call.isFunction(value) ? call.get(value, 'getter') : null;
  if (getter && call.isFunction(getter)) {
    call.set(instance, key, call.invoke(getter, [], instance));
    return;
  }
  nameDecorated(call, value, key);
  call.set(instance, key, value);
});

function decorateMember(call: Call, members: Map<string, Value>): void {
  const [name, value] = call.args;
  const key = name ? call.text(name) : null;
  if (key !== null && value && !call.isUndefined(value)) members.set(key, value);
}

/** Something that stands for a member which nobody decorated as far as the scan can see. */
const isUnseen = (value: Value): boolean =>
  value.kind === 'unknown' && value.provenance?.module === 'fastify' && value.provenance.path.startsWith('instance.');

const hasDecorator = method('hasDecorator', (call, _emit, instance, data) => {
  const key = call.args[0] ? call.text(call.args[0]) : null;
  if (key === null) return call.unknown('whether an instance has a decorator');
  const value = call.get(instance, key);
  if (value.kind === 'unknown' && (isUnseen(value) || decoratorPackage(key) !== null))
    return data.boot.opened ? call.unknown('whether an instance has a decorator') : call.const(false);
  return call.const(!call.isUndefined(value));
});

const addHttpMethod = method('addHttpMethod', (call, _emit, instance) => {
  const name = call.args[0] ? call.text(call.args[0]) : null;
  if (name !== null) call.set(instance, name.toLowerCase(), call.fn(name.toLowerCase(), verb(name)));
});

/** `use` of `@fastify/express` and `@fastify/middie`: Express-like middleware and applications in front of the hooks. */
const use = method('use', (call, emit, instance, data) => {
  const [first, ...rest] = call.args;
  if (!first) return;
  const hasPath = rest.length > 0;
  const at = hasPath ? first : call.const('/');
  for (const argument of hasPath ? rest : [first])
    for (const value of call.elements(argument) ?? [argument])
      emit.branch(value, (handler) => {
        const target = routerOf(handler);
        // What Express adds to Node's request and answer is not known here.
        const run =
          target === null && call.isFunction(handler) && !data.boot.registered.has('@fastify/express')
            ? observationOfMiddleware(instance, data, handler)
            : undefined;
        for (const path of call.elements(at) ?? [at]) {
          if (target !== null) emit.mount(data.router, { path: emit.path(path, 'find-my-way'), target, scope: 'inherit' });
          else if (isNothing(path) || call.text(path) === '/')
            addInstanceHook(emit, data, 'onRequest', middlewareOf(emit, handler, 'use', run));
          else
            emit.use(data.router, {
              path: emit.path(path, 'find-my-way'),
              middleware: middlewareOf(emit, handler, 'use', run),
              phase: 'hook:onRequest',
            });
        }
      });
});

const self = (name: string): Transfer => method(name, () => undefined);

/** Methods that change how requests and responses are read and written, and no route. */
const SETTERS = [
  'addContentTypeParser',
  'removeContentTypeParser',
  'removeAllContentTypeParsers',
  'setSerializerCompiler',
  'setSchemaController',
  'setSchemaErrorFormatter',
  'setReplySerializer',
  'setGenReqId',
  'setChildLoggerFactory',
  'addConstraintStrategy',
  'withTypeProvider',
];

const question =
  (name: string): Transfer =>
  (call) =>
    call.unknown(`the answer of ${name}()`, { module: 'fastify', path: `instance.${name}()` });

/** Members that Fastify itself gives to instances. */
const OWN_MEMBERS: ReadonlySet<string> = new Set([
  'server',
  'log',
  'initialConfig',
  'version',
  'listeningOrigin',
  'pluginName',
  'errorHandler',
  'childLoggerFactory',
  'validatorCompiler',
  'serializerCompiler',
  'genReqId',
  'supportedMethods',
  'onClose',
  'close',
]);

export const instanceType = defineHostType<InstanceData>({
  name: 'FastifyInstance',
  methods: {
    ...Object.fromEntries(HTTP_METHODS.map((name) => [name.toLowerCase(), verb(name)])),
    all: verb('ALL'),
    route: method('route', (call, emit, instance) => {
      if (call.args[0]) routeFromOptions(call, emit, instance, call.args[0]);
    }),
    register: method('register', (call, emit, instance) => {
      if (call.args[0]) register(call, emit, instance, call.args[0], call.args[1]);
    }),
    after: method('after', (call, _emit, instance, data) => {
      const [callback] = call.args;
      if (callback && call.isFunction(callback)) {
        after(call, instance, callback);
        return;
      }
      const { promise, resolve } = deferred(call);
      const loading = data.boot.current;
      call.later(
        call.fn('after', () => {
          data.boot.loaded(loading, () => resolve(call.const(undefined)));
        }),
        [],
      );
      return promise;
    }),
    decorateRequest: method('decorateRequest', (call, _emit, _instance, data) => {
      decorateMember(call, data.boot.requestMembers);
    }),
    decorateReply: method('decorateReply', (call, _emit, _instance, data) => {
      decorateMember(call, data.boot.replyMembers);
    }),
    addSchema: method('addSchema', (call, _emit, _instance, data) => {
      const [schema] = call.args;
      const id = schema && schema.kind === 'object' ? call.text(call.get(schema, '$id')) : null;
      if (id !== null && schema) data.boot.schemas.set(id.replace(/#$/, ''), schema);
    }),
    getSchema: method('getSchema', (call, _emit, _instance, data) => {
      const id = call.args[0] ? call.text(call.args[0]) : null;
      return (id !== null && data.boot.schemas.get(id.replace(/#$/, ''))) || call.unknown('a schema that is not known here');
    }),
    getSchemas: method('getSchemas', (call, _emit, _instance, data) => call.record(Object.fromEntries(data.boot.schemas))),
    setErrorHandler: method('setErrorHandler', (call, emit, instance, data) => {
      const [fn] = call.args;
      if (!fn || !call.isFunction(fn)) return;
      data.boot.catching.add(data.router);
      useErrorHandler(emit, data.router, instance, fn);
    }),
    setNotFoundHandler: method('setNotFoundHandler', (call, _emit, instance, data) => {
      const fn = call.args.at(-1);
      if (fn && call.isFunction(fn)) data.boot.notFound.set(call.text(data.prefix), { fn, instance });
    }),
    setValidatorCompiler: method('setValidatorCompiler', (call, _emit, _instance, data) => {
      if (call.args[0]) data.boot.validators.set(data.router, call.args[0]);
    }),
    ready,
    listen,
    inject,
    decorate,
    hasDecorator,
    addHttpMethod,
    use,
    addHook: method('addHook', (call, emit, instance, data) => {
      const [name, fn] = call.args;
      // Done when all is loaded, before the first request comes.
      if (fn && call.isFunction(fn) && name && /^on(?:Ready|Listen)$/.test(call.text(name) ?? ''))
        whenReady(call, data, () => {
          call.attempt('a hook of the start', () => {
            call.invoke(fn, [call.fn('done', () => undefined)], instance);
          });
        });
      addHook(call, emit, data);
    }),
    getDecorator: method('getDecorator', (call, _emit, instance) => {
      const key = call.args[0] ? call.text(call.args[0]) : null;
      return key === null ? call.unknown('a decorator') : call.get(instance, key);
    }),
    ...Object.fromEntries(SETTERS.map((name) => [name, self(name)])),
    ...Object.fromEntries(
      [
        'hasRoute',
        'findRoute',
        'hasPlugin',
        'hasRequestDecorator',
        'hasReplyDecorator',
        'hasConstraintStrategy',
        'hasContentTypeParser',
        'getDefaultJsonParser',
        'defaultTextParser',
        'printRoutes',
        'printPlugins',
        'addresses',
        'close',
        'routing',
      ].map((name) => [name, question(name)]),
    ),
    auth: (call) => authOf(call) ?? call.unknown('auth of @fastify/auth', { module: '@fastify/auth', path: 'auth()', args: call.args }),
  },
  getters: {
    then,
    errorHandler: formerHandler,
    prefix: (call) => {
      const instance = asInstance(call, call.receiver);
      return instance ? instanceData(instance)!.prefix : call.const(undefined);
    },
  },
  dynamic: method('a method', (call, emit, _instance, data) => {
    const [url, ...rest] = call.args;
    if (!url || rest.length === 0) return;
    const diagnostic = emit.report(fastifyDiagnostics, 'dynamic-method', {});
    emit.opaque(data.router, { what: 'route', diagnostic, path: emit.path(url, 'find-my-way') });
  }),
  missing: (call, key) => {
    if (
      key === 'toJSON' ||
      key === 'default' ||
      key === '__esModule' ||
      key === 'constructor' ||
      key === 'prototype' ||
      key.startsWith('Symbol')
    )
      return undefined;
    const named = decoratorPackage(key);
    // A name that anybody may choose is the package's where the program has it.
    const module = key === 'guard' && named !== null && call.packageVersion?.(named) == null ? null : named;
    // Without a plugin of a package an instance has what the program gave it, and a hook that is undefined is none.
    if (module === null && !OWN_MEMBERS.has(key) && instanceData(call.receiver)?.boot.opened === false) return undefined;
    if (key === 'httpErrors') return sensibleErrors(call) ?? undefined;
    return call.unknown(`${key} of an instance`, module === null ? { module: 'fastify', path: `instance.${key}` } : { module, path: key });
  },
});

/** `fastify(options)`. */
export const createInstance: Transfer = (call, emit) => {
  const options = call.args[0];
  const setting = (name: string): Value => {
    if (options?.kind !== 'object') return call.const(undefined);
    const routing = call.get(options, 'routerOptions');
    const inner = routing.kind === 'object' ? call.get(routing, name) : call.const(undefined);
    return call.isUndefined(inner) ? call.get(options, name) : inner;
  };
  const caseSensitive = call.constant(setting('caseSensitive')) !== false;
  const strict = call.constant(setting('ignoreTrailingSlash')) !== true;
  const router = emit.router({ framework: 'fastify', syntax: 'find-my-way', caseSensitive, strict, application: true });
  const boot = new Boot();
  const announced: AnnouncedHook[] = [];
  const instance = call.host(instanceType, {
    router,
    prefix: call.const(''),
    parent: null,
    around: null,
    boot,
    hooks: [],
    serializing: [],
    onRoute: [],
    onRegister: [],
    announced,
    routeHooks: hooksOfAnyRoute(announced),
    children: [],
    routes: new Map(),
    caseSensitive,
    strict,
  });
  boot.start(instance);
  // A program that exports its application leaves it to others to call ready().
  emit.atEnd(() => boot.flush(boot.root));
  return instance;
};

/** `fastify start`: the command makes an application and registers what the file exports. */
export const startPlugin: Transfer = (call, emit) => {
  const [given] = call.args;
  if (!given) return;
  const fn = call.isFunction(given) || given.kind !== 'object' ? given : call.get(given, 'default');
  if (!call.isFunction(fn) || call.arity(fn) === 0) return;
  const instance = createInstance(call, emit) as ObjectValue;
  const { boot } = instanceData(instance)!;
  boot.within(
    instance,
    call.describe(fn),
    () => {
      call.awaited(call.invoke(fn, [instance, call.record({}), call.fn('done', () => undefined)]));
    },
    (run) => call.attempt('a plugin', run),
  );
};
