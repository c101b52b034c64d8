import { matcherOf } from '../checks/matcher.js';
import type { PreparedRequest, PreparedWorkflow } from '../prepare/prepared.js';
import { parseTemplate, type Template } from '../template/template.js';
import type { Omission } from './export-arazzo.js';
import { flatten, type FlatStep } from './flatten.js';

export interface K6Export {
  readonly script: string;
  readonly omitted: readonly Omission[];
}

/**
 * Writes a workflow as a script for k6, which sends it from many machines at once. Values that are generated here are generated there in
 * a simpler way; a round whose step fails ends, as it does here.
 */
export function exportK6(workflow: PreparedWorkflow, options: { readonly baseUrl: string }): K6Export {
  const omitted: Omission[] = [];
  const omit = (step: string, reason: string): void => {
    omitted.push({ workflow: workflow.name, step, reason });
  };
  const known = new Set<string>();
  const steps = flatten(workflow).filter((step) => {
    if (step.isLooped) omit(step.name, 'loops are not exported: the step is left out');
    else if (step.isConditional) omit(step.name, 'conditions are not exported: the step is left out');
    else if (step.request.auth !== undefined) omit(step.name, 'there is no automatic login: add a step that logs in');
    return !step.isLooped && !step.isConditional;
  });
  const normal = steps.filter(({ cleanup }) => !cleanup).map((step) => stepLines(step, known, omit));
  const cleanup = steps.filter((step) => step.cleanup).map((step) => stepLines(step, known, omit));
  const script = [
    `// ${workflow.name.replace(/[\r\n]+/g, ' ')}: k6 run this-file.js`,
    '// BASE_URL, and every value that nobody captures, come from the environment: k6 run -e BASE_URL=https://… this-file.js',
    "import http from 'k6/http';",
    "import { check, fail } from 'k6';",
    '',
    "export const options = { vus: 1, iterations: 1, thresholds: { checks: ['rate==1.0'] } };",
    '',
    `const baseUrl = __ENV.BASE_URL || ${JSON.stringify(options.baseUrl)};`,
    HELPERS,
    'export default function () {',
    '  const memory = {};',
    ...(cleanup.length === 0
      ? normal.flat()
      : [
          '  try {',
          ...normal.flat().map((line) => `  ${line}`),
          '  } finally {',
          ...cleanup.flatMap((lines) => [
            '    try {',
            ...lines.map((line) => `    ${line}`),
            '    } catch (error) { console.error(String(error)); }',
          ]),
          '  }',
        ]),
    '}',
    '',
  ].join('\n');
  return { script, omitted };
}

type Omit = (step: string, reason: string) => void;

function stepLines({ name, request, given }: FlatStep, known: Set<string>, omit: Omit): string[] {
  const lines: string[] = ['  {'];
  for (const [address, source] of given) {
    lines.push(`    memory[${JSON.stringify(address)}] = ${value(source, known)};`);
    known.add(address);
  }
  const headers = request.headers.map(([header, template]) => `${JSON.stringify(header)}: String(${textOf(template, known)})`);
  const hasType = request.headers.some(([header]) => header.toLowerCase() === 'content-type');
  const type = (request.contentType ?? 'application/json').split(';')[0]!;
  if (type === 'multipart/form-data') omit(name, 'multipart bodies are sent as fields: add files by hand');
  if (request.step.body !== undefined && !hasType && /json$/.test(type)) headers.push("'Content-Type': 'application/json'");
  const query = Object.entries(request.step.query ?? {}).map(([key, source]) => `${JSON.stringify(key)}: ${value(source, known)}`);
  if (request.step.body !== undefined) lines.push(`    const body = ${value(request.step.body, known)};`);
  for (const { scope, key, from } of request.captureInputs) {
    if (from.kind === 'body') {
      lines.push(`    memory[${JSON.stringify(`${scope}:${key}`)}] = at(body, ${JSON.stringify(from.path)});`);
      known.add(`${scope}:${key}`);
    }
  }
  const payload = request.step.body === undefined ? 'null' : /json$/.test(type) ? 'JSON.stringify(body)' : 'body';
  const redirects = request.expectation.statuses?.some((status) => status >= 300 && status < 400) ? ', redirects: 0' : '';
  const timeout = request.timeoutMs === undefined ? '' : `, timeout: '${request.timeoutMs}ms'`;
  lines.push(
    `    const response = http.request(${JSON.stringify(request.method)}, address(${pathOf(request, known)}, {${query.join(', ')}}), ${payload}, { headers: {${headers.join(', ')}}, tags: { name: ${JSON.stringify(name)} }${redirects}${timeout} });`,
  );
  if (request.retry !== undefined) omit(name, 'retries are not exported: a failing request fails its round');
  lines.push('    const answer = parsed(response);');
  lines.push(`    const ok = check(response, {`, ...checksOf(request, name, known, omit).map((line) => `      ${line},`), '    });');
  lines.push(`    if (!ok) fail(${JSON.stringify(`${name}: unexpected answer `)} + response.status);`);
  for (const { scope, key, from } of request.captures) {
    const address = JSON.stringify(`${scope}:${key}`);
    const source =
      from.kind === 'body'
        ? `at(answer, ${JSON.stringify(from.path)})`
        : from.kind === 'status'
          ? 'response.status'
          : from.kind === 'header'
            ? `header(response, ${JSON.stringify(from.name)})`
            : `(response.cookies[${JSON.stringify(from.name)}] || [{}])[0].value`;
    lines.push(
      `    memory[${address}] = ${source};`,
      `    if (memory[${address}] === undefined || memory[${address}] === null) fail(${JSON.stringify(`${name}: nothing to capture for ${scope}:${key}`)});`,
    );
    known.add(`${scope}:${key}`);
  }
  return [...lines, '  }'];
}

