import { elementsOf, type Endpoint } from '../../../schemas/index.js';
import { typeOf, type Descriptor } from '../data/descriptor.js';
import { formatOf, itemBounds, patternOf, whatIsWrong } from '../data/satisfies.js';
import { withoutValueAt, withValueAt } from '../value-at-path.js';
import { isFile, type RequestParts } from './request-parts.js';

/** A request that breaks one thing and has everything else. */
export interface NegativeCase {
  /** What is broken: `body.email is missing`, `no credential`. */
  readonly name: string;
  /** `input`: a constraint; `credential`: nobody, or nobody known, asks; `ownership`: somebody else asks. */
  readonly kind: 'input' | 'credential' | 'ownership';
  /** Changes the parts of a valid request. */
  readonly break: (parts: RequestParts) => RequestParts;
  /** Whose credential is sent; default: that of the user who may. */
  readonly as?: 'nobody' | 'unknown' | 'other';
}

/**
 * Everything that can be broken in a request, one at a time, as far as the model says what is demanded. A value that breaks two
 * constraints at once would not say which of them the server checks, so such a case is left out.
 */
export function negativeCases(endpoint: Endpoint): NegativeCase[] {
  const cases: NegativeCase[] = [];
  if ((endpoint.security ?? []).some((use) => use.required !== false)) {
    cases.push(
      { name: 'no credential', kind: 'credential', as: 'nobody', break: (parts) => parts },
      { name: 'an unknown credential', kind: 'credential', as: 'unknown', break: (parts) => parts },
    );
    if (endpoint.ownership !== undefined && /[:*]/.test(endpoint.path)) {
      cases.push({
        name: `the credential of another user (${endpoint.ownership.ownerField} must be ${endpoint.ownership.mustMatchAuthClaim})`,
        kind: 'ownership',
        as: 'other',
        break: (parts) => parts,
      });
    }
  }
  const inJson = /[/+]json\b/i.test(endpoint.requestBody?.contentType ?? 'application/json');
  const elements = elementsOf(endpoint);
  if (elements)
    for (const [what, body] of brokenValues({ type: 'array' }, inJson))
      cases.push({ name: `body ${what}`, kind: 'input', break: (parts) => ({ ...parts, body }) });
  for (const [name, descriptor] of Object.entries(elements ? { '0': elements } : (endpoint.requestBody?.fields ?? {})))
    cases.push(...bodyCases(name, descriptor, inJson));
  for (const parameter of endpoint.parameters ?? []) {
    if (parameter.in !== 'query') continue;
    const set =
      (value: unknown) =>
      (parts: RequestParts): RequestParts => ({ ...parts, query: { ...parts.query, [parameter.name]: value } });
    if (parameter.required === true) cases.push({ name: `query ${parameter.name} is missing`, kind: 'input', break: set(undefined) });
    // What is sent in a query is text: only what cannot be read as the type breaks it.
    for (const [what, value] of brokenValues(parameter, false))
      cases.push({ name: `query ${parameter.name} ${what}`, kind: 'input', break: set(value) });
  }
  return cases;
}

function bodyCases(path: string, descriptor: Descriptor, typed: boolean): NegativeCase[] {
  if (isFile(descriptor)) return [];
  const cases: NegativeCase[] = [];
  const set =
    (value: unknown) =>
    (parts: RequestParts): RequestParts => ({ ...parts, body: withValueAt(parts.body, path, value) });
  if (descriptor.required === true)
    cases.push({
      name: `body.${path} is missing`,
      kind: 'input',
      break: (parts) => ({ ...parts, body: withoutValueAt(parts.body, path) }),
    });
  for (const [what, value] of brokenValues(descriptor, typed))
    cases.push({ name: `body.${path} ${what}`, kind: 'input', break: set(value) });
  // A field of an object can be broken only where the object is sent; lists are broken in their first element.
  for (const [name, child] of Object.entries(typeOf(descriptor) === 'object' ? (descriptor.properties ?? {}) : {}))
    cases.push(...bodyCases(`${path}.${name}`, child, typed));
  return cases;
}

