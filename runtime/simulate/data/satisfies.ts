import { isUntyped, typeOf, type Descriptor } from './descriptor.js';

/** The formats whose values are checked; others are hints. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
  url: /^https?:\/\/[^\s/]+\S*$/i,
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  time: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
  hostname: /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i,
  objectid: /^[\da-f]{24}$/i,
};
const SAME: Readonly<Record<string, string>> = {
  datetime: 'date-time',
  'iso-date-time': 'date-time',
  'uri-reference': 'uri',
  ip: 'ipv4',
  guid: 'uuid',
  mongoid: 'objectid',
  'object-id': 'objectid',
  uuidv4: 'uuid',
};

export const formatOf = (descriptor: Descriptor): string | undefined => {
  const format = descriptor.format?.toLowerCase();
  return format === undefined ? undefined : (SAME[format] ?? format);
};

/** The regular expression of a descriptor; null when JavaScript does not have it. */
export function patternOf(descriptor: Descriptor): RegExp | null | undefined {
  if (descriptor.pattern === undefined) return undefined;
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(descriptor.pattern) ?? [];
  for (const [text, options] of source === undefined
    ? ([
        [descriptor.pattern, 'u'],
        [descriptor.pattern, ''],
      ] as const)
    : ([
        [descriptor.pattern, 'u'],
        [source, flags ?? ''],
      ] as const)) {
    try {
      return new RegExp(text, options);
    } catch {
      /* the next reading */
    }
  }
  return null;
}

/** What is wrong with a value, in words; null when it has everything that its descriptor demands. */
export function whatIsWrong(value: unknown, descriptor: Descriptor): string | null {
  if (value === null) return descriptor.nullable === true || typeOf(descriptor) === 'null' ? null : 'is null';
  if (descriptor.enum !== undefined)
    return descriptor.enum.some((one) => JSON.stringify(one) === JSON.stringify(value)) ? null : 'is none of the accepted values';
  if (isUntyped(descriptor)) return null;
  switch (typeOf(descriptor)) {
    case 'integer':
    case 'int':
    case 'bigint':
      return typeof value === 'number' && Number.isInteger(value) ? numberIsWrong(value, descriptor) : 'is no integer';
    case 'number':
    case 'float':
    case 'double':
      return typeof value === 'number' ? numberIsWrong(value, descriptor) : 'is no number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'is no boolean';
    case 'array':
      return Array.isArray(value) ? arrayIsWrong(value, descriptor) : 'is no list';
    case 'object':
      return typeof value === 'object' && !Array.isArray(value)
        ? objectIsWrong(value as Record<string, unknown>, descriptor)
        : 'is no object';
    case 'string':
    case 'date':
      return typeof value === 'string' ? stringIsWrong(value, descriptor) : 'is no text';
    default:
      return null;
  }
}

function numberIsWrong(value: number, { min, max, multipleOf }: Descriptor): string | null {
  if (min !== undefined && value < min) return `is less than ${min}`;
  if (max !== undefined && value > max) return `is more than ${max}`;
  if (multipleOf !== undefined && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9)
    return `is no multiple of ${multipleOf}`;
  return null;
}

function stringIsWrong(value: string, descriptor: Descriptor): string | null {
  const { minLength, maxLength } = descriptor;
  if (minLength !== undefined && value.length < minLength) return `is shorter than ${minLength}`;
  if (maxLength !== undefined && value.length > maxLength) return `is longer than ${maxLength}`;
  const pattern = patternOf(descriptor);
  if (pattern && !pattern.test(value)) return 'does not match the pattern';
  const format = formatOf(descriptor);
  return format !== undefined && FORMATS[format] !== undefined && !FORMATS[format].test(value) ? `is no ${format}` : null;
}

/** The least and greatest number of elements. Validators of many libraries call both `min` and `max` for lists as for text. */
export const itemBounds = ({ minItems, maxItems, minLength, maxLength, min, max }: Descriptor): { least: number; most: number } => ({
  least: minItems ?? minLength ?? min ?? 0,
  most: maxItems ?? maxLength ?? max ?? Infinity,
});

function arrayIsWrong(value: readonly unknown[], descriptor: Descriptor): string | null {
  const { least, most } = itemBounds(descriptor);
  if (value.length < least) return `has fewer than ${least} elements`;
  if (value.length > most) return `has more than ${most} elements`;
  const { items } = descriptor;
  if (items === undefined) return null;
  for (const [index, element] of value.entries()) {
    const wrong = whatIsWrong(element, items);
    if (wrong !== null) return `${index} ${wrong}`;
  }
  return null;
}

function objectIsWrong(value: Readonly<Record<string, unknown>>, { properties }: Descriptor): string | null {
  for (const [name, descriptor] of Object.entries(properties ?? {})) {
    const wrong = Object.hasOwn(value, name) ? whatIsWrong(value[name], descriptor) : descriptor.required === true ? 'is missing' : null;
    if (wrong !== null) return `${name} ${wrong}`;
  }
  return null;
}
