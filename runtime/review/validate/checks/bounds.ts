import type { FieldDescriptor, Parameter } from '../../../../schemas/index.js';
import { endpointKey, sameJson } from '../../../store/index.js';
import { pointerTo, type Check, type Finding } from '../finding.js';

/** No value is asked for that cannot exist. */
export const bounds: Check = ({ endpoints }, report) => {
  for (const [index, endpoint] of endpoints.entries()) {
    const key = endpointKey(endpoint);
    for (const [position, parameter] of (endpoint.parameters ?? []).entries())
      value(
        parameter,
        `${parameter.in} parameter "${parameter.name}" of ${key}`,
        pointerTo('endpoints', index, 'parameters', position),
        report,
      );
    for (const [name, field] of Object.entries(endpoint.requestBody?.fields ?? {}))
      value(field, `body field "${name}" of ${key}`, pointerTo('endpoints', index, 'requestBody', 'fields', name), report);
    if (endpoint.requestBody?.items)
      value(endpoint.requestBody.items, `elements of the body of ${key}`, pointerTo('endpoints', index, 'requestBody', 'items'), report);
    if (endpoint.rateLimit?.max === 0)
      report({
        code: 'impossible-bounds',
        severity: 'warning',
        pointer: pointerTo('endpoints', index, 'rateLimit', 'max'),
        message: `The rate limit of ${key} lets no request through.`,
        help: 'Correct "max".',
      });
  }
};

function value(one: FieldDescriptor & Partial<Parameter>, what: string, at: string, report: (finding: Finding) => void): void {
  const wrong = (field: string, message: string, help: string): void => {
    report({ code: 'impossible-bounds', severity: 'error', pointer: `${at}/${field}`, message: `The ${what} ${message}.`, help });
  };
  const { minLength, maxLength, min, max, pattern } = one;
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    wrong('minLength', `must have at least ${minLength} and at most ${maxLength} characters`, 'Swap or correct them.');
  if (min !== undefined && max !== undefined && min > max)
    wrong('min', `must be at least ${min} and at most ${max}`, 'Swap or correct them.');
  if (one.enum?.length === 0) wrong('enum', 'has no value that is accepted', 'Name the values, or remove "enum".');
  const texts = one.enum?.filter((choice) => typeof choice === 'string') ?? [];
  if (
    texts.length > 0 &&
    texts.length === one.enum?.length &&
    texts.every((choice) => choice.length < (minLength ?? 0) || choice.length > (maxLength ?? Infinity))
  )
    wrong('enum', 'accepts only values that its length forbids', 'Correct "enum" or the length.');
  if (pattern !== undefined && !compiles(pattern))
    wrong('pattern', `has a pattern that is no regular expression: ${pattern}`, 'Correct it.');
  const standard = one.default;
  if (standard !== undefined && standard !== null) {
    if (one.enum !== undefined && !one.enum.some((choice) => sameJson(choice, standard)))
      wrong('default', `has a default that it does not accept: ${JSON.stringify(standard)}`, 'Correct "default" or "enum".');
    if (typeof standard === 'number' && (standard < (min ?? -Infinity) || standard > (max ?? Infinity)))
      wrong('default', `has the default ${standard}, outside its bounds`, 'Correct "default" or the bounds.');
  }
  if (one.items) value(one.items, `elements of the ${what}`, `${at}/items`, report);
  for (const [name, field] of Object.entries(one.properties ?? {}))
    value(field, `property "${name}" of the ${what}`, `${at}/properties${pointerTo(name)}`, report);
}

/** Patterns come from many engines: what any mode of JavaScript takes is one. */
function compiles(pattern: string): boolean {
  for (const flags of ['', 'u', 'v']) {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      /* the next mode */
    }
  }
  return false;
}