function checksOf(request: PreparedRequest, step: string, known: ReadonlySet<string>, omit: Omit): string[] {
  const { statuses } = request.expectation;
  const checks = [
    statuses === undefined
      ? `${JSON.stringify(`${step}: status 2xx`)}: (r) => r.status >= 200 && r.status < 300`
      : `${JSON.stringify(`${step}: status ${statuses.join(' or ')}`)}: (r) => ${JSON.stringify(statuses)}.includes(r.status)`,
  ];
  const add = (what: string, read: string, given: unknown): void => {
    const matcher = matcherOf(given);
    for (const [kind, wanted] of Object.entries(matcher) as [string, unknown][]) {
      const title = JSON.stringify(`${step}: ${what} ${kind}`);
      if (kind === 'equals') checks.push(`${title}: () => same(${read}, ${value(wanted, known)})`);
      else if (kind === 'contains' && typeof wanted === 'string')
        checks.push(`${title}: () => String(${read}).includes(${value(wanted, known)})`);
      else if (kind === 'matches') checks.push(`${title}: () => new RegExp(${value(wanted, known)}).test(String(${read}))`);
      else if (kind === 'exists') checks.push(`${title}: () => (${read} !== undefined) === ${String(wanted)}`);
      else if (kind === 'min' || kind === 'max')
        checks.push(`${title}: () => size(${read}) ${kind === 'min' ? '>=' : '<='} ${String(wanted)}`);
      else if (kind === 'type') checks.push(`${title}: () => typeName(${read}, ${JSON.stringify(wanted)})`);
      else omit(step, `${JSON.stringify({ [kind]: wanted })} of ${what} is not exported`);
    }
  };
  for (const [name, given] of Object.entries(request.step.expect?.headers ?? {}))
    add(`header ${name}`, `header(response, ${JSON.stringify(name)})`, given);
  for (const [path, given] of Object.entries(request.step.expect?.body ?? {}))
    add(`body ${path}`, `at(answer, ${JSON.stringify(path)})`, given);
  return checks;
}

function pathOf(request: PreparedRequest, known: ReadonlySet<string>): string {
  const parts = request.path.parts.map((part, index) => {
    if (typeof part === 'string') return JSON.stringify(part);
    if (index === 0 && part.expression.kind === 'memory' && part.expression.key === 'baseUrl') return "''";
    return `encodeURIComponent(${expressionOf(part.expression, known)})`;
  });
  return parts.join(' + ') || "'/'";
}

/** JavaScript that makes a value with its type. */
function value(source: unknown, known: ReadonlySet<string>): string {
  if (typeof source === 'string') return textOf(parseTemplate(source), known);
  if (Array.isArray(source)) return `[${source.map((each: unknown) => value(each, known)).join(', ')}]`;
  if (typeof source === 'object' && source !== null)
    return `{ ${Object.entries(source)
      .map(([key, each]) => `[${JSON.stringify(key)}]: ${value(each, known)}`)
      .join(', ')} }`;
  return JSON.stringify(source ?? null);
}

function textOf(template: Template, known: ReadonlySet<string>): string {
  const parts = template.parts.map((part) => (typeof part === 'string' ? JSON.stringify(part) : expressionOf(part.expression, known)));
  return parts.length === 1 ? parts[0]! : parts.map((part) => `String(${part})`).join(' + ');
}

