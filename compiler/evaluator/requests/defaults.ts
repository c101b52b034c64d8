import { ANY, type Shape } from '@tool/ir';
import type { Const, Trace, Unknown, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { noteNarrowed } from '../values/held-members.js';
import { Obj, oneOf, type Site } from '../values/values.js';
import { isStored } from './kept-state.js';
import { nameOfTrace } from './missing.js';
import { BOOLEAN, NUMBER, STRING, perhapsMissing } from './observation.js';

/** `value || fallback`, `{ value = fallback }`: what stands in for a value of the request is its default. */
export function defaulted(evaluator: Evaluator, value: Unknown, fallback: Value, site: Site): Value {
  // `locals.code || status`, where that is `locals.status || 200`.
  const standIn =
    fallback.kind === 'const'
      ? fallback.value
      : fallback.kind === 'unknown' && [value, fallback].every(({ trace }) => trace?.part === 'context')
        ? fallback.instead
        : undefined;
  const literal = typeof standIn === 'string' || typeof standIn === 'number' || typeof standIn === 'boolean' ? standIn : undefined;
  // Where it is taken it is there.
  const isDefault = !isStored(fallback);
  // `const { tags = [] } = body`
  if (value.trace?.part === 'body' && !value.trace.derived && !value.shape && isEmptyList(fallback)) {
    const shape: Shape = { kind: 'array', items: ANY };
    evaluator.observer?.typed(value.trace, shape, 'code', site);
    return oneOf([noteNarrowed({ ...value, shape }, value), fallback], 'a default');
  }
  if (value.trace && !value.trace.derived) evaluator.observer?.askedFor(value.trace, site.node);
  if (literal === undefined) return oneOf([perhapsMissing.has(value) ? { ...value } : value, fallback], 'a default');
  const kind = { string: STRING, number: NUMBER, boolean: BOOLEAN }[typeof literal as 'string'];
  if (!value.trace) return oneOf([value.shape || value.provenance ? value : { ...value, shape: kind }, fallback], 'a default');
  // The values of a query are texts: what stands in for one that was made a number is a number.
  const shape =
    value.shape ?? (value.trace.part === 'query' || value.trace.part === 'path' || value.trace.part === 'header' ? undefined : kind);
  // What stands in for a parameter of the path stands where there is none: one that is there is a text.
  const mayBeOfKind = value.trace.part !== 'path' || shape !== undefined || typeof literal === 'string';
  if (mayBeOfKind && literal !== '' && (typeof literal !== 'number' || Number.isFinite(literal)))
    evaluator.observer?.typed(
      { part: value.trace.part, path: value.trace.path },
      { ...(shape ?? { kind: typeof literal as 'string' }), ...(isDefault && { default: literal }) },
      'code',
      site,
    );
  if (!isDefault) return oneOf([value, fallback], 'what is stored');
  return { ...value, ...(shape && { shape }), instead: literal };
}

const isEmptyList = (value: Value | undefined): boolean => value instanceof Obj && value.elements?.length === 0 && !value.open;

/** `value ? parseInt(value) : fallback`: a constant that is taken where the value is missing is its default, as long as it is one of what is taken else. */
export function noteStandIn({ observer }: Evaluator, asked: Trace, given: Value | undefined, standIn: Value | undefined, site: Site): void {
  // `order === 'desc' ? 'desc' : 'asc'`
  const isText = (value: Value | undefined): value is Const =>
    value?.kind === 'const' && typeof value.value === 'string' && value.value !== '';
  if (asked.part === 'query' && isText(given) && isText(standIn) && !isStored(standIn))
    observer?.typed({ part: 'query', path: asked.path }, { kind: 'string', default: standIn.value as string }, 'code', site);
  if (given?.kind !== 'unknown' || !given.trace || (asked.part !== 'query' && asked.part !== 'body')) return;
  // `Array.isArray(tags) ? tags : []`
  if (given.shape?.kind === 'array' && isEmptyList(standIn) && nameOfTrace(given.trace) === nameOfTrace(asked))
    observer?.typed({ part: asked.part, path: asked.path }, given.shape, 'code', site);
  if (standIn?.kind !== 'const') return;
  const { value } = standIn;
  const type = typeof value;
  const isOne = type === 'string' ? value !== '' : type === 'number' ? Number.isFinite(value) : type === 'boolean';
  const kind = given.shape?.kind === 'integer' ? 'number' : (given.shape?.kind ?? (given.trace.derived ? undefined : type));
  if (isOne && kind === type && nameOfTrace(given.trace) === nameOfTrace(asked))
    observer?.typed(
      { part: asked.part, path: asked.path },
      { kind: given.shape?.kind ?? (type as 'string'), ...(!isStored(standIn) && { default: value as string }) },
      'code',
      site,
    );
}
