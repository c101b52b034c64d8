import { ANY, type Shape } from '@tool/ir';
import {
  classShape,
  sentClassShape,
  describesMembers,
  enumOf,
  jsonSchemaShape,
  type Call,
  type ObjectValue,
  type Realm,
  type StatedContract,
  type Value,
} from '@tool/scanner-sdk';
import { HTTP_STATUS } from './http-status.js';

/** `ApiOkResponse` is `ApiResponse` with a status. */
const NAMED: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(HTTP_STATUS)
    .filter(([, status]) => status >= 200)
    .map(([name, status]) => [
      `Api${name
        .toLowerCase()
        .split('_')
        .map((word) => word[0]!.toUpperCase() + word.slice(1))
        .join('')}Response`,
      status,
    ]),
);
/** Names that are not those of the status. */
const OTHERS: Readonly<Record<string, number>> = {
  ApiImATeapotResponse: 418,
  ApiRequestTimeoutResponse: 408,
  ApiGatewayTimeoutResponse: 504,
};

interface Said {
  readonly kind: 'answer' | 'body' | 'query' | 'path' | 'header';
  readonly status: number | null;
  readonly options: Value;
}

/** By the function of a method, or by the class. */
const said = new WeakMap<ObjectValue, Said[]>();

const decorating = (realm: Realm, name: string, kind: Said['kind'], status: number | null): Value =>
  realm.fn(name, (given) => {
    const options = given.args[0] ?? given.record({});
    return given.fn(name, (call) => {
      const [target, key] = call.args;
      const own = target && key && !call.isUndefined(key) ? call.get(target, call.text(key) ?? '') : target;
      if (own?.kind !== 'object') return;
      const known = said.get(own);
      const entry: Said = { kind, status, options };
      if (known) known.push(entry);
      else said.set(own, [entry]);
    });
  });

/** Decorators of methods that state contracts. */
export const apiResponses = (realm: Realm): Record<string, Value> => ({
  ...Object.fromEntries(Object.entries({ ...NAMED, ...OTHERS }).map(([name, status]) => [name, decorating(realm, name, 'answer', status)])),
  ApiResponse: decorating(realm, 'ApiResponse', 'answer', null),
  ApiBody: decorating(realm, 'ApiBody', 'body', null),
  ApiQuery: decorating(realm, 'ApiQuery', 'query', null),
  ApiParam: decorating(realm, 'ApiParam', 'path', null),
  ApiHeader: decorating(realm, 'ApiHeader', 'header', null),
  getSchemaPath: realm.fn('getSchemaPath', (call) => call.args[0] ?? call.const(undefined)),
});

/** What options like `{ type, isArray, enum, schema }` say; null when they say nothing of a shape. */
function shapeIn(call: Call, options: Value, of: typeof classShape): Shape | null {
  const schema = call.get(options, 'schema');
  // A schema that refers to classes takes the classes for texts: what it says beside them is known.
  if (schema.kind === 'object') {
    const shape = jsonSchemaShape(call, schema, () => null);
    return saysNothing(shape) ? null : shape;
  }
  const type = call.get(options, 'type');
  const elements = call.elements(type);
  const list = elements !== null || call.truthy(call.get(options, 'isArray')) === true;
  const shape =
    typeShape(call, elements?.[0] ?? type, of) ??
    (call.isUndefined(call.get(options, 'enum')) ? null : enumOf(call, call.get(options, 'enum')));
  return shape && list ? { kind: 'array', items: shape } : shape;
}

/** `{ type: 'object' }` describes nothing that code and types do not know better. */
const saysNothing = (shape: Shape): boolean =>
  shape.kind === 'any' ||
  (shape.kind === 'object' && !shape.properties?.length) ||
  (shape.kind === 'array' && (!shape.items || saysNothing(shape.items)));

function typeShape(call: Call, type: Value, of: typeof classShape): Shape | null {
  const name = call.text(type);
  if (name !== null) return ['string', 'number', 'integer', 'boolean'].includes(name) ? { kind: name as 'string' } : null;
  if (type.kind !== 'object' || !call.isFunction(type)) return null;
  const simple = (['String', 'Number', 'Boolean'] as const).find((each) => call.global?.(each) === type);
  if (simple) return { kind: simple.toLowerCase() as 'string' };
  if (call.global?.('Date') === type) return { kind: 'string', format: 'date-time' };
  return describesMembers(call, type) ? of(call, type) : null;
}

/**
 * What the documentation of a method and its class says; undefined when it says nothing. `status` is what the framework answers where nothing goes
 * wrong; `fixed`: always, so that documentation of another success (`ApiOkResponse` of a POST) can only mean that one.
 */
export function statedBy(
  call: Call,
  cls: ObjectValue,
  fn: Value,
  { status, fixed }: { readonly status: number; readonly fixed: boolean },
): StatedContract | undefined {
  const refinements: StatedContract['refinements'][number][] = [];
  const answers = new Map<number, StatedContract['answers'][number]>();
  for (const entry of [...(said.get(cls) ?? []), ...(fn.kind === 'object' ? (said.get(fn) ?? []) : [])]) {
    const { options } = entry;
    if (options.kind !== 'object') continue;
    const shape = shapeIn(call, options, entry.kind === 'answer' ? sentClassShape : classShape);
    if (entry.kind === 'answer') {
      const written = call.constant(call.get(options, 'status'));
      const claimed = entry.status ?? (written === undefined ? status : typeof written === 'number' ? written : null);
      const number = fixed && claimed !== null && claimed >= 200 && claimed < 300 ? status : claimed;
      if (number !== claimed && answers.has(status)) continue;
      const description = call.text(call.get(options, 'description'));
      if (number !== null)
        answers.set(number, {
          status: number,
          ...(shape && { shape, contentType: 'application/json' }),
          ...(description && { description }),
          source: 'schema',
          documented: true,
        });
      continue;
    }
    if (entry.kind === 'body') {
      if (shape) refinements.push({ part: 'body', path: [], shape, source: 'type' });
      continue;
    }
    const name = call.text(call.get(options, 'name'));
    if (name === null) continue;
    const required = call.truthy(call.get(options, 'required'));
    const isRequired = entry.kind === 'query' && required !== false && !call.isUndefined(call.get(options, 'required'));
    refinements.push({
      part: entry.kind,
      path: [],
      shape: {
        kind: 'object',
        open: true,
        properties: [
          {
            name: entry.kind === 'header' ? name.toLowerCase() : name,
            // Without a type it is the parameter's own.
            shape: shape ?? ANY,
            ...(isRequired && { required: true }),
          },
        ],
      },
      source: 'type',
    });
  }
  return refinements.length + answers.size > 0 ? { refinements, answers: [...answers.values()] } : undefined;
}
