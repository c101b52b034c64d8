import type { RequestPart, Shape } from '@tool/ir';
import {
  answeredBy,
  TYPE,
  defineHostType,
  errorValue,
  functions,
  meaningOf,
  openModule,
  schemaOutput,
  schemaShape,
  setTypeHeader,
  textOf,
  typeAmong,
  typeSet,
  type Call,
  type HostType,
  type Observation,
  type Observe,
  type ObjectValue,
  type Provenance,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { ApplicationState } from './application-data.js';
import { answerOf } from './answering-packages.js';
import { bindingsOf } from './bindings.js';
import { HONO_OPENAPI_VALIDATORS } from './hono-openapi.js';
import type { Described } from './registration.js';
import { formType, headersType, type Exchange } from './web-parts.js';
import { answerWith, isWebResponse } from './web-responses.js';
import { argument, promised } from './request-helpers.js';

const STRING: Shape = { kind: 'string' };
/** How a form is sent unless something in it is a file. */
const FORM = 'application/x-www-form-urlencoded';
/** What validators call the parts of a request. */
const TARGETS: Readonly<Record<string, RequestPart>> = {
  json: 'body',
  form: 'body',
  query: 'query',
  param: 'path',
  header: 'header',
  cookie: 'cookie',
};
const validated = (target: string): string => `valid ${target}`;

const all = (names: readonly string[], transfer: Transfer): Record<string, Transfer> =>
  Object.fromEntries(names.map((name) => [name, transfer]));
const seenOf = (call: Call): Observation | null =>
  [requestType, webRequestType, contextType, headersType]
    .map((type) => call.data(call.receiver, type)?.seen)
    .find((seen) => seen !== undefined) ?? null;

/** A part of a request by names, under each of which Hono gives a text. */
const ofTexts = (value: Value): Value =>
  value.kind === 'unknown' && value.trace ? { ...value, trace: { ...value.trace, texts: true } } : value;

/** `c.req.query(name)`, `c.req.query()`. */
const member =
  (part: RequestPart): Transfer =>
  (call) => {
    const seen = seenOf(call);
    const given = argument(call, 0);
    const name = call.text(given);
    if (!seen || (name === null && !call.isUndefined(given))) return call.unknown('a part of the request');
    if (name === null) return ofTexts(seen.incoming(part));
    return seen.incoming(part, [part === 'header' ? name.toLowerCase() : name]);
  };

/** `c.req.json<{ name: string }>()` says what the program takes the body for. */
const bodyAs =
  (contentType: string): Transfer =>
  (call) => {
    const seen = seenOf(call);
    seen?.encoding(contentType);
    const body = seen?.incoming('body');
    const shape = call.typeArguments?.()[0]?.();
    return body && promised(call, shape && shape.kind !== 'any' ? (call.refine?.(body, shape, 'type') ?? body) : body);
  };

/** All values of a name of the query, or undefined: a list where there are some. */
function queries(call: Call, values: Value): Value {
  call.refine?.(values, { kind: 'array', items: STRING }, 'code');
  return values;
}

const requestNamed = (name: string): HostType<Exchange> =>
  defineHostType<Exchange>({
    name,
    inert: true,
    methods: {
      query: member('query'),
      param: member('path'),
      header: member('header'),
      queries: (call) => {
        const name = call.text(argument(call, 0));
        const seen = seenOf(call);
        return seen && name !== null ? queries(call, seen.incoming('query', [name])) : call.unknown('parameters');
      },
      json: bodyAs('application/json'),
      parseBody: bodyAs(FORM),
      formData: (call) => {
        const seen = seenOf(call);
        seen?.encoding(FORM);
        return seen ? promised(call, call.host(formType, { seen })) : undefined;
      },
      clone: (call) => call.receiver,
      // Whoever takes the text apart says what it holds.
      text: (call) => {
        const seen = seenOf(call);
        const json = call.global?.('JSON');
        return promised(call, seen && json ? call.invoke(call.get(json, 'stringify'), [seen.incoming('body')]) : call.unknown('a body'));
      },
      ...all(['arrayBuffer', 'blob'], (call) => promised(call, call.unknown('a body'))),
      valid: (call) => {
        const seen = seenOf(call);
        const target = call.text(argument(call, 0));
        if (!seen || target === null || !Object.hasOwn(TARGETS, target)) return call.unknown('a validated part');
        if (target === 'form') seen.encoding(FORM);
        return seen.left(validated(target)) ?? seen.incoming(TARGETS[target]!);
      },
    },
    // The request of the web that Hono's own is made of reads the same parts; its headers are a record there.
    getters: {
      raw: (call) => {
        const seen = seenOf(call);
        return seen ? call.host(webRequestType, { seen }, { headers: call.host(headersType, { seen }) }) : undefined;
      },
    },
    missing: (call, key) => {
      const seen = seenOf(call);
      if (!seen || ['then', 'constructor', 'toJSON'].includes(key)) return undefined;
      return key === 'url' || key === 'path' || key === 'method' ? seen.incoming('context', [key]) : call.unknown(`${key} of a request`);
    },
  });

const requestType = requestNamed('HonoRequest');
const webRequestType = requestNamed('Request');

/** What a context makes and a handler returns. */
export const responseType: HostType<null> = defineHostType<null>({
  name: 'Response',
  inert: true,
  manifold: true,
  methods: {},
  missing: (call, key) => (['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of a response`)),
});

/** `c.json(body, status)`: what is made is taken to be sent. */
const answering =
  (contentType: string | null, status: (call: Call) => Value, withBody = false): Transfer =>
  (call) => {
    const [body] = call.args;
    seenOf(call)?.answer(call, { status: status(call), ...(withBody && body && { body }), ...(contentType !== null && { contentType }) });
    return call.host(responseType, null);
  };
const stated = (call: Call): Value => {
  const given = argument(call, 1);
  const status = given.kind === 'object' && call.elements(given) === null ? call.get(given, 'status') : given;
  return call.isUndefined(status) ? call.get(call.receiver, '#status') : status;
};

/** The member of a context that says whether `next` has been called. */
const PASSED_ON = '#passedOn';
/** The one that holds `next`. */
const NEXT = '#next';
/** The one that holds what answers `c.notFound()`. */
const NOT_FOUND = '#notFound';
const plainNotFound = answering('text/plain', (call) => call.const(404));

const contextType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'HonoContext',
  inert: true,
  bound: true,
  methods: {
    json: answering('application/json', stated, true),
    text: answering('text/plain', stated),
    html: answering('text/html', stated),
    render: answering('text/html', (call) => call.get(call.receiver, '#status')),
    ...all(['body', 'newResponse'], (call) => {
      const [body, init, headers] = call.args;
      // What is made of nothing may be asked for the status that is set; where it is sent, it is what the function gives back.
      const cls = call.global?.('Response');
      if (body && !init && call.constant(body) === null && cls?.kind === 'object')
        return call.construct(cls, [body, call.record({ status: stated(call) })]);
      const given = headers ?? (init?.kind === 'object' ? call.get(init, 'headers') : call.const(undefined));
      const type = typeAmong(call, given);
      if (type) call.set(call.receiver, TYPE, type);
      const sent = typeSet(call, call.receiver, '');
      seenOf(call)?.answer(call, { status: stated(call), ...(body ? textOf(call, body, sent) : sent) });
      return call.host(responseType, null);
    }),
    redirect: (call) => {
      const [to, given] = call.args;
      const status = !given || call.isUndefined(given) ? call.const(302) : given;
      seenOf(call)?.answer(call, { status, ...(to && { to }) });
      return call.host(responseType, null);
    },
    notFound: (call, emit) => {
      const handler = call.get(call.receiver, NOT_FOUND);
      // Where it asks for the same once more, it is answered by the framework.
      call.set(call.receiver, NOT_FOUND, call.const(undefined));
      return call.isFunction(handler) ? call.invoke(handler, [call.receiver]) : plainNotFound(call, emit);
    },
    status: (call) => {
      call.set(call.receiver, '#status', argument(call, 0));
    },
    set: (call) => {
      const name = call.text(argument(call, 0));
      if (name !== null) seenOf(call)?.leave(name, argument(call, 1));
    },
    get: (call) => {
      const name = call.text(argument(call, 0));
      return name === null ? call.unknown('a value of the context') : kept(call, name);
    },
    header: (call, emit) => {
      setTypeHeader(call, emit);
    },
    ...all(['setRenderer', 'setLayout'], () => undefined),
  },
  // A guard of a package that the program runs itself: `(c, next) => jwt({ secret: c.env.SECRET })(c, next)`.
  handedOut: (call, _emit, _module, to) => {
    const seen = seenOf(call);
    if (seen && isGuard(to)) refuse(call, tokenOf(call, seen, to));
    else seen?.mayAnswer?.(answeredBy(call, to));
    const next = call.get(call.receiver, NEXT);
    if (call.args.includes(next)) call.invoke(next, []);
  },
  getters: {
    var: (call) => {
      const seen = seenOf(call);
      return seen ? call.host(variablesType, { seen }) : undefined;
    },
    env: bindingsOf,
  },
  // `c.res = …` is the answer of who does not call `next`; behind it what the route has answered is changed.
  setters: {
    res: (call) => {
      const seen = seenOf(call);
      if (seen && call.truthy(call.get(call.receiver, PASSED_ON)) === false) answerWith(call, seen, argument(call, 0));
    },
  },
  missing: (call, key) => (['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of a context`)),
});
const kept = (call: Call, name: string): Value => {
  const seen = seenOf(call);
  return seen?.left(name) ?? seen?.incoming('context', [name]) ?? call.unknown(name);
};
const variablesType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'HonoVariables',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const seen = call.data(call.receiver, variablesType)?.seen;
    return ['then', 'constructor', 'toJSON'].includes(key) ? undefined : (seen?.left(key) ?? seen?.incoming('context', [key]));
  },
});