function expressionOf(expression: Extract<Template['parts'][number], object>['expression'], known: ReadonlySet<string>): string {
  switch (expression.kind) {
    case 'memory': {
      const address = `${expression.scope}:${expression.key}`;
      return known.has(address)
        ? `memory[${JSON.stringify(address)}]`
        : `environment(${JSON.stringify(`${expression.scope}_${expression.key}`)})`;
    }
    case 'human':
      return `environment(${JSON.stringify(`TOOL_HUMAN_${expression.key}`)})`;
    case 'env':
      return `environment(${JSON.stringify(expression.name)})`;
    case 'data':
      return `environment(${JSON.stringify(`DATA_${expression.column}`)})`;
    case 'faker':
      return `generate(${JSON.stringify(`${expression.group}.${expression.generator}`)}${expression.arguments.map((argument) => `, ${JSON.stringify(argument)}`).join('')})`;
    case 'item':
    case 'index':
      return 'undefined';
  }
}

const HELPERS = `
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const random = (min, max) => Math.floor(Math.random() * (max - min + 1)) + min;
const word = (length) => Array.from({ length }, () => letters[random(0, 35)]).join('');
const lengthOf = (given, otherwise) => { const length = given && given.length !== undefined ? given.length : given; return length && typeof length === 'object' ? random(length.min, length.max) : typeof length === 'number' ? length : otherwise; };

/** Simple values in place of the generator library, which k6 does not have. */
function generate(name, options) {
  const given = options || {};
  switch (name) {
    case 'number.int': return random(given.min || 0, given.max === undefined ? 1000 : given.max);
    case 'number.float': return Number(((given.min || 0) + Math.random() * ((given.max === undefined ? 1000 : given.max) - (given.min || 0))).toFixed(given.fractionDigits || 2));
    case 'datatype.boolean': return Math.random() < 0.5;
    case 'helpers.arrayElement': return options[random(0, options.length - 1)];
    case 'internet.email': return word(12) + '@example.com';
    case 'internet.password': { const prefix = given.prefix || ''; return prefix + word(Math.max(1, lengthOf(options, 15) - prefix.length)); }
    case 'internet.url': case 'image.url': return 'https://example.com/' + word(8);
    case 'string.uuid': return [8, 4, 4, 4, 12].map((length) => Array.from({ length }, () => '0123456789abcdef'[random(0, 15)]).join('')).join('-').replace(/^(.{14})./, '$14').replace(/^(.{19})./, '$1a');
    case 'string.alphanumeric': return word(lengthOf(options, 10));
    case 'string.numeric': return Array.from({ length: lengthOf(options, 10) }, () => String(random(0, 9))).join('');
    default: return /^date\\./.test(name) ? new Date(Date.now() + random(1, 86400) * 1000).toISOString() : name.split('.')[1] + ' ' + word(8);
  }
}

function environment(name) {
  const key = name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
  const value = __ENV[name] !== undefined ? __ENV[name] : __ENV[key];
  if (value === undefined) fail('set ' + key + ': k6 run -e ' + key + '=…');
  return value;
}

function address(path, query) {
  const pairs = [];
  for (const key of Object.keys(query)) for (const value of Array.isArray(query[key]) ? query[key] : [query[key]]) if (value !== null && value !== undefined) pairs.push(encodeURIComponent(key) + '=' + encodeURIComponent(value));
  return baseUrl.replace(/\\/+$/, '') + path + (pairs.length === 0 ? '' : (path.includes('?') ? '&' : '?') + pairs.join('&'));
}

function parsed(response) { try { return response.json(); } catch (error) { return response.body; } }
function at(value, path) { let current = value; for (const key of path.replace(/^\\$\\.?/, '').split('.')) { if (key === '') continue; if (current === null || current === undefined) return undefined; current = current[key]; } return current; }
function header(response, name) { const key = Object.keys(response.headers).find((each) => each.toLowerCase() === name.toLowerCase()); return key === undefined ? undefined : response.headers[key]; }
function same(a, b) { if (a === b) return true; if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false; const keys = Object.keys(a); return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key])); }
function size(value) { return typeof value === 'number' ? value : value === undefined || value === null ? NaN : value.length; }
function typeName(value, type) { return type === 'array' ? Array.isArray(value) : type === 'null' ? value === null : type === 'integer' ? Number.isInteger(value) : type === 'object' ? typeof value === 'object' && value !== null && !Array.isArray(value) : typeof value === type; }
`;
