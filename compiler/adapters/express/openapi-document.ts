import { ANY, unionOf, type Shape, type ShapeProperty } from '@tool/ir';
import { isAbsent, jsonSchemaShape, mapText, placeOf, type Call, type Emit, type Value } from '@tool/scanner-sdk';
import { expressDiagnostics } from './diagnostics.js';

/** Documents of OpenAPI and Swagger: where their operations lie, and what they ask of requests. */

export const METHODS: Readonly<Record<string, string>> = {
  DELETE: 'delete',
  GET: 'get',
  HEAD: 'head',
  OPTIONS: 'options',
  PATCH: 'patch',
  POST: 'post',
  PUT: 'put',
  del: 'delete',
  delete: 'delete',
  get: 'get',
  head: 'head',
  options: 'options',
  patch: 'patch',
  post: 'post',
  put: 'put',
};

export const isThere = (call: Call, value: Value): boolean => !call.isUndefined(value) && !isAbsent(value);
export const member = (call: Call, value: Value, key: string): Value | null => {
  const found = value.kind === 'object' ? call.get(value, key) : null;
  return found && isThere(call, found) ? found : null;
};
export const listed = (call: Call, value: Value | null): readonly Value[] => (value === null ? [] : (call.elements(value) ?? [value]));
export const entriesOf = (call: Call, value: Value): readonly (readonly [string, Value])[] => call.knownEntries?.(value) ?? [];
const DATA = /\.(?:ya?ml|json)$/;
/** The description itself, or what the file that a text names holds. */
export function documentOf(call: Call, given: Value): Value {
  const text = call.text(given);
  return text === null
    ? given
    : DATA.test(text) && call.project
      ? together(call, text)
      : call.unknown('a description of an API that is a text');
}

/** Where a description that lies in several files keeps the other ones. */
const FILES = 'x-files';

/** The description that a file holds, with those files that it refers to as parts of it: references to these are such within the description. */
function together(call: Call, main: string): Value {
  const files = new Map<string, Value>();
  const besides = (file: string, named: string): string => {
    const steps = file.split('/').slice(0, -1);
    for (const step of named.split('/'))
      if (step === '..') steps.pop();
      else if (step !== '.') steps.push(step);
    return steps.join('/');
  };
  const within = (reference: string, at: string): string => {
    const [named = '', part = ''] = reference.split('#');
    const file = named === '' ? at : besides(at, decodeURIComponent(named));
    if (file === main || !DATA.test(file)) return file === main ? `#${part}` : reference;
    if (!files.has(file)) {
      files.set(file, call.const(undefined));
      files.set(file, moved(call.project!.data(file), file));
    }
    return `#/${FILES}/${encodeURIComponent(file).replace(/~/g, '~0')}${part}`;
  };
  const moved = (value: Value, at: string): Value => {
    const list = call.elements(value);
    if (list) return call.list(list.map((each) => moved(each, at)));
    const entries = value.kind === 'object' ? call.entries(value) : null;
    if (!entries) return value;
    const changed = entries.map(([key, each]): [string, Value] => {
      const reference = key === '$ref' ? call.text(each) : null;
      return [key, reference === null ? moved(each, at) : call.const(within(reference, at))];
    });
    return call.record(Object.fromEntries(changed));
  };
  const document = call.project!.data(main);
  const whole = moved(document, main);
  if (files.size === 0) return document;
  call.set(whole, FILES, call.record(Object.fromEntries(files)));
  return whole;
}

/** Says that a description is not known. */
export function reportUnknown(call: Call, emit: Emit, name: string, document: Value): void {
  if (document.kind !== 'object')
    emit.report(expressDiagnostics, 'unknown-description', {
      package: name,
      why: document.kind === 'unknown' ? document.why : 'the source does not say it',
    });
}

/** `basePath` of Swagger 2, the paths of `servers` of OpenAPI 3: in `{server}/v1` a variable stands for its default. */
export function basesOf(call: Call, document: Value): readonly Value[] {
  const pathOf = (url: string): string => url.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/\/+$/, '');
  const servers = member(call, document, 'servers');
  if (servers) {
    const urls = listed(call, servers).map((server) => {
      const url = member(call, server, 'url') ?? call.const('');
      const variables = member(call, server, 'variables');
      const defaults = new Map((variables ? entriesOf(call, variables) : []).map(([name, each]) => [name, textOf(call, each, 'default')]));
      return mapText(url, (text) => pathOf(text.replace(/\{([^{}]+)\}/g, (variable, name: string) => defaults.get(name) ?? variable)));
    });
    const known = new Map(urls.map((url) => [call.text(url) ?? url, url]));
    return known.size > 0 ? [...known.values()] : [call.const('')];
  }
  const base = member(call, document, 'basePath');
  return [base ? mapText(base, pathOf) : call.const('')];
}

