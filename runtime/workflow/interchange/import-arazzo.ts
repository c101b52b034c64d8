import type { Model, Step, Workflow } from '../../../schemas/index.js';
import { UsageError } from '../../store/index.js';
import { templateFor } from '../scaffold/template-for.js';
import { TEMPLATE_KEY, type Omission } from './export-arazzo.js';

export interface ArazzoImport {
  readonly workflows: readonly Workflow[];
  /** What could not be taken over, and what was done instead. */
  readonly omitted: readonly Omission[];
}

export interface ImportContext {
  /** The OpenAPI documents that the Arazzo document names, by the name it gives them. */
  readonly descriptions: ReadonlyMap<string, unknown>;
  readonly model: Pick<Model, 'endpoints'> | undefined;
  readonly now: () => Date;
}

type Dictionary = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Dictionary => typeof value === 'object' && value !== null && !Array.isArray(value);
const records = (value: unknown): Dictionary[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Reads the workflows of an Arazzo 1.0 document. What has no counterpart here is named, never dropped in silence.
 * @throws UsageError when it is no such document
 */
export function importArazzo(document: unknown, context: ImportContext): ArazzoImport {
  if (!isRecord(document) || !/^1\./.test(text(document['arazzo']) ?? '')) {
    throw new UsageError({
      what: 'This is no Arazzo 1.x document.',
      why: 'It has no field "arazzo" with a version.',
      help: 'Check the path; JSON and YAML are read.',
    });
  }
  const omitted: Omission[] = [];
  const all = records(document['workflows']);
  const names = new Map(all.map((workflow) => [text(workflow['workflowId']) ?? '', nameOf(workflow)]));
  const workflows = all.map((workflow) => new WorkflowImport(workflow, document, names, context, omitted).read());
  return { workflows, omitted };
}

const nameOf = (workflow: Dictionary): string => text(workflow['summary']) ?? text(workflow['workflowId']) ?? 'workflow';

class WorkflowImport {
  readonly #name: string;
  /** `<stepId>.<output>` to the address that holds its value. */
  readonly #outputs = new Map<string, string>();
  readonly #addresses = new Set<string>();

  constructor(
    readonly source: Dictionary,
    readonly document: Dictionary,
    readonly names: ReadonlyMap<string, string>,
    readonly context: ImportContext,
    readonly omitted: Omission[],
  ) {
    this.#name = nameOf(source);
  }

  read(): Workflow {
    const steps: Step[] = [];
    for (const needed of Array.isArray(this.source['dependsOn']) ? (this.source['dependsOn'] as unknown[]) : []) {
      steps.push({ name: `before: ${String(needed)}`, use: this.names.get(String(needed)) ?? String(needed) });
    }
    for (const key of ['parameters', 'successActions', 'failureActions'])
      if (this.source[key] !== undefined) this.#omit('', `"${key}" of the workflow is not read`);
    for (const step of records(this.source['steps'])) steps.push(this.#step(step));
    return {
      name: this.#name,
      ...(text(this.source['description']) !== undefined && { description: text(this.source['description'])! }),
      generatedAt: this.context.now().toISOString(),
      steps,
    };
  }

  #omit(step: string, reason: string): void {
    this.omitted.push({ workflow: this.#name, step, reason });
  }

  #step(source: Dictionary): Step {
    const id = text(source['stepId']) ?? 'step';
    const name = text(source['description']) ?? id;
    const used = text(source['workflowId']);
    if (used !== undefined) {
      const given = records(source['parameters']).map(
        (parameter) => [`workflow:${String(parameter['name'])}`, this.#value(parameter['value'], name)] as const,
      );
      return { name, use: this.names.get(used) ?? used, ...(given.length > 0 && { with: Object.fromEntries(given) }) };
    }
    const operation = this.#operation(source, name);
    const step: Step = { name, method: operation.method, path: operation.path };
    const header: Record<string, string> = {};
    for (const parameter of records(source['parameters'])) this.#parameter(parameter, step, header, name);
    const body = isRecord(source['requestBody']) ? source['requestBody'] : undefined;
    if (body !== undefined) {
      step.body = this.#value(body['payload'], name);
      const type = text(body['contentType']);
      if (type !== undefined && type !== 'application/json') header['Content-Type'] = type;
      if (body['replacements'] !== undefined) this.#omit(name, '"replacements" of the body are not read');
    }
    if (Object.keys(header).length > 0) step.headers = header;
    this.#captures(source, id, step, name);
    this.#criteria(source, step, name);
    this.#actions(source, step, name);
    return step;
  }

  #operation(source: Dictionary, step: string): { method: string; path: string } {
    const operationPath = text(source['operationPath']);
    if (operationPath !== undefined) {
      const [, pointer = ''] = operationPath.split('#');
      const [, , path = '', method = ''] = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (path !== '' && method !== '') return { method: method.toUpperCase(), path: withColons(path) };
    }
    const operationId = text(source['operationId'])?.split('.').at(-1);
    for (const description of this.context.descriptions.values()) {
      for (const [path, item] of Object.entries(isRecord(description) && isRecord(description['paths']) ? description['paths'] : {})) {
        for (const [method, operation] of Object.entries(isRecord(item) ? item : {})) {
          if (operationId !== undefined && isRecord(operation) && operation['operationId'] === operationId)
            return { method: method.toUpperCase(), path: withColons(path) };
        }
      }
    }
    const modelled = this.context.model?.endpoints.find(
      (endpoint) =>
        operationId !== undefined && (endpoint.handlerName === operationId || endpoint.name === operationId || endpoint.id === operationId),
    );
    if (modelled !== undefined) return { method: modelled.method, path: modelled.path };
    this.#omit(step, `its operation ${operationPath ?? operationId ?? ''} was not found: write its method and path`);
    return { method: 'GET', path: '/' };
  }

  #parameter(parameter: Dictionary, step: Step, header: Record<string, string>, name: string): void {
    const key = text(parameter['name']);
    if (key === undefined) {
      this.#omit(name, 'a parameter refers to a component, which is not read');
      return;
    }
    const value = this.#value(parameter['value'], name);
    switch (parameter['in']) {
      case 'path':
        step.path = step.path!.replace(new RegExp(`:${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`), () => String(value));
        break;
      case 'query':
        step.query = { ...step.query, [key]: value };
        break;
      case 'header':
        if (/^authorization$/i.test(key)) step.inject = { ...step.inject, [`header:${key}`]: String(value) };
        else header[key] = String(value);
        break;
      case 'cookie':
        header['Cookie'] = [header['Cookie'], `${key}=${String(value)}`].filter((each) => each !== undefined).join('; ');
        break;
      default:
        this.#omit(name, `the parameter "${key}" has no "in"`);
    }
  }

  #captures(source: Dictionary, id: string, step: Step, name: string): void {
    for (const [output, expression] of Object.entries(isRecord(source['outputs']) ? source['outputs'] : {})) {
      const address = this.#address(output, id);
      const given = text(expression) ?? '';
      const body = /^\$response\.body(?:#(\/.*))?$/.exec(given);
      const sent = /^\$request\.body#(\/.*)$/.exec(given);
      const headerName = /^\$response\.header\.(.+)$/.exec(given)?.[1];
      if (body) step.capture = { ...step.capture, [address]: pathOf(body[1] ?? '') || '$' };
      else if (sent) step.captureInput = { ...step.captureInput, [address]: pathOf(sent[1]!) };
      else if (headerName !== undefined) step.capture = { ...step.capture, [address]: `header:${headerName}` };
      else if (given === '$statusCode') step.capture = { ...step.capture, [address]: 'response:status' };
      else {
        this.#omit(name, `the output "${output}" (${given}) is not read`);
        continue;
      }
      this.#outputs.set(`${id}.${output}`, address);
    }
  }

  /** Two steps may have outputs of one name; here all values are in one memory. */
  #address(output: string, id: string): string {
    const plain = `workflow:${output}`;
    const address = this.#addresses.has(plain) ? `workflow:${id}_${output}` : plain;
    this.#addresses.add(address);
    return address;
  }

  #criteria(source: Dictionary, step: Step, name: string): void {
    const body: Record<string, unknown> = {};
    const headers: Record<string, unknown> = {};
    let lowest: number | undefined;
    for (const criterion of records(source['successCriteria'])) {
      const condition = (text(criterion['condition']) ?? '').trim();
      const context = text(criterion['context']);
      if (context !== undefined && criterion['type'] === 'regex') {
        if (!assign(context, body, headers, { matches: condition }))
          this.#omit(name, `the criterion ${condition} on ${context} is not read`);
        continue;
      }
      const statuses = condition.split('||').map((part) => /^\s*\$statusCode\s*==\s*['"]?(\d{3})['"]?\s*$/.exec(part)?.[1]);
      if (condition !== '' && criterion['type'] === undefined && statuses.every((status) => status !== undefined)) {
        const numbers = statuses.map(Number);
        if (numbers.length === 1) step.expectStatus = numbers[0]!;
        else step.expect = { ...step.expect, status: numbers };
        continue;
      }
      if (/^\$statusCode\s*>=\s*200$/.test(condition)) {
        lowest = 200;
        continue;
      }
      if (/^\$statusCode\s*<\s*300$/.test(condition) && lowest === 200) continue;
      const [, left, operator, right] = /^(\$response\.(?:body(?:#\S*)?|header\.\S+))\s*(==|!=|>=|<=)\s*(.+)$/.exec(condition) ?? [];
      const isCaptured =
        left !== undefined &&
        operator === '!=' &&
        right === 'null' &&
        Object.values(step.capture ?? {}).some((path) => left === `$response.body#${pointerOf(path)}`);
      if (isCaptured) continue;
      const matcher = left === undefined ? undefined : this.#matcher(operator!, right!.trim(), name);
      if (matcher === undefined || !assign(left!, body, headers, matcher)) this.#omit(name, `the criterion ${condition} is not read`);
    }
    if (Object.keys(body).length > 0) step.expect = { ...step.expect, body };
    if (Object.keys(headers).length > 0) step.expect = { ...step.expect, headers };
  }

  #matcher(operator: string, right: string, name: string): Dictionary | undefined {
    if (operator === '!=') return right === 'null' ? { exists: true } : undefined;
    const quoted = /^'(.*)'$|^"(.*)"$/.exec(right);
    const value: unknown = quoted
      ? (quoted[1] ?? quoted[2])
      : right.startsWith('$')
        ? this.#value(right, name)
        : right === 'true'
          ? true
          : right === 'false'
            ? false
            : Number(right);
    if (typeof value === 'number' && Number.isNaN(value)) return undefined;
    if (operator === '==') return { equals: value };
    return typeof value === 'number' ? (operator === '>=' ? { min: value } : { max: value }) : undefined;
  }

  #actions(source: Dictionary, step: Step, name: string): void {
    for (const action of records(source['onFailure'])) {
      if (action['type'] !== 'retry') {
        this.#omit(name, `the action "${String(action['name'] ?? action['type'])}" on failure is not read`);
        continue;
      }
      const on = records(action['criteria']).flatMap((criterion) =>
        [...(text(criterion['condition']) ?? '').matchAll(/\$statusCode\s*==\s*(\d{3})/g)].map((match) => Number(match[1])),
      );
      step.retry = {
        times: typeof action['retryLimit'] === 'number' ? action['retryLimit'] : 1,
        ...(typeof action['retryAfter'] === 'number' && { delayMs: Math.round(action['retryAfter'] * 1_000) }),
        ...(on.length > 0 && { on }),
      };
    }
    if (source['onSuccess'] !== undefined) this.#omit(name, 'actions on success are not read');
    if (typeof source['timeout'] === 'number') step.timeoutMs = source['timeout'];
  }

  /** A value with its expressions as templates. */
  #value(source: unknown, step: string): unknown {
    if (Array.isArray(source)) return source.map((each: unknown) => this.#value(each, step));
    if (isRecord(source)) return Object.fromEntries(Object.entries(source).map(([key, each]) => [key, this.#value(each, step)]));
    if (typeof source !== 'string') return source;
    if (/^\$(?:inputs|steps|workflows|faker|response|request)\./.test(source)) return this.#expression(source, step);
    return source
      .replaceAll('{{', '\\{{')
      .replace(/\{(\$[^{}]+)\}/g, (_whole, expression: string) => String(this.#expression(expression, step)));
  }

  #expression(expression: string, step: string): unknown {
    const [, stepId, output] = /^\$steps\.([\w-]+)\.outputs\.([\w.-]+)$/.exec(expression) ?? [];
    if (stepId !== undefined) {
      const address = this.#outputs.get(`${stepId}.${output!}`);
      if (address !== undefined) return `{{${address}}}`;
    }
    const input = /^\$inputs\.([\w.-]+)$/.exec(expression)?.[1];
    if (input !== undefined) return this.#input(input);
    const faker = /^\$faker\.(\w+)\.(\w+)/.exec(expression);
    if (faker) return FAKER[`${faker[1]}.${faker[2]}`] ?? `{{faker.${faker[1]}.${faker[2]}}}`;
    this.#omit(step, `the expression ${expression} is not read: it is asked for instead`);
    return `{{human:${
      expression
        .split(/[.#/]/)
        .filter((part) => /\w/.test(part))
        .at(-1) ?? 'value'
    }}}`;
  }

  /** What stands for an input: what an export wrote down, its default, or what its schema says. */
  #input(name: string): unknown {
    let schema: unknown = this.source['inputs'];
    for (const key of name.split('.')) schema = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'][key] : undefined;
    if (!isRecord(schema)) return `{{human:${name}}}`;
    const template = text(schema[TEMPLATE_KEY]);
    if (template?.startsWith('{{') === true) return template;
    if (schema['default'] !== undefined) return schema['default'];
    if (schema['format'] === 'password' || schema['format'] === undefined) return `{{human:${name}}}`;
    return templateFor(name, { type: text(schema['type']) ?? 'string', format: text(schema['format'])! }, () => `{{human:${name}}}`);
  }
}

/** The generators that one runner adds to the format. */
const FAKER: Readonly<Record<string, string>> = {
  'string.email': '{{faker.internet.email}}',
  'string.userName': '{{faker.internet.username}}',
  'string.firstName': '{{faker.person.firstName}}',
  'string.lastName': '{{faker.person.lastName}}',
  'string.fullName': '{{faker.person.fullName}}',
  'string.uuid': '{{faker.string.uuid}}',
  'string.string': '{{faker.string.alphanumeric}}',
  'address.city': '{{faker.location.city}}',
  'address.country': '{{faker.location.country}}',
  'address.zipCode': '{{faker.location.zipCode}}',
  'address.street': '{{faker.location.street}}',
  'number.integer': '{{faker.number.int}}',
  'number.float': '{{faker.number.float}}',
};

function assign(context: string, body: Record<string, unknown>, headers: Record<string, unknown>, matcher: Dictionary): boolean {
  const pointer = /^\$response\.body(?:#(\/?.*))?$/.exec(context);
  const header = /^\$response\.header\.(.+)$/.exec(context)?.[1];
  const [target, key] = pointer ? [body, pathOf(pointer[1] ?? '') || '$'] : header !== undefined ? [headers, header] : [undefined, ''];
  if (target === undefined) return false;
  target[key] = { ...(target[key] as Dictionary | undefined), ...matcher };
  return true;
}

const withColons = (path: string): string => path.replace(/\{([^{}]+)\}/g, ':$1');
const pathOf = (pointer: string): string =>
  pointer
    .replace(/^\//, '')
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
const pointerOf = (path: string): string =>
  `/${path
    .split('.')
    .map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/')}`;
