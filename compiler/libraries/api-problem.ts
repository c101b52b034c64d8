import { STATUS_CODES, defineLibrary, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';
import { errorOf, type ErrorClass } from './support/errors.js';

const PROBLEM: ErrorClass = {
  module: 'api-problem',
  path: [],
  name: 'Error',
  members: { type: { kind: 'string' }, title: { kind: 'string' } },
};

/** `new Problem(status, title, type, members)`: what is not given of the title and the type follows from the status. */
const construct: Transfer = (call) => {
  const [status, ...rest] = call.args;
  const members = rest.find((value) => value.kind === 'object');
  const [title] = rest.filter((value) => value.kind !== 'object' && !call.isUndefined(value));
  const known = STATUS_CODES[Number(status && call.constant(status))];
  return errorOf(call, PROBLEM, {
    ...(title ? { title } : known !== undefined && { title: call.const(known) }),
    ...(status && { status }),
    ...Object.fromEntries((members && call.knownEntries?.(members)) ?? []),
  });
};

/** `problem.send(response)` sends the problem itself. */
const send: Transfer = (call) => {
  const response = argument(call, 0);
  const json = call.global?.('JSON') ?? call.const(undefined);
  const own = (call.knownEntries?.(call.receiver) ?? []).filter(([name]) => name !== 'name');
  const on = (name: string, ...args: readonly Value[]): Value => call.invoke(call.get(response, name), args, response);
  on('writeHead', call.get(call.receiver, 'status'), call.record({ 'Content-Type': call.const('application/problem+json') }));
  on('end', call.invoke(call.get(json, 'stringify'), [call.record(Object.fromEntries(own))], json));
};

export const apiProblemLibrary = defineLibrary({
  modules: {
    'api-problem': (realm) => realm.fn('Problem', construct, { prototype: realm.record({ send: realm.fn('send', send) }) }),
  },
});