/** The observation that a context belongs to, for functions of packages that take one: `getCookie(c, name)`. */
export const observationOf = (call: Call, context: Value | undefined): Observation | null =>
  context ? (call.data(context, contextType)?.seen ?? null) : null;

/** The context of the request that is served, null outside of requests. */
let served: ObjectValue | null = null;

const contextOf = (call: Call, seen: Observation): ObjectValue =>
  (served = call.host(
    contextType,
    { seen },
    { req: call.host(requestType, { seen }), '#status': call.const(200), [TYPE]: call.const(undefined), [PASSED_ON]: call.const(false) },
  ));

/** The contexts that it makes are served while it runs. */
const serving =
  (observe: Observe): Observe =>
  (call, seen) => {
    const outer = served;
    try {
      observe(call, seen);
    } finally {
      served = outer;
    }
  };

/** `hono/context-storage`. */
export const storageModule = (realm: Realm): Value =>
  openModule(
    realm,
    'hono/context-storage',
    functions(realm, {
      getContext: (call) => served ?? call.unknown('the context of a request'),
      tryGetContext: (call) => served ?? call.const(undefined),
    }),
  );

/** The handler of errors that serves an application: its own, else that of one that has its routes. */
function errorHandlerOf(state: ApplicationState, depth = 0): Value | null {
  if (state.errorHandler || depth > 10) return state.errorHandler;
  for (const parent of state.parents) {
    const found = errorHandlerOf(parent, depth + 1);
    if (found) return found;
  }
  return null;
}

