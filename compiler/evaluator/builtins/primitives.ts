import type { Primitive, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { negate, toNumber } from '../language/operators.js';
import { notANumber, withMissing } from '../requests/missing.js';
import { BIGINT, BOOLEAN, INTEGER, NUMBER, STRING, asNumber, shaped } from '../requests/observation.js';
import { testFor } from '../requests/tested.js';
import { UNDEFINED, bool, constant, prop, taintOf, unknown, withTaint, type Obj } from '../values/values.js';
import { link, type Define } from './making.js';

/** The prototypes of the values that are no objects. */
export type PrimitivePrototypes = Readonly<Record<'string' | 'number' | 'boolean' | 'symbol' | 'bigint', Obj>>;

export const prototypeOf = (prototypes: PrimitivePrototypes, value: Primitive): Obj | null =>
  (prototypes as Readonly<Record<string, Obj | undefined>>)[typeof value] ?? null;

/** Numbers, truth values, symbols, big integers, and what is computed of numbers. */
export function primitiveGlobals(evaluator: Evaluator, prototypes: PrimitivePrototypes, define: Define): Record<string, Value> {
  const number = evaluator.native('Number', (ev, _self, args, site) => {
    const value = args.length ? toNumber(args[0]!) : 0;
    return value === null ? asNumber(ev, args[0]!, site) : constant(value, null, args[0]?.kind === 'const' ? args[0].taint : null);
  });
  link(number, prototypes.number);
  for (const name of ['isInteger', 'isFinite', 'isNaN', 'isSafeInteger'] as const)
    define(number, name, (ev, _self, args, site) => {
      const value = args[0] ?? UNDEFINED;
      if (value.kind === 'const') return withTaint(bool(Number[name](value.value)), value.taint);
      if (name === 'isNaN') return withMissing(shaped(BOOLEAN, 'a test of a number'), notANumber(value, true));
      return withMissing(testFor(ev, value, { kind: name === 'isFinite' ? 'number' : 'integer' }, true, site), notANumber(value, false));
    });
  for (const name of [
    'MAX_SAFE_INTEGER',
    'MIN_SAFE_INTEGER',
    'MAX_VALUE',
    'MIN_VALUE',
    'POSITIVE_INFINITY',
    'NEGATIVE_INFINITY',
    'EPSILON',
    'NaN',
  ] as const)
    number.props!.set(name, prop(constant(Number[name])));
  const parse = (name: 'parseInt' | 'parseFloat'): Obj =>
    evaluator.native(name, (ev, _self, args, site) => {
      const text = args[0] ?? UNDEFINED;
      const radix = ev.constantOf(args[1] ?? UNDEFINED);
      if (text.kind !== 'const') return asNumber(ev, text, site, name === 'parseInt');
      return constant(
        name === 'parseInt' ? parseInt(String(text.value), typeof radix === 'number' ? radix : undefined) : parseFloat(String(text.value)),
        null,
        text.taint,
      );
    });
  const parseInteger = parse('parseInt');
  const parseFraction = parse('parseFloat');
  number.props!.set('parseInt', prop(parseInteger));
  number.props!.set('parseFloat', prop(parseFraction));
  for (const name of ['toString', 'toFixed', 'toPrecision', 'toLocaleString'] as const)
    define(prototypes.number, name, (ev, self, args) => {
      const value = ev.constantOf(self),
        arg = args[0] ? ev.constantOf(args[0]) : undefined;
      try {
        return typeof value === 'number' && name !== 'toLocaleString'
          ? constant(value[name](arg as number | undefined))
          : shaped(STRING, 'a number as text');
      } catch {
        return shaped(STRING, 'a number as text');
      }
    });
  define(prototypes.bigint, 'toString', (ev, self, args) => {
    const value = ev.constantOf(self),
      base = args[0] ? ev.constantOf(args[0]) : 10;
    return typeof value === 'bigint' && typeof base === 'number' && base >= 2 && base <= 36
      ? constant(value.toString(base))
      : shaped(STRING, 'a number as text');
  });
  define(prototypes.bigint, 'valueOf', (_ev, self) => self);
  define(prototypes.number, 'valueOf', (_ev, self) => self);

  const boolean = evaluator.native('Boolean', (ev, _self, args) => {
    const truth = ev.truth(args[0] ?? UNDEFINED);
    if (truth.value === null && ev.observer) return negate(ev, negate(ev, args[0]!));
    return truth.value === null ? shaped(BOOLEAN, 'a truth value', null, truth.taint) : constant(truth.value, null, truth.taint);
  });
  link(boolean, prototypes.boolean);
  define(prototypes.boolean, 'toString', (ev, self) => constant(String(ev.constantOf(self))));
  define(prototypes.boolean, 'valueOf', (_ev, self) => self);

  const symbol = evaluator.native('Symbol', (ev, _self, args) => {
    const name = ev.constantOf(args[0] ?? UNDEFINED);
    return constant(Symbol(typeof name === 'string' ? name : 'symbol'));
  });
  define(symbol, 'for', (ev, _self, args) => {
    const name = String(ev.constantOf(args[0] ?? UNDEFINED));
    return constant(Symbol.for(name));
  });
  for (const name of ['iterator', 'asyncIterator', 'toPrimitive', 'toStringTag', 'hasInstance'] as const)
    symbol.props!.set(name, prop(constant(Symbol[name])));
  symbol.props!.set('metadata', prop(constant(Symbol.for('Symbol.metadata'))));
  link(symbol, prototypes.symbol);
  evaluator.defineAccessor(
    prototypes.symbol,
    'description',
    'get',
    evaluator.native('description', (ev, self) => {
      const value = ev.constantOf(self);
      return typeof value === 'symbol' ? constant(value.description) : unknown('a symbol');
    }),
    false,
  );
  define(prototypes.symbol, 'toString', () => shaped(STRING, 'a symbol as text'));
  const bigint = evaluator.native('BigInt', (ev, _self, args) => {
    const value = ev.constantOf(args[0] ?? UNDEFINED);
    try {
      return constant(BigInt(value as number));
    } catch {
      return shaped(BIGINT, 'a big integer');
    }
  });

  const math = evaluator.object();
  for (const name of Object.getOwnPropertyNames(Math)) {
    const member = (Math as unknown as Record<string, unknown>)[name];
    if (typeof member === 'number') (math.props ??= new Map()).set(name, prop(constant(member)));
    else if (name === 'random') define(math, name, () => shaped(NUMBER, 'a random number'));
    else if (typeof member === 'function')
      define(math, name, (_ev, _self, args) => {
        const numbers = args.map(toNumber);
        return numbers.every((value) => value !== null)
          ? constant((member as (...values: number[]) => number)(...numbers))
          : shaped(/^(?:ceil|floor|round|trunc|sign)$/.test(name) ? INTEGER : NUMBER, 'a calculation');
      });
  }

  const globals: Record<string, Value> = {
    Number: number,
    parseInt: parseInteger,
    parseFloat: parseFraction,
    Boolean: boolean,
    Symbol: symbol,
    BigInt: bigint,
    Math: math,
    NaN: constant(NaN),
    Infinity: constant(Infinity),
  };
  for (const name of ['isNaN', 'isFinite'] as const)
    globals[name] = evaluator.native(name, (_ev, _self, args) => {
      const value = toNumber(args[0] ?? UNDEFINED);
      return value === null
        ? withMissing(shaped(BOOLEAN, 'a test of a number'), notANumber(args[0]!, name === 'isNaN', true))
        : withTaint(bool({ isNaN: Number.isNaN, isFinite: Number.isFinite }[name](value)), taintOf(args[0] ?? UNDEFINED));
    });
  return globals;
}