/** Values that break exactly one constraint, and what they break. */
function brokenValues(descriptor: Descriptor, typed: boolean): [what: string, value: unknown][] {
  const broken: [string, unknown, Descriptor][] = [];
  const type = typeOf(descriptor);
  const { minLength, maxLength, min, max } = descriptor;
  const known = descriptor.type !== undefined && !/any|unknown/i.test(descriptor.type);
  if (descriptor.enum !== undefined) {
    const value = descriptor.enum.every((one) => typeof one === 'number') ? Math.max(...descriptor.enum.map(Number)) + 1 : 'no-such-value';
    return descriptor.enum.includes(value) ? [] : [['is none of the accepted values', value]];
  }
  switch (type) {
    case 'string': {
      if (typed && known) broken.push(['is an object, not a text', { not: 'a text' }, {}]);
      const format = formatOf(descriptor);
      const free = format === undefined && descriptor.pattern === undefined;
      if (minLength !== undefined && minLength > 0 && free)
        broken.push([`is shorter than ${minLength}`, 'a'.repeat(minLength - 1), without(descriptor, 'minLength')]);
      if (maxLength !== undefined && maxLength < 100_000 && free)
        broken.push([`is longer than ${maxLength}`, 'a'.repeat(maxLength + 1), without(descriptor, 'maxLength')]);
      if (format !== undefined && ['email', 'uuid', 'url', 'uri', 'date', 'date-time', 'ipv4', 'objectid'].includes(format)) {
        const wrong = 'not-valid-'.padEnd(Math.max(minLength ?? 0, 10), 'x').slice(0, maxLength ?? Infinity);
        broken.push([`is no ${format}`, wrong, without(descriptor, 'format')]);
      }
      const pattern = patternOf(descriptor);
      if (pattern) {
        const fitting = ['!', '\u00a7', '-', 'a', '0']
          .map((letter) => letter.repeat(Math.max(minLength ?? 1, 1)))
          .find((text) => !pattern.test(text));
        if (fitting !== undefined) broken.push(['does not match its pattern', fitting, without(descriptor, 'pattern')]);
      }
      break;
    }
    case 'number':
    case 'integer':
    case 'int':
    case 'float':
    case 'double': {
      if (known) broken.push(['is no number', 'not-a-number', {}]);
      if (min !== undefined && Number.isSafeInteger(min - 1)) broken.push([`is less than ${min}`, min - 1, without(descriptor, 'min')]);
      if (max !== undefined && Number.isSafeInteger(max + 1)) broken.push([`is more than ${max}`, max + 1, without(descriptor, 'max')]);
      if (type === 'integer' || type === 'int') {
        const half = (min ?? (max === undefined ? 1 : max - 1)) + 0.5;
        if (max === undefined || half < max) broken.push(['is no integer', half, { ...descriptor, type: 'number' }]);
      }
      break;
    }
    case 'boolean':
      if (known) broken.push(['is no boolean', 'not-a-boolean', {}]);
      break;
    case 'array': {
      if (typed && known) broken.push(['is no list', 'not-a-list', {}]);
      const { least } = itemBounds(descriptor);
      if (typed && least === 1) broken.push(['has no element', [], without(without(without(descriptor, 'minItems'), 'minLength'), 'min')]);
      break;
    }
    case 'object':
      if (typed && known) broken.push(['is no object', 'not-an-object', {}]);
      break;
    default:
  }
  // The rest of the constraints must hold, and this one must not.
  return broken
    .filter(
      ([, value, rest]) => whatIsWrong(value, descriptor) !== null && (Object.keys(rest).length === 0 || whatIsWrong(value, rest) === null),
    )
    .map(([what, value]) => [what, value]);
}

function without(descriptor: Descriptor, key: keyof Descriptor): Descriptor {
  const { [key]: _dropped, ...rest } = descriptor;
  return { type: typeOf(descriptor), ...rest };
}

/** Which statuses reject a request: `4xx`, `400`, `400-422`. */
export function parseExpectedStatuses(text: string): ((status: number) => boolean) | null {
  const tests = text.split(',').map((part): ((status: number) => boolean) | null => {
    const trimmed = part.trim();
    const family = /^([1-5])xx$/i.exec(trimmed);
    if (family) return (status) => Math.floor(status / 100) === Number(family[1]);
    const range = /^([1-5]\d\d)(?:-([1-5]\d\d))?$/.exec(trimmed);
    return range ? (status) => status >= Number(range[1]) && status <= Number(range[2] ?? range[1]) : null;
  });
  return tests.some((one) => one === null) ? null : (status) => tests.some((one) => one!(status));
}