/** What answers `c.notFound()`: of the application that is served, whichever has the route. */
function notFoundOf(state: ApplicationState, depth = 0): Value | null {
  if (state.parents.length === 0 || depth > 10) return state.notFound;
  const [found, ...others] = new Set(state.parents.map((parent) => notFoundOf(parent, depth + 1)));
  return others.length === 0 ? found! : null;
}

/** The hook of an application, else of the one that took its routes first. */
const defaultHookOf = (state: ApplicationState, depth = 0): Value | undefined =>
  state.defaultHook ?? (state.inheritsHook && state.parents[0] && depth < 10 ? defaultHookOf(state.parents[0], depth + 1) : undefined);

/** What an exception answers by itself: the response it was given, else its message with its status. */
function responseOf(call: Call, error: Value): Value {
  const given = error.kind === 'object' ? call.get(error, 'res') : call.const(undefined);
  const cls = call.global?.('Response');
  if (!call.isUndefined(given) || error.kind !== 'object' || !cls || !call.isFunction(cls))
    return call.isUndefined(given) ? call.unknown('a response') : given;
  return call.construct(cls, [call.get(error, 'message'), call.record({ status: call.get(error, 'status') })]);
}

const EXCEPTION = 'HTTPException';
/** `hono/http-exception`. */
export const exceptionModule = (realm: Realm): Value => {
  const prototype = realm.record({ getResponse: realm.fn('getResponse', (call) => responseOf(call, call.receiver)) });
  return realm.record({
    [EXCEPTION]: realm.fn(
      EXCEPTION,
      (call) => {
        const options = argument(call, 1);
        const message = options.kind === 'object' ? call.get(options, 'message') : call.const(undefined);
        const error = errorValue(call, EXCEPTION, call.isUndefined(message) ? '' : message, {
          status: call.isUndefined(argument(call, 0)) ? call.const(500) : argument(call, 0),
          ...(options.kind === 'object' && { res: call.get(options, 'res') }),
        });
        const objects = call.global?.('Object');
        if (objects) {
          const link = (object: Value, to: Value): void => {
            call.invoke(call.get(objects, 'setPrototypeOf'), [object, to]);
          };
          link(prototype, call.get(call.global!('Error'), 'prototype'));
          link(error, prototype);
        }
        return error;
      },
      { prototype },
    ),
  });
};

