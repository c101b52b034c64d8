import { unionOf, type Shape } from '@tool/ir';
import type { Condition, Trace, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { traceOf } from './observation.js';
import { ABSENT, type Obj, type Site } from '../values/values.js';

/** A value of the request that has to look like this: where it does not, an error is thrown. */
export interface Wanted {
  readonly trace: Pick<Trace, 'part' | 'path'>;
  readonly shape: Shape;
  readonly required: boolean;
  readonly site: Site;
}

const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'enum', 'format', 'minItems', 'maxItems'] as const;
const isBounded = (shape: Shape): boolean =>
  BOUNDS.some((key) => shape[key] !== undefined) || (shape.kind === 'union' && shape.alternatives!.some(isBounded));

/** What the conditions of an error say of values that come in with the request; of what the program made of them, or put beside them, nothing. */
export const wantedAmong = (evaluator: Evaluator, conditions: readonly Condition[], site: Site): readonly Wanted[] =>
  new Collector(evaluator, site).all(conditions);

class Collector {
  private readonly found: Wanted[] = [];
  constructor(
    private readonly evaluator: Evaluator,
    private readonly site: Site,
  ) {}

  all(conditions: readonly Condition[]): readonly Wanted[] {
    for (const { value, shape, required } of conditions) this.value(value, shape, required === true);
    return this.found;
  }

  private value(value: Value, shape: Shape, required: boolean): void {
    if (value.kind === 'oneOf') {
      this.oneOf(value.values, shape, required);
      return;
    }
    const trace = traceOf(value);
    if (trace) {
      if (!trace.derived && trace.part !== 'context') this.incoming(trace, shape, required);
      return;
    }
    if (value.kind !== 'object') return;
    const own = value as Obj;
    if (own.elements) {
      if (shape.kind === 'array' && shape.items) for (const element of own.elements) this.value(element, shape.items, false);
      return;
    }
    if (shape.kind === 'object')
      for (const property of shape.properties ?? []) this.member(own, property.name, property.shape, property.required === true);
  }

  /** One value on several ways; where it may be left out, or replaced, nothing demands it. */
  private oneOf(values: readonly Value[], shape: Shape, required: boolean): void {
    const given = values.filter((each) => each !== ABSENT && !(each.kind === 'const' && each.value == null));
    const [first] = given;
    if (first === undefined || traceOf(first) === null) return;
    const key = traceOf(first)!.path.join('\0');
    if (given.every((each) => traceOf(each)?.path.join('\0') === key)) this.value(first, shape, required && given.length === values.length);
  }

  private member(record: Obj, name: string, shape: Shape, required: boolean): void {
    const { context, node } = this.evaluator.builtins.nowhere;
    if (record.props?.has(name)) {
      this.value(this.evaluator.get(record, name, context, node), shape, required);
      return;
    }
    const rest = record.rest && traceOf(record.rest);
    if (rest && !rest.derived) this.incoming({ part: rest.part, path: [...rest.path, name] }, shape, required);
  }

  private incoming(trace: Pick<Trace, 'part' | 'path'>, shape: Shape, required: boolean): void {
    const inner = (name: string): Pick<Trace, 'part' | 'path'> => ({ part: trace.part, path: [...trace.path, name] });
    const held = trace.path.length > 0 ? this.evaluator.observer?.held({ ...trace }) : undefined;
    if (held) {
      // Where it is replaced in an arm only, it is one of what stands there itself.
      const ways = held.kind === 'oneOf' ? held.values : [held];
      if (ways.every((each) => traceOf(each)?.path.join('\0') !== trace.path.join('\0'))) this.value(held, shape, false);
      return;
    }
    if (trace.path.length > 0 && (required || isBounded(shape)))
      this.found.push({ trace, shape: boundsOf(shape), required, site: this.site });
    if (shape.kind === 'object')
      for (const property of shape.properties ?? []) this.incoming(inner(property.name), property.shape, property.required === true);
    if (shape.kind === 'array' && shape.items) this.incoming(inner('0'), shape.items, false);
  }
}

const boundsOf = (shape: Shape): Shape =>
  shape.kind === 'union'
    ? unionOf(shape.alternatives!.map(boundsOf))
    : { kind: shape.kind, ...Object.fromEntries(BOUNDS.filter((key) => shape[key] !== undefined).map((key) => [key, shape[key]])) };
