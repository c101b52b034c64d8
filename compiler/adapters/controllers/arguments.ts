import { parameterShape, type Call, type DeclaredMember, type Value } from '@tool/scanner-sdk';
import type { Shape } from '@tool/ir';

/** What an Express handler is called with; of Koa's context what stands for it, and the context itself. */
export interface Exchange {
  readonly request: Value;
  readonly response: Value;
  readonly next: Value;
  readonly context?: Value;
}

/** What a decorator of a parameter asks for. */
export interface ParameterRule {
  readonly kind:
    | 'body'
    | 'query'
    | 'path'
    | 'header'
    | 'cookie'
    | 'session'
    | 'request'
    | 'response'
    | 'next'
    | 'context'
    | 'state'
    | 'file'
    | 'files'
    | 'user'
    | 'custom';
  /** The name of the member; null: the whole part. */
  readonly name: string | null;
  /** The library refuses a request without it. */
  readonly required?: boolean;
  /** The class that the decorator names instead of the declared type. */
  readonly type?: Value;
  /** What the program computes the argument with. */
  readonly compute?: Value;
}

const MEMBERS = { body: 'body', query: 'query', path: 'params', header: 'headers', cookie: 'cookies', session: 'session' } as const;

/** Errors are noticed where they are thrown: a call of its own, which ends at once. */
export const mayFail = (call: Call, error: Value): void => {
  call.invoke(
    call.fn('refuse', (at) => {
      at.mayThrow?.(error);
    }),
    [],
  );
};

/** How a library treats what it takes from a request. */
export interface Treatment {
  /** Classes with validators are checked, and texts are converted to the declared type, before the method runs. */
  readonly validates: boolean;
  /** So are bodies of any declared type. */
  readonly byType?: boolean;
  /** Whether it leaves missing values alone; undefined: types demand values, not the validators of a class. */
  readonly spares?: boolean;
  /** What is declared to be of a class is made an instance of it, with its methods. */
  readonly instances?: boolean;
  /** What it throws when a value is missing or refused; null: it refuses nothing. */
  readonly refuse: ((call: Call, why: 'missing' | 'invalid', rule: ParameterRule) => Value) | null;
}

/** The argument of a parameter that the request gives: `@Body()`, `@Param('id')`. */
export function argumentOf(
  call: Call,
  exchange: Exchange,
  rule: ParameterRule,
  declared: DeclaredMember | undefined,
  treatment: Treatment,
): Value {
  switch (rule.kind) {
    case 'request':
      return exchange.context ? call.get(exchange.context, 'request') : exchange.request;
    case 'response':
      return exchange.context ? call.get(exchange.context, 'response') : exchange.response;
    case 'context':
      return exchange.context ?? call.const(undefined);
    case 'state':
      return exchange.context ? stateOf(call, exchange.context, rule.name) : call.const(undefined);
    case 'next':
      return exchange.next;
    case 'file':
    case 'files':
      if (rule.name !== null && treatment.refuse) {
        const shape: Shape = rule.kind === 'file' ? { kind: 'file' } : { kind: 'array', items: { kind: 'file' } };
        if (rule.required) mayFail(call, treatment.refuse(call, 'missing', rule));
        const file = { name: rule.name, shape, ...(rule.required && { required: true }) };
        call.refine?.(call.get(exchange.request, 'body'), { kind: 'object', open: true, properties: [file] }, 'validator');
      }
      return call.unknown('an uploaded file');
    case 'user':
    case 'custom':
      return call.unknown('an argument');
    default:
      return taken(call, exchange, rule, rule.kind, declared, treatment);
  }
}

function stateOf(call: Call, context: Value, name: string | null): Value {
  const state = call.get(context, 'state');
  return name === null ? state : call.get(state, name);
}

function taken(
  call: Call,
  { request, context }: Exchange,
  rule: ParameterRule,
  part: keyof typeof MEMBERS,
  declared: DeclaredMember | undefined,
  treatment: Treatment,
): Value {
  const stated =
    rule.type && call.isFunction(rule.type)
      ? { name: '', optional: false, place: call.span, list: declared?.list ?? false, ...declared, cls: rule.type }
      : declared;
  const way = treatment.validates && treatment.spares !== undefined ? (treatment.spares ? 'spared' : 'validated') : undefined;
  const { shape, checked, cls } = parameterShape(call, stated, way);
  const converts =
    treatment.validates &&
    (checked || (rule.name !== null && shape !== undefined && ['number', 'integer', 'boolean'].includes(shape.kind)));
  const source = converts ? 'validator' : 'type';
  const isBody = part === 'body' && rule.name === null && shape?.kind !== 'any';
  if ((converts || (treatment.byType && isBody)) && treatment.refuse) mayFail(call, treatment.refuse(call, 'invalid', rule));
  const whole = call.get(part === 'session' && context ? context : request, MEMBERS[part]);
  if (rule.name === null) {
    const made = part !== 'session' && saysMembers(shape) ? (call.refine?.(whole, shape, source) ?? whole) : whole;
    const objects = call.global?.('Object');
    if (treatment.instances && made !== whole && made.kind === 'object' && cls && !stated!.list && objects)
      call.invoke(call.get(objects, 'setPrototypeOf'), [made, call.get(cls, 'prototype')]);
    return made;
  }
  if (rule.required && treatment.refuse && part !== 'path') {
    mayFail(call, treatment.refuse(call, 'missing', rule));
    const refined =
      call.refine?.(
        whole,
        { kind: 'object', open: true, properties: [{ name: rule.name, shape: shape ?? { kind: 'any' }, required: true }] },
        'validator',
      ) ?? whole;
    return call.get(refined, rule.name);
  }
  const value = call.get(whole, rule.name);
  return shape && part !== 'session' ? (call.refine?.(value, shape, source) ?? value) : value;
}

const saysMembers = (shape: Shape | undefined): shape is Shape =>
  shape !== undefined && (shape.kind === 'array' || (shape.kind === 'object' && (shape.properties?.length ?? 0) > 0));

/** A member decorator's `{ name }` argument as a name; null for the whole part. */
export const memberName = (given: Call, kind: ParameterRule['kind']): string | null => {
  const name = given.args[0] ? given.text(given.args[0]) : null;
  return name === null ? null : kind === 'header' ? name.toLowerCase() : name;
};
