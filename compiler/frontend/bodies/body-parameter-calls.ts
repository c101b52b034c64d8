import type { ts } from '../../evaluator/index.js';
import { staticName } from './body-chains.js';
import type { Found } from './body-found.js';

/** A call of a method of a parameter, or of what another call gave: `response.status(401)`, `request.get('x-key')`, `context.throw(401)`. */
export interface ParameterCall {
  readonly members: readonly string[];
  readonly arguments: readonly ts.Expression[];
  /** Whether the request stands for a context that holds both the request and what answers it. */
  readonly holdsBoth: boolean;
  statusOf(expression: ts.Expression): number | null;
}

/** Methods that take the status first. */
const STATUS_METHODS: ReadonlySet<string> = new Set(['status', 'sendStatus', 'code', 'writeHead']);

/** Methods that end a response. */
const ENDINGS: ReadonlySet<string> = new Set(['send', 'json', 'end', 'redirect', 'render', 'sendFile', 'jsonp', 'download']);

/** Methods of a context that answer, with the status behind the body. */
const ANSWERS: ReadonlySet<string> = new Set(['json', 'text', 'html', 'body', 'newResponse']);

/** What the call reads of the request and what it answers, told by the name of its method. */
export function readParameterCall(call: ParameterCall, found: Found): void {
  const method = call.members.at(-1);
  if (!method) return;
  const [argument] = call.arguments;
  if (STATUS_METHODS.has(method) && argument) found.answer(call.statusOf(argument));
  else if (method === 'isAuthenticated' || method === 'isUnauthenticated') found.reads.add(`${method}()`);
  else readNamed(call, method, argument ? staticName(argument) : null, found);
  readAnswer(call, method, found);
}

/** `cookies.get('sid')`, `session.get('user')`, `get('x-key')`, `req.header('x-key')`, `req.query('page')`. */
function readNamed({ members, arguments: { length }, holdsBoth }: ParameterCall, method: string, name: string | null, found: Found): void {
  if (!name) return;
  if (method === 'get' && members.at(-2) === 'cookies') found.cookies.add(name);
  else if (method === 'get' && members.at(-2) === 'session') found.read(['session', name]);
  // A context keeps values of its own under `get`: they are no headers. Nobody writes headers in camel case.
  else if (method === 'get' && members.length === 1 && (holdsBoth || /[a-z][A-Z]/.test(name))) found.reads.add(name);
  else if ((method === 'get' || method === 'header') && members.length <= 2 && length === 1) found.headers.add(name.toLowerCase());
  else if (method === 'query' && members.length === 2 && holdsBoth) found.query.add(name);
}

function readAnswer(call: ParameterCall, method: string, found: Found): void {
  const reads = call.holdsBoth && call.members.length > 1;
  if (!reads && ENDINGS.has(method)) found.answers = true;
  if (!reads && method === 'redirect') found.answer(302);
  const stated = statedStatus(call, method, reads);
  if (stated) found.answer(call.statusOf(stated));
}

/** The status in `context.throw(401)`, `context.assert(user, 401)`, `context.json(body, 401)`. */
function statedStatus({ arguments: [first, second], holdsBoth }: ParameterCall, method: string, reads: boolean): ts.Expression | undefined {
  if (method === 'throw') return first;
  return method === 'assert' || (holdsBoth && !reads && ANSWERS.has(method)) ? second : undefined;
}
