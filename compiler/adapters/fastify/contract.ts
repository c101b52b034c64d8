import { memberShape, unionOf, type RequestPart, type Shape } from '@tool/ir';
import { isAbsent, jsonSchemaShape, meaningOf, type Call, type StatedContract, type Value } from '@tool/scanner-sdk';
import type { InstanceData } from './instance-data.js';
import { filled, validatorOf } from './validation.js';

const PARTS = [
  ['body', 'body'],
  ['querystring', 'query'],
  ['query', 'query'],
  ['params', 'path'],
  ['headers', 'header'],
] as const;
/** Words that make a record a schema; without any of them Fastify 4 takes it for the properties of one. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'properties',
  '$ref',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'enum',
  'const',
  'items',
  '$id',
  'if',
  'patternProperties',
  'additionalProperties',
  'required',
  'content',
  'description',
  'nullable',
]);

const GENERIC = [
  ['Body', 'body'],
  ['Querystring', 'query'],
  ['Params', 'path'],
  ['Headers', 'header'],
] as const;

/** What the members of Fastify's route generic (`{ Body: …; Querystring: … }`) say of the parts of a request. */
export const genericParts = (generic: Shape | undefined): readonly { readonly part: RequestPart; readonly shape: Shape }[] =>
  GENERIC.flatMap(([name, part]) => {
    const shape = generic && memberShape(generic, name);
    return shape && (shape.properties?.length ?? 0) + (shape.alternatives?.length ?? 0) > 0 ? [{ part, shape }] : [];
  });

/** Until version 5 a record without any word of a schema is the properties of one. */
const takesProperties = (call: Call): boolean => Number(/\d+/.exec(call.packageVersion?.('fastify') ?? '')?.[0] ?? 4) < 5;

/** What a registration says of its route: by a schema, and by type arguments (`app.get<{ Body: … }>(…)`). */
export function contractOf(call: Call, data: InstanceData, options: Value | null): StatedContract | undefined {
  const stated = schemaContract(call, data, options);
  const typed = genericParts(call.typeArguments?.()[0]?.()).map(({ part, shape }) => ({ part, path: [], shape, source: 'type' as const }));
  const config = configOf(call, options);
  return typed.length === 0 && config === undefined
    ? stated
    : {
        ...stated,
        refinements: [...(stated?.refinements ?? []), ...typed],
        answers: stated?.answers ?? [],
        ...(config !== undefined && { config }),
      };
}

/** What hooks find in `request.routeOptions.config`; undefined where the route states nothing for them. */
function configOf(call: Call, options: Value | null): StatedContract['config'] {
  if (options === null || isAbsent(options)) return undefined;
  const config = options.kind === 'object' ? call.get(options, 'config') : options;
  if (call.isUndefined(config)) return undefined;
  const entries = config.kind === 'object' && !call.isOpen(config) ? call.entries(config) : null;
  // What is configured may be something else elsewhere.
  const isKnown = (value: Value): boolean => (value.kind === 'const' ? value.taint === null : !call.isOpen(value));
  return (
    entries &&
    Object.fromEntries(
      entries.flatMap(([key, value]) => {
        const found = call.alternatives(value).map((each) => (isKnown(each) ? call.json(each) : undefined));
        return isKnown(value) && call.isUndefined(value) ? [] : [[key, found.every((each) => each !== undefined) ? found : []]];
      }),
    )
  );
}

