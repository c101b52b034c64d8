import type { Shape } from '@tool/ir';
import { httpError, type Call, type Value } from '@tool/scanner-sdk';

const TYPES: Readonly<Record<string, Shape>> = {
  string: { kind: 'string' },
  password: { kind: 'string', minLength: 6 },
  email: { kind: 'string', format: 'email' },
  url: { kind: 'string', format: 'uri' },
  id: { kind: 'string', pattern: '^\\d+$' },
  date: { kind: 'string', format: 'date' },
  dateTime: { kind: 'string' },
  datetime: { kind: 'string' },
  int: { kind: 'integer' },
  integer: { kind: 'integer' },
  number: { kind: 'number' },
  bool: { kind: 'boolean' },
  boolean: { kind: 'boolean' },
};

/** The rule of one member, as the package `parameter` reads it: a type (`'int?'`), a list of values, an expression, or all of these in a record. */
function memberOf(call: Call, rule: Value): { readonly shape: Shape; readonly required: boolean } {
  const text = call.text(rule);
  if (text !== null) {
    const required = !text.endsWith('?');
    return { shape: typed(call, text.replace(/\?$/, ''), () => call.const(undefined), required), required };
  }
  if (rule.kind !== 'object') return { shape: { kind: 'any' }, required: false };
  const listed = call.elements(rule);
  if (listed) return { shape: oneOfThese(call, listed), required: true };
  const pattern = call.pattern(rule);
  if (pattern) return { shape: { kind: 'string', pattern: pattern.source }, required: true };
  const member = (name: string): Value => call.get(rule, name);
  const isGiven = (name: string): boolean => !call.isUndefined(member(name));
  const stated = call.text(member('type')) ?? (isGiven('values') ? 'enum' : 'string');
  const required = !stated.endsWith('?') && call.truthy(isGiven('required') ? member('required') : call.const(true)) !== false;
  return { shape: typed(call, stated.replace(/\?$/, ''), member, required), required };
}

function typed(call: Call, type: string, member: (name: string) => Value, required: boolean): Shape {
  const number = (name: string): number | undefined => {
    const value = call.constant(member(name));
    return typeof value === 'number' ? value : undefined;
  };
  if (type === 'enum') return oneOfThese(call, call.elements(member('values')) ?? []);
  if (type === 'object') return rulesShape(call, member('rule'));
  const [min, max] = [number('min'), number('max')];
  if (type === 'array') {
    const items =
      call.text(member('itemType')) === 'object' ? rulesShape(call, member('rule')) : TYPES[call.text(member('itemType')) ?? ''];
    return { kind: 'array', ...(items && { items }) };
  }
  const shape = TYPES[type];
  if (!shape) return { kind: 'any' };
  if (shape.kind !== 'string') return { ...shape, ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  const pattern = call.pattern(member('format'));
  const mayBeEmpty = !required || ['allowEmpty', 'empty'].some((name) => call.truthy(member(name)) !== false);
  const least = min ?? (type === 'string' && !mayBeEmpty ? 1 : undefined);
  return {
    ...shape,
    ...(least !== undefined && { minLength: least }),
    ...(max !== undefined && { maxLength: max }),
    ...(pattern && { pattern: pattern.source }),
  };
}

function oneOfThese(call: Call, values: readonly Value[]): Shape {
  const known = values.map((value) => call.constant(value));
  return known.length > 0 && known.every((value) => typeof value === 'string') ? { kind: 'string', enum: known } : { kind: 'any' };
}

function rulesShape(call: Call, rules: Value): Shape {
  const entries = rules.kind === 'object' ? call.entries(rules) : null;
  if (!entries) return { kind: 'object' };
  return { kind: 'object', properties: entries.map(([name, rule]) => ({ name, ...memberOf(call, rule) })) };
}

/** `ctx.verifyParams(rules, values?)` of koa-parameter: by itself it looks at the parameters of path, query and body together; it throws 422. */
export const verifyParams =
  (context: Value) =>
  (call: Call): void => {
    const [rules, given] = call.args;
    if (!rules) return;
    const request = call.get(context, 'request');
    const assign = call.get(call.global?.('Object') ?? call.const(undefined), 'assign');
    const values =
      given && !call.isUndefined(given)
        ? given
        : call.invoke(assign, [call.record({}), call.get(context, 'params'), call.get(context, 'query'), call.get(request, 'body')]);
    call.mayThrow?.(httpError(call, 422, 'Validation Failed', 'UnprocessableEntityError'));
    call.refine?.(values, rulesShape(call, rules), 'validator');
  };