/** Runs something; what it throws is answered by the application's handler of errors, which gets the same context, else by the framework. */
function underErrors(call: Call, seen: Observation, state: ApplicationState, run: () => void, context?: ObjectValue): void {
  const caught = (error: Value, handler: Value | null): void => {
    // Of an error that nobody knows the answer is not known either.
    if (error.kind !== 'object') return;
    if (handler) {
      const answer = (): void => {
        answerWith(call, seen, call.awaited(call.invoke(handler, [error, context ?? contextOf(call, seen)])));
      };
      if (call.catching) call.catching(answer, (again) => caught(again, null));
      else answer();
      return;
    }
    const at = { span: error.origin?.span ?? call.span };
    if (call.text(call.get(error, 'name')) !== EXCEPTION && !call.isFunction(call.get(error, 'getResponse'))) {
      seen.answer(at, { status: call.const(500), contentType: 'text/plain' });
      return;
    }
    const response = call.get(error, 'res');
    if (isWebResponse(call, response)) {
      answerWith(call, seen, response);
      return;
    }
    const text = call.text(call.get(error, 'message'));
    seen.answer(at, { status: call.get(error, 'status'), contentType: 'text/plain', ...(text && { description: text }) });
  };
  if (call.catching)
    call.catching(run, (error) => {
      for (const alternative of call.alternatives(error)) caught(alternative, errorHandlerOf(state));
    });
  else run();
}

/** `(c, next)`: a handler or a middleware. `asHandler`: it is the last one of a route. */
const observeFunction =
  (fn: Value, state: ApplicationState, asHandler: boolean): Observe =>
  (call, seen) => {
    const context = contextOf(call, seen);
    const next = call.fn('next', (inner) => {
      seen.passOn();
      inner.set(context, PASSED_ON, inner.const(true));
      return promised(inner, inner.const(undefined));
    });
    call.set(context, NEXT, next);
    call.set(context, NOT_FOUND, notFoundOf(state) ?? call.const(undefined));
    seen.watch(context, '#status');
    const run = (): void => answerWith(call, seen, call.awaited(call.invoke(fn, [context, next])), asHandler);
    underErrors(call, seen, state, run, context);
  };

