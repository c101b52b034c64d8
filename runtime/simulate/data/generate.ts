import { createHash } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import { BY_FORMAT, namesList, namesNumber, password, rangeByName, textByName } from './by-name.js';
import { isUntyped, typeOf, type Descriptor } from './descriptor.js';
import { createPatternGenerator } from './from-pattern.js';
import { loadFaker } from './load-faker.js';
import { formatOf, itemBounds, patternOf, whatIsWrong } from './satisfies.js';

/** Constraints that no value was found for. The message says which. */
export class UnsatisfiableError extends Error {
  override readonly name = 'UnsatisfiableError';
}

/** Makes data. The same seed and the same calls give the same values. */
export interface Generator {
  /**
   * A value that has everything its descriptor demands.
   * @param name of the field or parameter: it says what a value means
   * @throws UnsatisfiableError
   */
  value(name: string, descriptor: Descriptor): unknown;
  /** All fields, also those that may be left out: more of the server is tried. */
  object(fields: Readonly<Record<string, Descriptor>>): Record<string, unknown>;
  readonly faker: Faker;
}

export type GeneratorFactory = (...purpose: readonly (string | number)[]) => Generator;

/**
 * Generators for one run. Each purpose (an endpoint, a user) has one of its own, whose seed is made of the run's seed and the
 * purpose: what is sent does not depend on the order or on how many requests go at once.
 * @param day dates are relative to it; default: today, UTC
 */
export async function createGenerators(seed: number, day: Date = new Date()): Promise<GeneratorFactory> {
  const fakers = await loadFaker(day);
  return (...purpose) => {
    const own = createHash('sha256')
      .update(JSON.stringify([seed, ...purpose]))
      .digest()
      .readUInt32BE(0);
    return createGenerator(fakers(own));
  };
}

/** Deeper structures are cut: a type may contain itself. */
const DEEPEST = 8;

