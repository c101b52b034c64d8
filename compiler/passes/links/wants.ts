import type { Behaviour, DataUse, Endpoint, EndpointSet, Evidence, Shape } from '@tool/ir';
import { fieldsOf, isScalar, namesIn } from './fields.js';
import { isKey } from './nouns.js';

/** A value of a request that may be one that another endpoint gave. */
export interface Want {
  readonly endpoint: Endpoint;
  readonly part: 'path' | 'query' | 'header' | 'body';
  readonly usedAs: string;
  readonly name: string;
  /** The body's object that holds it. */
  readonly parent?: string;
  /** Where in the path it stands. */
  readonly at?: number;
  readonly shape?: Shape;
  readonly evidence: Evidence;
  /** Tables in which the handler looks it up by what tells their records apart. */
  readonly lookups: readonly { readonly entity: string; readonly column: string }[];
  /** Tables whose records it names, by the definition of a column that it is compared with or written to. */
  readonly references: readonly string[];
  /** Columns that it is compared with or written to. */
  readonly columns: readonly string[];
}

/** Everything that requests carry, with what the code does with it. */
export function wantsOf(set: EndpointSet): readonly Want[] {
  const behaviours = new Map<string, Behaviour | undefined>(
    [...set.program.handlers, ...set.program.middlewares].map(({ id, behaviour }) => [id, behaviour]),
  );
  return set.endpoints
    .filter(({ shadowedBy }) => shadowedBy === undefined)
    .flatMap((endpoint) => {
      const serving = [...endpoint.chain.map(({ middleware }) => middleware), endpoint.handler]
        .map((id) => behaviours.get(id))
        .filter((behaviour) => behaviour !== undefined);
      const known = wantsBefore.get(endpoint);
      if (known?.serving.length === serving.length && serving.every((behaviour, index) => behaviour === known.serving[index]))
        return known.wants;
      const bound = bindings(serving);
      const want = (part: Want['part'], path: string, more: Pick<Want, 'evidence'> & Partial<Want>): Want => ({
        endpoint,
        part,
        usedAs: `${part}:${path}`,
        name: namesIn(path).at(-1) ?? path,
        lookups: [],
        references: [],
        columns: [],
        ...(bound.get(`${part} ${path}`) ?? bound.get(`${part} ${path.replace(/\.0$/, '')}`)),
        ...more,
      });
      const wants = [...pathWants(endpoint, want), ...parameterWants(endpoint, want), ...bodyWants(endpoint, want)];
      wantsBefore.set(endpoint, { serving, wants });
      return wants;
    });
}
/** Of endpoints that a scan before had as well. */
const wantsBefore = new WeakMap<Endpoint, { readonly serving: readonly Behaviour[]; readonly wants: readonly Want[] }>();

type Make = (part: Want['part'], path: string, more: Pick<Want, 'evidence'> & Partial<Want>) => Want;

function pathWants(endpoint: Endpoint, want: Make): readonly Want[] {
  return endpoint.segments.flatMap((segment, at) => {
    const [name] =
      segment.kind === 'param'
        ? [segment.name]
        : segment.kind === 'mixed'
          ? segment.pieces.flatMap((piece) => (piece.kind === 'param' ? [piece.name] : []))
          : [];
    const parameter =
      name === undefined ? undefined : endpoint.parameters?.find((candidate) => candidate.in === 'path' && candidate.name === name);
    return parameter
      ? [want('path', parameter.name, { at, evidence: parameter.evidence, ...(parameter.shape && { shape: parameter.shape }) })]
      : [];
  });
}

function parameterWants(endpoint: Endpoint, want: Make): readonly Want[] {
  return (endpoint.parameters ?? []).flatMap((parameter) =>
    (parameter.in === 'query' || parameter.in === 'header') && parameter.shape?.kind !== 'object'
      ? [want(parameter.in, parameter.name, { evidence: parameter.evidence, ...(parameter.shape && { shape: parameter.shape }) })]
      : [],
  );
}

/** Members of the body, and the elements of its lists of plain values. */
function bodyWants(endpoint: Endpoint, want: Make): readonly Want[] {
  const body = endpoint.requestBody;
  if (!body || endpoint.method === 'GET' || endpoint.method === 'HEAD') return [];
  return fieldsOf(body.shape).flatMap((field) => {
    const elements =
      field.shape.kind === 'array' && field.shape.items && field.shape.items.kind !== 'any' && isScalar(field.shape.items)
        ? field.shape.items
        : null;
    const shape = elements ?? field.shape;
    if (!elements && !isScalar(field.shape)) return [];
    const parent = namesIn(field.path).at(-2);
    return [
      want('body', elements ? `${field.path}.0` : field.path, { shape, evidence: body.evidence, ...(parent !== undefined && { parent }) }),
    ];
  });
}

/** One thing that code does with a value of the request. */
interface Binding {
  readonly place: string;
  readonly entity: string;
  readonly column: string;
  readonly isLookup: boolean;
  readonly references: string | undefined;
}

const boundIn = new WeakMap<Behaviour, readonly Binding[]>();

/** What a function does with values of the request, each thing once: a middleware of a thousand endpoints is gone through once. */
function bindingsIn(behaviour: Behaviour): readonly Binding[] {
  const before = boundIn.get(behaviour);
  if (before) return before;
  const found = new Map<string, Binding>();
  for (const { where, values, entity, operation } of behaviour.data) {
    const note = (binding: NonNullable<DataUse['where']>[number], compared: boolean): void => {
      // A path that one record is read by names it, whatever the column; lists are cut down by columns that name nothing.
      const tells = isKey(binding.column) || (binding.part === 'path' && operation !== 'list');
      const made: Binding = {
        place: `${binding.part} ${binding.path.join('.')}`,
        entity,
        column: binding.column,
        isLookup: compared && operation !== 'create' && tells,
        references: binding.references,
      };
      const key = [made.place, entity, made.column, made.isLookup, made.references].join('\0');
      if (!found.has(key)) found.set(key, made);
    };
    where?.forEach((binding) => note(binding, true));
    values?.forEach((binding) => note(binding, false));
  }
  const all = [...found.values()];
  boundIn.set(behaviour, all);
  return all;
}

const reads = new WeakMap<Behaviour, ReadonlySet<string>>();

/** Places of the request that a function reads. */
function readsIn(behaviour: Behaviour): ReadonlySet<string> {
  let found = reads.get(behaviour);
  if (!found) reads.set(behaviour, (found = new Set(behaviour.reads.map(({ part, path }) => `${part} ${path.join('.')}`))));
  return found;
}

/** What the code does with each value of the request, by its place. */
function bindings(behaviours: readonly Behaviour[]): ReadonlyMap<string, Pick<Want, 'lookups' | 'references' | 'columns'>> {
  const found = new Map<string, { lookups: { entity: string; column: string }[]; references: string[]; columns: string[] }>();
  for (const behaviour of behaviours)
    for (const { place, entity, column, isLookup, references } of bindingsIn(behaviour)) {
      let known = found.get(place);
      if (!known) found.set(place, (known = { lookups: [], references: [], columns: [] }));
      if (isLookup) known.lookups.push({ entity, column });
      else known.columns.push(column);
      // A member that the code fills itself in a record that came in is not read.
      if (references !== undefined && behaviours.some((each) => readsIn(each).has(place))) known.references.push(references);
    }
  return found;
}
