import type { Endpoint, Response, RunFailure } from '../../../schemas/index.js';
import type { HttpResponse } from '../http-response.js';
import { segmentsOf } from '../value-at-path.js';

export interface Verdict {
  readonly failures: readonly RunFailure[];
  readonly warnings: readonly string[];
}

/**
 * Whether an answer to a request that has everything the model demands is what the model says: the status, the content type, and the type
 * of every field that it names. Fields that the model does not name are nobody's business.
 * @param invented path parameters whose values nobody produced: then "not found" is a right answer
 */
export function checkResponse(endpoint: Endpoint, response: HttpResponse, invented: readonly string[] = []): Verdict {
  const { status } = response;
  const location = status >= 300 && status < 400 ? response.header('location') : undefined;
  const where = location === undefined ? '' : ` and leads to ${location.slice(0, 200)}`;
  // Most answers are one that is documented as good.
  if (status >= 200 && status < 400 && endpoint.responses?.[String(status)] !== undefined) return checkBody(endpoint, response);
  const documented = Object.keys(endpoint.responses ?? {});
  const good = documented.filter((code) => /^[23]/.test(code)).map(Number);
  const fail = (check: string, message: string, expected: unknown, help?: string): Verdict => ({
    failures: [{ check, message, expected, received: status, ...(help && { help }) }],
    warnings: [],
  });
  const expected = good.length > 0 ? good : ['2xx'];
  if (status >= 500)
    return fail('status', `It answers ${status}: the server failed on a valid request.`, expected, 'Look at the log of the server.');
  // Some servers say so with another status.
  const isUnknown =
    status === 404 ||
    (status < 500 && status >= 400 && status !== 401 && /not?\b.*\bfound|not? .*exist|n.t exist|unknown|no such/i.test(reasonIn(response)));
  if (isUnknown && invented.length > 0) {
    return {
      failures: [],
      warnings: [
        `${status}: no endpoint of the model produces ${invented.map((name) => `"${name}"`).join(', ')}, so the value was invented.${invented[0] === '*' ? '' : ` Set it with \`tool memory set global:${invented[0]} <value>\`.`}`,
      ],
    };
  }
  if (status >= 400) {
    const help =
      status === 409
        ? 'The server has that already. The same --seed sends the same data again: leave --seed out, or begin with empty data.'
        : documented.includes(String(status))
          ? 'The model knows this answer, but the request has everything that the model demands: a constraint or a needed value is missing in the model, or the server is wrong.'
          : status === 404 && !/[:*]/.test(endpoint.path)
            ? 'The path needs no value: either another server answers, or this one under another path (look at the baseUrl of the environment), or the source has changed since the scan.'
            : 'The model does not know this answer.';
    return fail('status', `It answers ${status} to a valid request${reasonIn(response)}.`, expected, help);
  }
  if (good.length > 0 && !good.includes(status))
    return fail(
      'status',
      `It answers ${status}${where}; the model knows ${good.join(', ')}.`,
      expected,
      'Run `tool scan` if the source has changed.',
    );
  return checkBody(endpoint, response);
}

/** What the server says is wrong, in its own words, when it does so in one of the usual fields. */
export function reasonIn(response: HttpResponse): string {
  if (!response.json.ok || typeof response.json.value !== 'object' || response.json.value === null) return '';
  const body = response.json.value as Record<string, unknown>;
  const error: unknown = body['message'] ?? body['error'] ?? body['detail'] ?? body['title'] ?? body['errors'];
  const first: unknown = Array.isArray(error)
    ? (error as unknown[])
        .map(told)
        .filter((one) => one !== undefined)
        .slice(0, 3)
        .join('; ') || undefined
    : undefined;
  const text =
    typeof first === 'string'
      ? first
      : typeof error === 'string'
        ? error
        : typeof error === 'object' && error !== null && typeof (error as { message?: unknown }).message === 'string'
          ? (error as { message: string }).message
          : undefined;
  return text === undefined ? '' : ` ("${text.slice(0, 120)}")`;
}

/** One of several things that are wrong: a text, or an object with one. */
function told(one: unknown): string | undefined {
  if (typeof one === 'string') return one;
  if (typeof one !== 'object' || one === null) return undefined;
  const { message, msg, path, param, field } = one as Record<string, unknown>;
  const text = message ?? msg;
  const place = [path].flat().join('.') || param || field;
  return typeof text !== 'string'
    ? undefined
    : typeof place === 'string' && place !== '' && !text.includes(place)
      ? `${place}: ${text}`
      : text;
}

function checkBody(endpoint: Endpoint, response: HttpResponse): Verdict {
  const schema = fieldsOf(endpoint.responses?.[String(response.status)] ?? NO_FIELDS);
  if (schema.length === 0 || endpoint.method === 'HEAD') return { failures: [], warnings: [] };
  if (!response.json.ok) {
    const check = response.isJson ? 'body' : 'content-type';
    return {
      failures: [
        {
          check,
          message: response.isJson
            ? `The body is no JSON: ${response.json.message}.`
            : `The answer is ${response.contentType || 'of no content type'}, and no JSON: ${response.json.message}.`,
          expected: 'application/json',
          received: response.contentType,
        },
      ],
      warnings: [],
    };
  }
  const warnings = response.isJson ? [] : [`The body is JSON, but its content type is ${response.contentType || 'missing'}.`];
  const failures: RunFailure[] = [];
  const absent = new Set<string>();
  for (const field of schema) {
    if (isRight(response.json.value, field)) continue;
    const { path, type } = field;
    // Whoever says that an object is missing need not say it of everything in it.
    if (absent.size > 0 && [...absent].some((above) => path.startsWith(`${above}.`))) continue;
    for (const found of valuesAt(response.json.value, field)) {
      const wrong = judge(found.value, field);
      if (wrong === null) continue;
      if (found.value === null) {
        warnings.push(`${found.at}: it is null; the model says ${type}.`);
        continue;
      }
      failures.push({
        check: 'schema',
        message: `${found.at || 'the body'}: ${wrong}`,
        expected: type,
        received: found.value === undefined ? undefined : kindOf(found.value),
        ...(found.value === undefined && { help: MAY_BE_MISSING }),
      });
      if (found.value === undefined) {
        absent.add(path);
        break;
      }
      // One element says it for all.
      break;
    }
  }
  return {
    failures: failures.map(
      (failure) => Object.fromEntries(Object.entries(failure).filter(([, value]) => value !== undefined)) as unknown as RunFailure,
    ),
    warnings,
  };
}

interface Field {
  readonly path: string;
  readonly segments: readonly string[];
  /** As the model says it: alternatives between bars. */
  readonly type: string;
  /** The alternatives by name. */
  readonly types: readonly string[];
  /** Whether what each of its segments leads to may be missing. */
  readonly spared: readonly boolean[];
}

const MAY_BE_MISSING = 'If it need not be there, list it under "optional" beside the schema in the model; scans keep that.';

const NO_FIELDS: Response = {};

/** An endpoint is checked again and again: its fields are taken apart once. */
const fields = new WeakMap<object, readonly Field[]>();

/** What is outside comes before what is in it. */
function fieldsOf(response: Response): readonly Field[] {
  let known = fields.get(response);
  if (known === undefined) {
    const schema = Object.entries(response.schema ?? {}).map(([path, type]) => {
      const types = type
        .toLowerCase()
        .split('|')
        .map((one) => one.trim());
      return { path, segments: segmentsOf(path), type, types };
    });
    const spared = new Set((response.optional ?? []).map((path) => segmentsOf(path).join('.')));
    for (const { segments, types } of schema) if (types.some(saysNothing)) spared.add(segments.join('.'));
    known = schema
      .map((field): Field => ({
        ...field,
        types: field.types.map((one) => one.replace(/\?$/, '')),
        spared: field.segments.map((_, index) => spared.has(field.segments.slice(0, index + 1).join('.'))),
      }))
      .sort((a, b) => a.segments.length - b.segments.length);
    fields.set(response, known);
  }
  return known;
}

/** Whether nothing is a value of the type, too. */
const saysNothing = (type: string): boolean => type.endsWith('?') || type === 'undefined' || type === 'any' || type === 'unknown';

/** Whether the value is found by the names of its path alone and has its type; if not, it has to be looked at closely. */
function isRight(body: unknown, { segments, types }: Field): boolean {
  let value = body;
  for (const name of segments) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  for (const type of types) if (hasType(value, type)) return true;
  return false;
}

interface Found {
  readonly at: string;
  readonly value: unknown;
}

/**
 * All values at the path of a field. `0` stands for every element of a list: what the model says of one holds for all. What lies in null,
 * or in what may be missing and is, is not looked for.
 */
function valuesAt(value: unknown, field: Field, depth = 0, at = ''): Found[] {
  const first = field.segments[depth];
  if (first === undefined) return [{ at, value }];
  const place = (name: string | number): string => (at === '' ? String(name) : `${at}.${name}`);
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    if (/^(?:0|\*|\[\]|items)$/.test(first))
      return value.flatMap((element: unknown, index) => valuesAt(element, field, depth + 1, place(index)));
    return /^\d+$/.test(first)
      ? Number(first) < value.length
        ? valuesAt(value[Number(first)], field, depth + 1, place(first))
        : []
      : [{ at: place(first), value: undefined }];
  }
  if (typeof value !== 'object') return [];
  const name = first.replace(/\?$/, '');
  if (!Object.hasOwn(value, name)) return name !== first || field.spared[depth] ? [] : [{ at: place(name), value: undefined }];
  return valuesAt((value as Record<string, unknown>)[name], field, depth + 1, place(name));
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** What is different, in words; null when the value has the type. */
function judge(value: unknown, { type: given, types }: Field): string | null {
  if (value === undefined) return `it is missing; the model says ${given}.`;
  if (types.some((type) => hasType(value, type))) return null;
  const shown = JSON.stringify(value)?.slice(0, 60) ?? '';
  return `expected ${given}, received ${kindOf(value)}${typeof value === 'object' ? '' : ` ${shown}`}.`;
}

function hasType(value: unknown, type: string): boolean {
  if (type.endsWith('[]')) return Array.isArray(value);
  switch (type) {
    case 'string':
    case 'date':
    case 'uuid':
    case 'email':
      return typeof value === 'string';
    case 'number':
    case 'float':
    case 'double':
      return typeof value === 'number';
    case 'integer':
    case 'int':
      return typeof value === 'number' && Number.isInteger(value);
    case 'boolean':
    case 'true':
    case 'false':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'null':
      return value === null;
    // What this version does not know it does not judge.
    default:
      return true;
  }
}