export function createGenerator(faker: Faker): Generator {
  const fromPattern = createPatternGenerator(faker);

  const value = (name: string, descriptor: Descriptor, depth = 0): unknown => {
    const made = make(name, descriptor, depth);
    const wrong = whatIsWrong(made, descriptor);
    if (wrong !== null) throw new UnsatisfiableError(`no value was found for "${name}": ${JSON.stringify(made)?.slice(0, 80)} ${wrong}`);
    return made;
  };

  const make = (name: string, descriptor: Descriptor, depth: number): unknown => {
    if (descriptor.enum !== undefined) {
      const choices = descriptor.enum.filter((one) => one !== null);
      if (choices.length > 0) return faker.helpers.arrayElement(choices);
      return null;
    }
    // Where nothing is known, what the name says is the best there is.
    if (isUntyped(descriptor) && descriptor.example === undefined && descriptor.default === undefined && namesList(name))
      return list(name.replace(/_?(?:list|array)$/i, ''), descriptor, depth);
    if (isUntyped(descriptor))
      return descriptor.example ?? descriptor.default ?? (namesNumber(name) ? number(name, {}, true) : text(name, {}));
    switch (typeOf(descriptor)) {
      case 'string':
      case 'date':
        return text(name, descriptor);
      case 'integer':
      case 'int':
      case 'bigint':
        return number(name, descriptor, true);
      case 'number':
      case 'float':
      case 'double':
        return number(name, descriptor, false);
      case 'boolean':
        // What the program takes by itself does less than what somebody switches on or off.
        return typeof descriptor.default === 'boolean' ? descriptor.default : faker.datatype.boolean();
      case 'null':
        return null;
      case 'array':
        return list(name, descriptor, depth);
      case 'object':
        return depth >= DEEPEST ? {} : object(descriptor.properties ?? {}, depth + 1);
      default:
        return descriptor.example ?? text(name, { ...descriptor, type: 'string' });
    }
  };

  const number = (name: string, descriptor: Descriptor, integer: boolean): number => {
    const usual = rangeByName(name);
    const { min, max, multipleOf } = descriptor;
    // The usual range, as far as the bounds allow it.
    let low = Math.max(min ?? -Infinity, usual.min);
    let high = Math.min(max ?? Infinity, usual.max);
    if (low > high) {
      low = min ?? (max ?? 0) - 100;
      high = max ?? low + 100;
    }
    const step = multipleOf ?? (integer ? 1 : undefined);
    if (step !== undefined && step > 0) {
      const first = Math.ceil(low / step - 1e-9);
      const last = Math.floor(high / step + 1e-9);
      const factor = first <= last ? faker.number.int({ min: clamp(first), max: clamp(last) }) : nearestMultiple(min, max, step);
      return Number((factor * step).toPrecision(15));
    }
    if (usual.decimals === 0 && Math.ceil(low) <= Math.floor(high))
      return faker.number.int({ min: clamp(Math.ceil(low)), max: clamp(Math.floor(high)) });
    const digits = usual.decimals || 2;
    const rounded = Number(faker.number.float({ min: low, max: high }).toFixed(digits));
    return rounded >= low && rounded <= high ? rounded : low;
  };

  const list = (name: string, descriptor: Descriptor, depth: number): unknown[] => {
    const { least, most } = itemBounds(descriptor);
    const count = depth >= DEEPEST ? least : Math.max(least, Math.min(most, 2));
    const singular = name.replace(/ies$/, 'y').replace(/s$/, '');
    return Array.from({ length: count }, () => value(singular, descriptor.items ?? { type: 'string' }, depth + 1));
  };

  const text = (name: string, descriptor: Descriptor): string => {
    const fits = (candidate: string): boolean => whatIsWrong(candidate, { ...descriptor, type: 'string' }) === null;
    const format = formatOf(descriptor) ?? (typeOf(descriptor) === 'date' ? 'date-time' : undefined);
    const { minLength = 0, maxLength = Infinity } = descriptor;
    const candidates: (() => string | undefined)[] = [
      () => (format === undefined ? undefined : BY_FORMAT[format]?.(faker)),
      () => textByName(faker, name),
      () => (typeof descriptor.example === 'string' ? descriptor.example : undefined),
      () => (typeof descriptor.default === 'string' ? descriptor.default : undefined),
      () => faker.lorem.words(2),
    ];
    for (const candidate of candidates) {
      const made = candidate();
      if (made === undefined) continue;
      if (fits(made)) return made;
      if (descriptor.pattern !== undefined) continue;
      const fitted = format === undefined ? fit(made, minLength, maxLength) : fitFormat(made, format, minLength, maxLength);
      if (fits(fitted)) return fitted;
    }
    const pattern = patternOf(descriptor);
    if (pattern === undefined || pattern === null) return fit('', minLength, maxLength);
    const made = fromPattern(pattern, minLength, maxLength, fits);
    if (made !== undefined) return made;
    if (descriptor.example !== undefined && typeof descriptor.example === 'string') return descriptor.example;
    throw new UnsatisfiableError(
      `no text was found for "${name}" that matches ${descriptor.pattern}${minLength > 0 || maxLength < Infinity ? ` with a length from ${minLength} to ${maxLength}` : ''}`,
    );
  };

  /** Cut, or filled with letters. */
  const fit = (made: string, least: number, most: number): string => {
    const cut = made.slice(0, Math.min(most, made.length)).trim();
    return cut.length >= least ? cut : cut + faker.string.alpha({ length: least - cut.length, casing: 'lower' });
  };

  /** Formats have a part that can be longer or shorter. */
  const fitFormat = (made: string, format: string, least: number, most: number): string => {
    if (format === 'password') return password(faker, Math.max(least, Math.min(most, 12)));
    if (format === 'email') {
      const domain = most < 14 ? '@a.io' : '@example.com';
      const length = Math.max(least - domain.length, Math.min(8, most - domain.length), 1);
      if (length <= 64) return faker.string.alpha({ length, casing: 'lower' }) + domain;
      // The part before the sign has at most 64 letters, and the parts of a domain at most 63: what is more goes there.
      const rest = Math.max(length - 64 - 1, 1);
      const labels = Array.from({ length: rest }, (_each, index) => (index % 50 === 49 && index < rest - 1 ? '.' : 'x')).join('');
      return `${faker.string.alpha({ length: length - 1 - rest, casing: 'lower' })}@${labels}.${domain.slice(1)}`;
    }
    if (format === 'url' || format === 'uri') {
      const short = made.length > most ? 'http://a.io' : made;
      return short.length >= least ? short : `${short}/${faker.string.alpha({ length: least - short.length - 1, casing: 'lower' })}`;
    }
    return made.length < least || made.length > most ? fit(made, least, most) : made;
  };

  const object = (fields: Readonly<Record<string, Descriptor>>, depth = 0): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    for (const [name, descriptor] of Object.entries(fields)) {
      // Structures without end are cut where they may be.
      if (depth >= DEEPEST && descriptor.required !== true) continue;
      Object.defineProperty(made, name, { value: value(name, descriptor, depth), enumerable: true, configurable: true, writable: true });
    }
    return made;
  };

  return { value: (name, descriptor) => value(name, descriptor), object: (fields) => object(fields), faker };
}

const clamp = (bound: number): number => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, bound));

/** A factor whose multiple lies in the bounds, outside the usual range. */
function nearestMultiple(min: number | undefined, max: number | undefined, step: number): number {
  if (min !== undefined) return Math.ceil(min / step - 1e-9);
  return max === undefined ? 1 : Math.floor(max / step + 1e-9);
}
