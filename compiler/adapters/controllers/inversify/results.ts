import { defineHostType, type Call, type HostType, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from '../declarations.js';
import { objectOf } from '../instances.js';
import { respond } from '../respond.js';

/** What the methods of `BaseHttpController` give: an answer that the server sends. */
interface Result {
  readonly status: Value;
  readonly body: Value | null;
  readonly kind: 'json' | 'send' | 'redirect' | 'stream';
}

const resultType: HostType<Result> = defineHostType<Result>({
  name: 'HttpActionResult',
  inert: true,
  methods: { executeAsync: (call) => call.receiver },
});

/** Where the results of the action that is running are sent. */
let sending: Value | null = null;

/** Runs an action: a result is sent as soon as it is made, under the conditions that stand there. */
export function sendingAtOnce(response: Value, run: () => Value): Value {
  const outer = sending;
  sending = response;
  try {
    return run();
  } finally {
    sending = outer;
  }
}
const sentBefore = new WeakSet<Value>();

function result(call: Call, status: Value | number, body: Value | null, kind: Result['kind'] = 'json'): Value {
  const data = {
    status: typeof status === 'number' ? call.const(status) : status,
    body: body && !call.isUndefined(body) ? body : null,
    kind,
  };
  const made = call.host(resultType, data);
  if (sending) {
    sentBefore.add(made);
    send(call, sending, data);
  }
  return made;
}

const plain =
  (status: number, kind: Result['kind'] = 'json'): Transfer =>
  (call) =>
    result(call, status, call.args[0] ?? null, kind);

/** By the names of the methods of `BaseHttpController`. */
const METHODS: Readonly<Record<string, Transfer>> = {
  ok: plain(200),
  created: (call) => result(call, 201, call.args[1] ?? null),
  badRequest: plain(400, 'send'),
  conflict: (call) => result(call, 409, null),
  notFound: (call) => result(call, 404, null),
  internalServerError: (call) => result(call, 500, null),
  redirect: (call) => result(call, 302, null, 'redirect'),
  statusCode: (call) => result(call, argument(call, 0), null),
  json: (call) => result(call, call.args[1] ?? 200, call.args[0] ?? null),
  stream: (call) => result(call, call.args[2] ?? 200, null, 'stream'),
  responseMessage: (call) => call.unknown('an answer that the program made'),
};

/** The classes behind those methods, which programs construct as well. */
const CLASSES: Readonly<Record<string, Transfer>> = {
  OkResult: METHODS['ok']!,
  OkNegotiatedContentResult: METHODS['ok']!,
  CreatedNegotiatedContentResult: METHODS['created']!,
  BadRequestResult: METHODS['badRequest']!,
  BadRequestErrorMessageResult: METHODS['badRequest']!,
  ConflictResult: METHODS['conflict']!,
  NotFoundResult: METHODS['notFound']!,
  InternalServerErrorResult: METHODS['internalServerError']!,
  ExceptionResult: METHODS['internalServerError']!,
  RedirectResult: METHODS['redirect']!,
  StatusCodeResult: METHODS['statusCode']!,
  JsonResult: METHODS['json']!,
  StreamResult: METHODS['stream']!,
};

/** `BaseHttpController` and `results`. */
export function results(realm: Realm): Record<string, Value> {
  const methods = Object.fromEntries(Object.entries(METHODS).map(([name, transfer]) => [name, realm.fn(name, transfer)]));
  const prototype = realm.record(methods);
  const classes = Object.fromEntries(Object.entries(CLASSES).map(([name, transfer]) => [name, realm.fn(name, transfer)]));
  return {
    BaseHttpController: realm.fn('BaseHttpController', (call) => contextual(call, prototype), { prototype }),
    results: realm.record(classes),
  };
}

/** An object of a class that extends one of the library's, with the context of a request. */
export function contextual(call: Call, prototype: Value): Value {
  const object = objectOf(call, prototype);
  call.set(object, 'httpContext', call.unknown('the context of a request'));
  return object;
}

/** More results than are told apart are carried by what they have become. */
function apart(call: Call, value: Value): readonly Value[] {
  const carried = value.kind === 'unknown' ? value.carries.filter((each) => call.data(each, resultType)) : [];
  return carried.length > 0 ? carried : [value];
}

/** Sends what an action gave: a result of the library by its status, anything else as Express sends it; nothing for an action that answers by itself. */
export function sendResult(call: Call, response: Value, value: Value): void {
  const before = call.get(response, 'statusCode');
  for (const alternative of call.alternatives(value).flatMap((each) => apart(call, each))) {
    // One result says nothing of the status of another.
    call.set(response, 'statusCode', before);
    const known = call.data(alternative, resultType);
    if (known) {
      if (!sentBefore.has(alternative)) send(call, response, known);
    } else if (alternative !== response && !call.isUndefined(alternative) && !call.isFunction(alternative))
      respond(call, { response }, 'send', [alternative]);
  }
}

function send(call: Call, response: Value, { status, body, kind }: Result): void {
  const exchange = { response };
  if (kind === 'redirect') return void respond(call, exchange, 'redirect', [status, call.const('')]);
  respond(call, exchange, 'status', [status]);
  if (kind === 'stream') respond(call, exchange, 'download', []);
  else if (body) respond(call, exchange, kind, [body]);
  else respond(call, exchange, 'sendStatus', [status]);
}
