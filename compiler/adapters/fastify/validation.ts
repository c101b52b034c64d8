import type { RequestPart, Shape, ShapeProperty } from '@tool/ir';
import { errorValue, meaningOf, type Call, type Observation, type StatedContract, type Value } from '@tool/scanner-sdk';
import type { InstanceData } from './instance-data.js';

/** How values of a part arrive: as JSON, as one text, or as a text or several. */
type Arrival = 'json' | 'text' | 'texts';
const ARRIVAL: Readonly<Partial<Record<RequestPart, Arrival>>> = { body: 'json', query: 'texts', path: 'text', header: 'text' };

/** A header that every request of HTTP/1.1 has. */
const ALWAYS_SENT: ReadonlySet<string> = new Set(['host']);

/**
 * Whether a request may be refused by the schema of a part, as Fastify's validator does it: it coerces texts to the type that is asked for and
 * single values to lists, fills in defaults, and removes what is not described instead of refusing it.
 */
export function mayRefuse(part: RequestPart, shape: Shape): boolean {
  const arrival = ARRIVAL[part];
  if (arrival === undefined) return false;
  if (part === 'body') return refuses(shape, arrival);
  if (shape.kind === 'union') return (shape.alternatives ?? []).every((alternative) => mayRefuse(part, alternative));
  return (shape.properties ?? []).some(
    (property) => (property.required === true && canBeMissing(property, part)) || refuses(property.shape, arrival),
  );
}

/** A path parameter is there whenever its route is reached. */
const canBeMissing = ({ name, shape }: ShapeProperty, part: RequestPart): boolean =>
  shape.default === undefined && part !== 'path' && !(part === 'header' && ALWAYS_SENT.has(name.toLowerCase()));

function refuses(shape: Shape, arrival: Arrival): boolean {
  if (shape.kind === 'any' || shape.kind === 'file') return false;
  if (shape.kind === 'union') return (shape.alternatives ?? []).every((alternative) => refuses(alternative, arrival));
  if (shape.enum || arrival === 'json') return true;
  if (shape.kind === 'array')
    return (
      (shape.minItems ?? 0) > 1 ||
      (arrival === 'texts' && shape.maxItems !== undefined) ||
      (shape.items !== undefined && refuses(shape.items, 'text'))
    );
  return (
    shape.kind !== 'string' ||
    arrival === 'texts' ||
    (shape.minLength ?? 0) > 0 ||
    shape.maxLength !== undefined ||
    shape.pattern !== undefined ||
    shape.format !== undefined
  );
}

/** What Fastify's validator asks for: what has a default is filled in before it is missed. */
export function filled(shape: Shape): Shape {
  const { properties, items } = shape;
  if (!properties && !items) return shape;
  return {
    ...shape,
    ...(properties && {
      properties: properties.map((property) => {
        const { required: _filled, ...rest } = property;
        return { ...(property.shape.default === undefined ? property : rest), shape: filled(property.shape) };
      }),
    }),
    ...(items && { items: filled(items) }),
  };
}

/** What Fastify throws then, before the handler runs: it goes through the program's handlers of errors. */
export const validationError = (call: Call): Value => {
  const text = (what: string): Value => call.typed?.({ kind: 'string' }, what) ?? call.unknown(what);
  const members = {
    statusCode: call.const(400),
    code: call.const('FST_ERR_VALIDATION'),
    validation: call.typed?.(COMPLAINTS, 'what is wrong with the request') ?? call.list([]),
    validationContext: text('a part of a request'),
  };
  return errorValue(call, 'Error', text('what is wrong with the request'), members);
};

const COMPLAINTS: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    properties: ['keyword', 'instancePath', 'schemaPath', 'params', 'message'].map((name) => ({
      name,
      shape: name === 'params' ? { kind: 'object', open: true } : { kind: 'string' },
      required: true,
    })),
  },
};

/** The compiler of validators that a route has: its own, or that of the nearest instance around it. Null: Fastify's. */
export function validatorOf(call: Call, data: InstanceData, options: Value | null): Value | null {
  const own = options?.kind === 'object' ? call.get(options, 'validatorCompiler') : call.const(undefined);
  if (!call.isUndefined(own)) return own;
  for (let at: InstanceData | null = data; at; at = at.parent) {
    const set = data.boot.validators.get(at.router);
    if (set) return set;
  }
  return null;
}

/** The errors with which the validation of a route may refuse a request; asked when everything is registered. */
export function refusalsOf(
  call: Call,
  seen: Observation,
  data: InstanceData,
  options: Value | null,
  contract: StatedContract | undefined,
): readonly Value[] {
  if (!contract || options?.kind !== 'object' || call.truthy(call.get(options, 'attachValidation')) === true) return [];
  const schema = call.get(options, 'schema');
  const validator = validatorOf(call, data, options);
  // A member of which nobody sees the schema is hardly there for nothing.
  const hasUnseen = (part: RequestPart): boolean =>
    (MEMBERS[part] ?? []).some((name) => {
      const own = call.get(schema, name);
      const members = own.kind === 'object' ? call.get(own, 'properties') : own;
      return members.kind === 'object' && (call.knownEntries?.(members) ?? []).some(([, member]) => member.kind === 'unknown');
    });
  const refusing = contract.refinements.filter(
    ({ part, shape, source }) => source === 'schema' && (mayRefuse(part, shape) || hasUnseen(part)),
  );
  if (validator === null || !call.isFunction(validator)) return refusing.length > 0 ? [validationError(call)] : [];
  return refusing.flatMap(({ part }) =>
    (MEMBERS[part] ?? []).flatMap((name) => {
      const own = call.get(schema, name);
      return call.isUndefined(own) ? [] : refusalsBy(call, validator, own, name, seen.incoming(part));
    }),
  );
}

/**
 * What a validator that the program compiles refuses a part with: it gives `false`, or a record with an error. Of one that nobody can see into it is known
 * for schemas of libraries only, which mean the same everywhere.
 */
function refusalsBy(call: Call, compiler: Value, schema: Value, httpPart: string, value: Value): readonly Value[] {
  const validate = call.invoke(compiler, [call.record({ schema, httpPart: call.const(httpPart) })]);
  const verdicts = call.isFunction(validate) ? call.alternatives(call.awaited(call.invoke(validate, [value]))) : [validate];
  return verdicts.flatMap((verdict): readonly Value[] => {
    if (verdict.kind === 'unknown') return meaningOf(schema) === null ? [] : [validationError(call)];
    if (verdict.kind !== 'object') return call.constant(verdict) === false ? [validationError(call)] : [];
    return call.alternatives(call.get(verdict, 'error')).flatMap((error) => {
      if (error.kind !== 'object') return error.kind === 'unknown' ? [validationError(call)] : [];
      if (call.isUndefined(call.get(error, 'statusCode'))) call.set(error, 'statusCode', call.const(400));
      return [error];
    });
  });
}

const MEMBERS: Readonly<Partial<Record<RequestPart, readonly string[]>>> = {
  body: ['body'],
  query: ['querystring', 'query'],
  path: ['params'],
  header: ['headers'],
};