/** Validators of packages: `(target, schema, hook?)`. */
const VALIDATORS: Readonly<Record<string, string>> = {
  '@hono/zod-validator': 'zValidator()',
  '@hono/valibot-validator': 'vValidator()',
  '@hono/standard-validator': 'sValidator()',
  '@hono/typebox-validator': 'tbValidator()',
  '@hono/arktype-validator': 'arktypeValidator()',
  '@hono/effect-validator': 'effectValidator()',
  ...HONO_OPENAPI_VALIDATORS,
};

/** What a schema's refusal is: an error of the library where it has a class for it. */
const validationError = (call: Call, library: string): Value => {
  const cls = library === 'zod' ? call.get(call.module!('zod'), 'ZodError') : null;
  return cls && call.isFunction(cls) ? call.construct(cls, []) : call.unknown('the errors of a validation');
};

/** What a schema's issues are to those who write them for all libraries. */
const ISSUES: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'message', shape: { kind: 'string' }, required: true },
      { name: 'path', shape: { kind: 'array', items: { kind: 'any' } } },
    ],
  },
};

/** What a validator answers with itself. */
function refusedBy(call: Call, module: string | undefined): { readonly body: Value } | null {
  const success = call.const(false);
  if (module === '@hono/standard-validator' || module === 'hono-openapi') {
    const error = call.typed?.(ISSUES, 'the issues of a schema');
    return error ? { body: call.record({ data: call.unknown('what was refused'), error, success }) } : null;
  }
  if (module !== '@hono/zod-validator') return null;
  return { body: call.record({ success, error: validationError(call, 'zod') }) };
}

const observeValidator =
  (
    args: readonly Value[],
    state: ApplicationState,
    library: string,
    described?: Pick<Described, 'hook' | 'encoding'>,
    module?: string,
  ): Observe =>
  (call, seen) => {
    const [target, schema, given] = args;
    const hook = given ?? (described && (described.hook ?? defaultHookOf(state)));
    const name = target ? call.text(target) : null;
    const shape = schema && schemaShape(call, schema);
    if (name === null || !Object.hasOwn(TARGETS, name)) {
      seen.passOn();
      return;
    }
    const value = seen.incoming(TARGETS[name]!);
    if (name === 'form') seen.encoding(described?.encoding ?? FORM);
    const refined = shape ? (call.refine?.(value, shape, 'validator') ?? value) : value;
    const meaning = schema && meaningOf(schema);
    const behind = meaning && shape ? schemaOutput(call, meaning.shape, refined) : refined;
    underErrors(call, seen, state, () => {
      if (hook && call.isFunction(hook)) {
        const failed = call.awaited(
          call.invoke(hook, [
            call.record({
              success: call.const(false),
              target: call.const(name),
              data: value,
              error: validationError(call, library),
              issues: call.unknown('the errors of a validation'),
            }),
            contextOf(call, seen),
          ]),
        );
        answerWith(call, seen, failed);
        if (call.alternatives(failed).every((each) => !call.isUndefined(each))) return;
      }
      seen.answer(call, {
        status: 400,
        contentType: 'application/json',
        ...refusedBy(call, module),
      });
    });
    seen.leave(validated(name), behind);
    seen.passOn();
  };

/** `validator(target, (value, c) => …)` of `hono/validator`: what the function returns is the validated part. */
const observeOwnValidator =
  (args: readonly Value[], state: ApplicationState): Observe =>
  (call, seen) => {
    const [target, check] = args;
    const name = target ? call.text(target) : null;
    if (name === null || !Object.hasOwn(TARGETS, name) || !check || !call.isFunction(check)) {
      seen.passOn();
      return;
    }
    if (name === 'form') seen.encoding(FORM);
    underErrors(call, seen, state, () => {
      const made = call.awaited(call.invoke(check, [seen.incoming(TARGETS[name]!), contextOf(call, seen)]));
      answerWith(call, seen, made);
      const all = call.alternatives(made);
      const values = all.filter((each) => !(each.kind === 'object' && each.host?.type === responseType) && !isWebResponse(call, each));
      if (values.length === 0) return;
      seen.leave(validated(name), call.oneOf?.(values, 'what a validator gives') ?? values[0]!);
      // Whoever is answered with a response is not handed on.
      if (values.length < all.length && call.whereReturned) for (const each of values) call.whereReturned(each, () => seen.passOn());
      else seen.passOn();
    });
  };

