import {
  admitsAnybody,
  admitted,
  errorValue,
  formidableFile,
  observeExtraction,
  observeFields,
  observeFiles,
  observeUpload,
  unlessTested,
  unlessTests,
  type Call,
  type Observation,
  type Observe,
  type Provenance,
  type Value,
} from '@tool/scanner-sdk';

/** What a middleware of a package does with requests that it does not let pass. `fail`: the error goes through the middlewares around it. */
type Behaviour = (
  call: Call,
  seen: Observation,
  args: readonly Value[],
  fail: (error: Value) => void,
  path: string,
  contextOf: () => Value,
  before: readonly Value[],
) => void;

const option = (call: Call, args: readonly Value[], name: string, index = 0): Value | null => {
  const given = args[index];
  const value = given?.kind === 'object' ? call.get(given, name) : null;
  return value && !call.isUndefined(value) ? value : null;
};

/** An error as `ctx.throw(status, message)` makes it. */
const refusal = (call: Call, status: Value | number, message: string): Value => {
  const code = typeof status === 'number' ? call.const(status) : status;
  return errorValue(call, 'HttpError', message, { status: code, statusCode: code, expose: call.const(true) });
};

/** The limiter sets status and body itself, unless it is told to throw. */
const limiter: Behaviour = (call, seen, args, fail) => {
  const status = option(call, args, 'status') ?? call.const(429);
  if (call.truthy(option(call, args, 'throw') ?? call.const(false)) === true) {
    fail(refusal(call, status, 'Rate limit exceeded'));
    return;
  }
  const message = option(call, args, 'errorMessage') ?? option(call, args, 'message');
  seen.answer(call, {
    status,
    ...(message?.kind === 'object' && !call.isFunction(message)
      ? { body: message, contentType: 'application/json' }
      : { contentType: 'text/plain' }),
  });
};

const throws =
  (status: number, message: string): Behaviour =>
  (call, _seen, _args, fail) => {
    fail(refusal(call, status, message));
  };

/** Its token comes out of what `getToken` gives, the header `authorization`, or a cookie: whichever is there. */
const jwt: Behaviour = (call, seen, args, fail, _path, contextOf) => {
  const getToken = option(call, args, 'getToken');
  const cookie = call.text(option(call, args, 'cookie') ?? call.const(undefined));
  if (getToken ?? cookie)
    seen.asks([], () => {
      seen.incoming('header', ['authorization']);
      if (getToken) call.invoke(getToken, [contextOf(), args[0]!]);
      if (cookie) seen.incoming('cookie', [cookie]);
    });
  if (call.truthy(option(call, args, 'passthrough') ?? call.const(false)) !== true) {
    fail(refusal(call, 401, 'Authentication Error'));
    return;
  }
  const key = call.text(option(call, args, 'key') ?? call.const('user')) ?? 'user';
  // It is there where there is no user.
  const failed = call.testFor?.(seen.incoming('context', ['state', key]), { kind: 'any' }, { required: true, when: true });
  if (failed) seen.leave('state.jwtOriginalError', failed);
  seen.leave(`state.${key}`, call.unknown('the claims of a token'));
};

/** Passport answers 401 itself unless it is told where to send the caller; with a callback the program answers. */
const passport: Behaviour = (call, seen, args) => {
  observeExtraction(call, seen, 'koa-passport', args[0]);
  if (args.some((arg) => call.isFunction(arg))) {
    observeFields(call, seen, 'koa-passport', args[0]);
    return;
  }
  const verdict = admitted(call, seen, 'koa-passport', args[0]);
  if (verdict) seen.leave('state.user', verdict.user);
  if (admitsAnybody(call, 'koa-passport', args[0]) || verdict?.refuses === false) return;
  seen.answer(call, option(call, args, 'failureRedirect', 1) ? { status: 302 } : { status: 401, contentType: 'text/plain' });
};

/** Files of forms are found under the names of their fields, where the parser takes forms with files: before version 4 in the body, beside its `fields`. */
const parser: Behaviour = (call, seen, args) => {
  if (call.truthy(option(call, args, 'multipart') ?? call.const(false)) === false) return;
  const major = Number(/\d+/.exec(call.packageVersion?.('koa-body') ?? '')?.[0] ?? 6);
  observeFiles(call, seen, formidableFile(major >= 5));
  if (major >= 4) return;
  const body = seen.incoming('body');
  call.set(body, 'files', seen.left('files')!);
  call.set(body, 'fields', body);
};
/** Each file that is sent is shown to the `fileFilter` of the program: what that calls back with first is an error. */
const upload: Behaviour = (call, seen, args, fail, path, contextOf, before) => {
  const filter = observeUpload(call, seen, path, args) && !path.endsWith('.none()') ? option(call, before, 'fileFilter') : null;
  if (!filter || !call.isFunction(filter)) return;
  const many = seen.left('files');
  const file = seen.left('file') ?? (many && call.elements(many)?.[0]) ?? call.unknown('a file');
  const decide = call.fn('callback', (inner) => {
    for (const error of inner.args[0] ? inner.alternatives(inner.args[0]) : [])
      if (!inner.isUndefined(error) && inner.truthy(error) !== false) fail(error);
  });
  call.either?.(file, (isSent) => {
    if (isSent) call.invoke(filter, [call.get(contextOf(), 'req'), file, decide]);
  });
};

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'koa-ratelimit': limiter,
  'koa2-ratelimit': limiter,
  'koa-jwt': jwt,
  'koa-basic-auth': throws(401, 'Unauthorized'),
  'koa-csrf': throws(403, 'Invalid CSRF token'),
  'koa-passport': passport,
  'koa-body': parser,
  // What came in has a name of its own there.
  'koa-better-body': (_call, seen) => {
    seen.leave('request.fields', seen.incoming('body'));
  },
  '@koa/multer': upload,
  'koa-multer': upload,
};

/** Members of a package that are no guard. */
const SETUP = /(?:initialize|session|serializeUser|deserializeUser)\(\)$/;

/** How a package's middleware is run; null when nothing is known of it, or nothing it refuses. */
export function packageBehaviour(
  provenance: Provenance,
  around: (call: Call, seen: Observation, error: Value) => void,
  contextOf: (call: Call, seen: Observation) => Value,
): Observe | null {
  const { module, path, args, before } = provenance;
  const behaviour = Object.hasOwn(BEHAVIOURS, module) ? BEHAVIOURS[module]! : null;
  if (!behaviour || SETUP.test(path) || !path.endsWith('()')) return null;
  const guarded = /\.unless\(\)$/.test(path);
  return (call, seen) => {
    seen.exempt(unlessTests(call, provenance));
    const run = (): void => {
      behaviour(
        call,
        seen,
        (guarded ? before : args) ?? [],
        (error) => {
          around(call, seen, error);
        },
        path,
        () => contextOf(call, seen),
        before ?? [],
      );
    };
    unlessTested(call, provenance, () => contextOf(call, seen), run);
    seen.passOn();
  };
}