const textOf = (call: Call, value: Value, key: string): string | null => {
  const found = member(call, value, key);
  return found && call.text(found);
};

/** What a reference within the document stands for. */
function referred(call: Call, document: Value, reference: string): Value | null {
  const steps = reference.startsWith('#/') ? reference.slice(2).split('/') : [];
  const step = (at: Value | null, key: string): Value | null =>
    at && member(call, at, decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~'));
  return steps.length === 0 ? null : steps.reduce(step, document);
}

/** What a request has to look like: its members, and the content types of its body. */
export interface Demand {
  readonly parts: readonly (readonly [member: string, Shape])[];
  readonly types: readonly string[];
}
const MEMBERS: Readonly<Record<string, string>> = {
  query: 'query',
  path: 'params',
  header: 'headers',
  cookie: 'cookies',
  formData: 'body',
};

/** What stands for a part of the document that refers to another one. */
export const followed = (call: Call, document: Value, value: Value): Value =>
  referred(call, document, textOf(call, value, '$ref') ?? '') ?? value;

/** What an operation asks of its requests. `shared`: parameters of its path; `closed`: members of which no others are taken than are described. */
export function demandOf(call: Call, document: Value, operation: Value, shared: readonly Value[], closed: ReadonlySet<string>): Demand {
  const shapeOf = (schema: Value | null | undefined): Shape =>
    schema ? jsonSchemaShape(call, schema, (reference) => referred(call, document, reference), 'readOnly') : ANY;
  const contentOf = (holder: Value): readonly (readonly [string, Value | null])[] => {
    const content = member(call, followed(call, document, holder), 'content');
    return content ? entriesOf(call, content).map(([type, media]) => [type, member(call, media, 'schema')]) : [];
  };
  const found = new Map<string, Map<string, ShapeProperty>>();
  const body = member(call, operation, 'requestBody');
  const content = body ? contentOf(body) : [];
  const bodies = content.length > 0 ? [unionOf(content.map(([, schema]) => shapeOf(schema)))] : [];
  for (const given of [...shared, ...listed(call, member(call, operation, 'parameters'))]) {
    const parameter = followed(call, document, given);
    const where = textOf(call, parameter, 'in') ?? '';
    const shape = shapeOf(member(call, parameter, 'schema') ?? contentOf(parameter)[0]?.[1] ?? parameter);
    if (where === 'body') bodies.push(shape);
    const key = Object.hasOwn(MEMBERS, where) ? MEMBERS[where]! : null;
    const name = textOf(call, parameter, 'name');
    if (key === null || name === null) continue;
    const required = call.truthy(member(call, parameter, 'required') ?? call.const(false)) === true;
    const place = placeOf(parameter);
    const known = found.get(key) ?? new Map<string, ShapeProperty>();
    const own = key === 'headers' ? name.toLowerCase() : name;
    found.set(key, known.set(own, { name: own, shape, ...(required && { required }), ...(place && { place }) }));
  }
  const parts = [...found].map(([key, properties]): [string, Shape] => [
    key,
    { kind: 'object', ...(!closed.has(key) && { open: true }), properties: [...properties.values()] },
  ]);
  return {
    parts: [...parts, ...bodies.filter(({ kind }) => kind !== 'any').map((shape): [string, Shape] => ['body', shape])],
    types: content.map(([type]) => type),
  };
}

/** Whether some request may not look so: a text in the path, and what need not be there, always does. */
export const mayRefuse = ({ parts }: Demand): boolean =>
  parts.some(
    ([key, { properties }]) =>
      key === 'body' ||
      (properties ?? []).some(({ required, shape: { kind, description: _1, example: _2, default: _3, ...limits } }) =>
        kind === 'any' || kind === 'string' ? (required === true && key !== 'params') || Object.keys(limits).length > 0 : true,
      ),
  );

/** The path of an operation in Express's syntax, with the place of what answers it. */
export const pathOf = (path: string, of: Value): Value => ({
  kind: 'const',
  value: path.replace(/\{([^}]+)\}/g, ':$1'),
  origin: of.origin,
  taint: null,
});