const GUARDS: ReadonlySet<string> = new Set(['hono/jwt', 'hono/bearer-auth', 'hono/basic-auth', 'hono/jwk']);
const isGuard = ({ module, path }: Provenance): boolean =>
  GUARDS.has(module) ? /(?:^|\.)(?!sign|verify|decode)\w+\(\)$/.test(path) : module === '@hono/auth-js' && path === 'verifyAuth()';

/** The error that the package refuses with. */
function refusal(call: Call, status: number, message: string): Value {
  const cls = call.module ? call.get(call.module('hono/http-exception'), EXCEPTION) : call.unknown('an error');
  return call.construct(cls, [call.const(status), call.record({ message: call.const(message) })]);
}

/** A guard of the package answers 401, to those without a token as well. `token`: the value of the request that it looks at. */
function refuse(call: Call, token?: Value): void {
  const error = refusal(call, 401, 'Unauthorized');
  if (token && call.truthy(token) === false) call.throws?.(error);
  call.mayThrow?.(error, token && [{ value: token, shape: STRING, required: true }]);
}

/** The token is in the header, or in the cookie that the options name. */
function tokenOf(call: Call, seen: Observation, { module, args }: Provenance): Value {
  if (module === '@hono/auth-js') return seen.incoming('cookie', ['authjs.session-token']);
  const options = args?.[0];
  const option = (name: string): Value => (options?.kind === 'object' ? call.get(options, name) : call.const(undefined));
  const cookie = option('cookie'),
    name = call.text(cookie.kind === 'object' ? call.get(cookie, 'key') : cookie);
  return name !== null
    ? seen.incoming('cookie', [name])
    : seen.incoming('header', [call.text(option('headerName'))?.toLowerCase() ?? 'authorization']);
}
const observeGuard =
  (state: ApplicationState): Observe =>
  (call, seen) => {
    underErrors(call, seen, state, () => {
      refuse(call);
    });
    seen.passOn();
  };

/** Other middlewares that refuse: with what, and where they are given something else (an option, or an argument). */
const REFUSALS: Readonly<Record<string, readonly [path: string, status: number, message: string, own?: string | number]>> = {
  'hono/body-limit': ['bodyLimit()', 413, 'Payload Too Large', 'onError'],
  'hono/csrf': ['csrf()', 403, 'Forbidden'],
  'hono/timeout': ['timeout()', 504, 'Gateway Timeout', 1],
};

/** Requests that carry no body and change nothing are only kept from taking too long. A function that is given answers, or makes the error. */
const observeRefusal =
  (module: string, args: readonly Value[], state: ApplicationState): Observe =>
  (call, seen) => {
    const [, status, message, name] = REFUSALS[module]!;
    const given = typeof name === 'number' ? args[name] : name !== undefined && args[0]?.kind === 'object' ? call.get(args[0], name) : null;
    const run = (): void => {
      underErrors(call, seen, state, () => {
        const made = given && call.isFunction(given) ? call.awaited(call.invoke(given, [contextOf(call, seen)])) : given;
        if (made && name === 'onError' && made !== given) answerWith(call, seen, made);
        else call.mayThrow?.(made && !call.isUndefined(made) ? made : refusal(call, status, message));
      });
    };
    const safe = call.list(['GET', 'HEAD', 'OPTIONS'].map((method) => call.const(method)));
    if (module === 'hono/timeout') run();
    else
      call.either?.(call.invoke(call.get(safe, 'includes'), [seen.incoming('context', ['method'])], safe), (isSafe) => {
        if (!isSafe) run();
      });
    seen.passOn();
  };

