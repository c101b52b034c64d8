import { defineHostType, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { mayFail } from '../arguments.js';
import { argument } from '../declarations.js';
import { handOn, respond } from '../respond.js';

const PARTS: Readonly<Record<string, string>> = {
  query: 'query',
  queries: 'query',
  path: 'params',
  header: 'headers',
  body: 'body',
  'body-prop': 'body',
  formData: 'body',
};
const WHOLE: ReadonlySet<string> = new Set(['queries', 'body']);

/** What is thrown where something does not look as it has to. */
export const refuse = (call: Call): Value => {
  const error = call.construct(call.global?.('Error') ?? call.unknown('Error'), [call.const('')]);
  for (const [key, value] of Object.entries({ name: call.const('ValidateError'), status: call.const(400), fields: call.record({}) }))
    call.set(error, key, value);
  return error;
};

/** One argument, as the generated code describes it: where it comes from and its name there. */
function valueOf(call: Call, description: Value, request: Value, response: Value): Value {
  const from = call.text(call.get(description, 'in'));
  const name = call.text(call.get(description, 'name'));
  if (from === 'request') return request;
  if (from === 'res')
    return call.fn('respond', (at) => {
      const [status, body] = at.args;
      if (status) respond(at, { response }, 'status', [status]);
      if (body) respond(at, { response }, 'json', [body]);
    });
  const part = from === null ? undefined : PARTS[from];
  if (part === undefined) return call.unknown('an argument');
  const whole = call.get(request, part);
  if (WHOLE.has(from!)) return whole;
  return name === null ? call.unknown('an argument') : call.get(whole, from === 'header' ? name.toLowerCase() : name);
}

const getValidatedArgs: Transfer = (call) => {
  const given = argument(call, 0);
  const [args, request, response] = ['args', 'request', 'response'].map((name) => call.get(given, name)) as [Value, Value, Value];
  // Texts that may be missing are taken as they come.
  const isChecked = ([, description]: readonly [string, Value]): boolean => {
    const from = call.text(call.get(description, 'in')) ?? '';
    const given = (member: string): boolean => !call.isUndefined(call.get(description, member));
    if (!Object.hasOwn(PARTS, from)) return false;
    return (
      given('ref') ||
      (given('required') && from !== 'path') ||
      /^(?!string$|any$)/.test(call.text(call.get(description, 'dataType')) ?? 'any')
    );
  };
  if ((call.entries(args) ?? []).some(isChecked)) mayFail(call, refuse(call));
  return call.list((call.entries(args) ?? []).map(([, description]) => valueOf(call, description, request, response)));
};

/** Runs the method and sends what it gives; an error is handed on. */
const apiHandler: Transfer = (call) => {
  const given = argument(call, 0);
  const [controller, response, next, args, successStatus] = ['controller', 'response', 'next', 'validatedArgs', 'successStatus'].map(
    (name) => call.get(given, name),
  ) as [Value, Value, Value, Value, Value];
  const method = call.get(controller, call.text(call.get(given, 'methodName')) ?? '');
  if (!call.isFunction(method)) return;
  const exchange = { request: call.const(undefined), response, next };
  const run = (): void => {
    const result = call.awaited(call.invoke(method, call.elements(args) ?? [], controller));
    const set = call.get(controller, 'statusCode');
    const status = [set, successStatus].find((value) => typeof call.constant(value) === 'number') ?? null;
    for (const value of call.alternatives(result)) {
      const nothing = call.isUndefined(value) || (value.kind === 'const' && value.value === null);
      respond(call, exchange, 'status', [status ?? call.const(nothing ? 204 : 200)]);
      respond(call, exchange, nothing ? 'end' : 'json', nothing ? [] : [value]);
    }
  };
  if (call.catching)
    call.catching(run, (error) => {
      handOn(call, exchange, error);
    });
  else run();
};

/** What the generated code of newer versions calls to take its arguments and to run a method. */
export const templateServiceType: HostType<null> = defineHostType<null>({
  name: 'ExpressTemplateService',
  methods: { getValidatedArgs, apiHandler },
});