/** What the `schema` among a route's options says of requests and answers; undefined without one. */
function schemaContract(call: Call, data: InstanceData, options: Value | null): StatedContract | undefined {
  if (options?.kind !== 'object') return undefined;
  const limit = data.boot.limitsEveryRoute ? call.json(call.get(call.get(options, 'config'), 'rateLimit')) : undefined;
  const rateLimit = limit !== undefined && limit !== null ? { rateLimit: limit } : {};
  const schema = call.get(options, 'schema');
  if (schema.kind !== 'object') return limit !== undefined && limit !== null ? { refinements: [], answers: [], ...rateLimit } : undefined;
  const refinements: StatedContract['refinements'][number][] = [];
  for (const [key, part] of PARTS) {
    const value = call.get(schema, key);
    if (call.isUndefined(value)) continue;
    const stated = unionOf(describedBy(call, value).map((each) => shapeOf(call, data, each)));
    const shape = validatorOf(call, data, options) === null ? filled(stated) : stated;
    if (shape.kind !== 'any') refinements.push({ part, path: [], shape, source: 'schema' });
  }
  const answers: StatedContract['answers'][number][] = [];
  const response = call.get(schema, 'response');
  for (const [key, value] of response.kind === 'object' ? (call.knownEntries?.(response) ?? []) : []) {
    if (!/^(?:[1-5](?:\d\d|xx)|default)$/i.test(key)) continue;
    const status = /^\d+$/.test(key) ? { status: Number(key) } : { status: null, statusClass: Number(/^\d/.exec(key)?.[0] ?? 0) };
    const content = value.kind === 'object' && !meaningOf(value) ? call.get(value, 'content') : null;
    const described = value.kind === 'object' && !meaningOf(value) ? call.text(call.get(value, 'description')) : null;
    if (content?.kind === 'object') {
      for (const [contentType, media] of call.knownEntries?.(content) ?? [])
        answers.push({
          ...status,
          contentType,
          shape: shapeOf(call, data, call.get(media, 'schema')),
          ...(described !== null && { description: described }),
          source: 'schema',
        });
      continue;
    }
    const shape = shapeOf(call, data, value, ofSchemas(call, value));
    const plain = shape.kind === 'null' || shape.kind === 'any';
    answers.push({
      ...status,
      ...(!plain && { shape, contentType: shape.kind === 'string' ? 'text/plain' : 'application/json' }),
      ...(described !== null && { description: described }),
      source: 'schema',
    });
  }
  return refinements.length + answers.length > 0 || 'rateLimit' in rateLimit ? { refinements, answers, ...rateLimit } : undefined;
}

/** The schemas of a part: of a body there may be one for each content type. */
function describedBy(call: Call, value: Value): readonly Value[] {
  const content = value.kind === 'object' && !meaningOf(value) ? call.get(value, 'content') : null;
  const media = content?.kind === 'object' ? (call.knownEntries?.(content) ?? []) : [];
  return media.length > 0 ? media.map(([, each]) => call.get(each, 'schema')) : [value];
}

/** How a route's schema says that its body is sent: `consumes`, or a schema for one content type. Null where it says nothing, or JSON as well. */
export function encodingOf(call: Call, options: Value | null): string | null {
  const schema = options?.kind === 'object' ? call.get(options, 'schema') : null;
  if (schema?.kind !== 'object') return null;
  const [consumes, body] = [call.get(schema, 'consumes'), call.get(schema, 'body')];
  const content = body.kind === 'object' && !meaningOf(body) ? call.get(body, 'content') : null;
  const types =
    consumes.kind === 'object'
      ? (call.elements(consumes) ?? []).map((one) => call.text(one))
      : content?.kind === 'object'
        ? (call.knownEntries?.(content) ?? []).map(([type]) => type)
        : [];
  return types.some((type) => type === null || /json/.test(type)) ? null : (types[0] ?? null);
}

/** A record of schemas says which members an answer has, also where the serializer writes what it is given. */
function ofSchemas(call: Call, value: Value): boolean {
  const entriesOf = (each: Value): readonly (readonly [string, Value])[] =>
    each.kind === 'object' ? (call.knownEntries?.(each) ?? []) : [];
  const entries = entriesOf(value);
  return (
    entries.length > 0 && entries.every(([, each]) => meaningOf(each) !== null || entriesOf(each).some(([name]) => KEYWORDS.has(name)))
  );
}

function shapeOf(call: Call, data: InstanceData, value: Value, areProperties = false): Shape {
  // A reference to a part of a document asks for the document alone: the part is looked for in it.
  const resolve = (reference: string): Value | null => data.boot.schemas.get(reference.replace(/#$/, '')) ?? null;
  const isSchema =
    value.kind !== 'object' ||
    !(areProperties || takesProperties(call)) ||
    meaningOf(value) !== null ||
    (call.knownEntries?.(value) ?? []).some(([name]) => KEYWORDS.has(name));
  return jsonSchemaShape(call, isSchema ? value : call.record({ type: call.const('object'), properties: value }), resolve);
}