/** `rateLimiter({ limit, message, handler })`: a text as text, anything else as JSON; a handler of the program answers itself. */
const observeLimiter =
  ([options]: readonly Value[]): Observe =>
  (call, seen) => {
    const option = (name: string): Value => (options?.kind === 'object' ? call.get(options, name) : call.const(undefined));
    const handler = option('handler'),
      message = option('message'),
      status = option('statusCode');
    if (handler.kind === 'object' && call.isFunction(handler))
      answerWith(
        call,
        seen,
        call.awaited(call.invoke(handler, [contextOf(call, seen), call.fn('next', () => undefined), call.record({})])),
      );
    else
      seen.answer(call, {
        status: call.isUndefined(status) ? call.const(429) : status,
        ...(message.kind === 'object' && !call.isFunction(message)
          ? { body: message, contentType: 'application/json' }
          : message.kind === 'object'
            ? {}
            : { contentType: 'text/plain' }),
      });
    seen.passOn();
  };

/**
 * `upgradeWebSocket(c => events)`: the program makes the events before the upgrade, and an error there is answered like others. What does not ask for an
 * upgrade is handed on.
 */
const observeUpgrade =
  ([makeEvents]: readonly Value[], state: ApplicationState): Observe =>
  (call, seen) => {
    underErrors(call, seen, state, () => {
      if (makeEvents) call.awaited(call.invoke(makeEvents, [contextOf(call, seen)]));
      seen.answer(call, { status: 101, description: 'Switching protocols' });
      seen.passOn();
    });
  };
const UPGRADE = /(?:^|\.)upgradeWebSocket\(\)$/;

const ofPackage = (
  call: Call,
  provenance: Provenance,
  state: ApplicationState,
  described?: Pick<Described, 'hook' | 'encoding'>,
): Observe | null => {
  const { module, path, args } = provenance;
  if (Object.hasOwn(VALIDATORS, module) && VALIDATORS[module] === path)
    return observeValidator(
      args ?? [],
      state,
      /^(?:@hono\/(?=\w+-validator)|hono-openapi\/)(\w+)/.exec(module)?.[1] ?? '',
      described,
      module,
    );
  if (module === 'hono/validator' && path === 'validator()') return observeOwnValidator(args ?? [], state);
  if (module === 'hono-rate-limiter' && path === 'rateLimiter()') return observeLimiter(args ?? []);
  if (/^@?hono\//.test(module) && UPGRADE.test(path) && args?.[0] && call.isFunction(args[0])) return observeUpgrade(args, state);
  if (Object.hasOwn(REFUSALS, module) && REFUSALS[module]![0] === path) return observeRefusal(module, args ?? [], state);
  return isGuard(provenance) ? observeGuard(state) : null;
};

/** How a middleware is run; nothing for what nobody can see. */
export function observation(
  call: Call,
  fn: Value,
  state: ApplicationState,
  described?: Pick<Described, 'hook' | 'encoding'>,
): { readonly observe?: Observe; readonly runsAs?: () => readonly unknown[] } {
  if (fn.kind === 'unknown') {
    const known = fn.provenance && ofPackage(call, fn.provenance, state, described);
    return known ? { observe: serving(known) } : {};
  }
  return ofFunction(call, fn, state, false);
}

/** The same for the handler of a route. */
export function handlerObservation(call: Call, fn: Value, state: ApplicationState): ReturnType<typeof observation> {
  const answer = fn.kind === 'unknown' && fn.provenance ? answerOf(fn.provenance) : null;
  if (answer)
    return {
      observe: (at, seen) => {
        seen.answer(at, { status: answer.status, ...(answer.contentType !== undefined && { contentType: answer.contentType }) });
        if (answer.passesOn) seen.passOn();
      },
    };
  return fn.kind === 'unknown' ? observation(call, fn, state) : ofFunction(call, fn, state, true);
}

const ofFunction = (call: Call, fn: Value, state: ApplicationState, asHandler: boolean): ReturnType<typeof observation> =>
  call.isFunction(fn) && fn.kind === 'object' && !fn.host
    ? { observe: serving(observeFunction(fn, state, asHandler)), runsAs: () => [state, asHandler] }
    : {};
