import type { Model } from '../../../schemas/index.js';
import { matcherOf } from '../checks/matcher.js';
import type { PreparedCapture, PreparedRequest, PreparedWorkflow } from '../prepare/prepared.js';
import type { Expression } from '../template/expression.js';
import { parseTemplate, placeholdersOf, type Template } from '../template/template.js';
import { openApiFor, type OperationUse } from './companion-openapi.js';
import { flatten, type FlatStep } from './flatten.js';

export interface ArazzoExport {
  /** Arazzo 1.0.1. */
  readonly arazzo: Readonly<Record<string, unknown>>;
  /** OpenAPI 3.1 with the operations that it names. */
  readonly openapi: Readonly<Record<string, unknown>>;
  /** What Arazzo cannot say, and what was done about it. */
  readonly omitted: readonly Omission[];
}

export interface Omission {
  readonly workflow: string;
  readonly step: string;
  readonly reason: string;
}

export interface ArazzoOptions {
  readonly baseUrl: string;
  readonly model: Pick<Model, 'endpoints' | 'project'> | undefined;
  /** Where the OpenAPI document will be, relative to the Arazzo document. */
  readonly openapiUrl: string;
}

/** Where the template stands that an input is for, so that an import gets it back. Runners refuse schemas with keywords of others. */
export const TEMPLATE_KEY = '$comment';

/** Writes workflows as one Arazzo document, and what it needs of an OpenAPI document beside it. */
export function exportArazzo(workflows: readonly PreparedWorkflow[], options: ArazzoOptions): ArazzoExport {
  const omitted: Omission[] = [];
  const uses: OperationUse[] = [];
  const ids = new Names();
  const written = workflows.map((workflow) => new WorkflowExport(workflow, omitted, uses).write(ids.unique(identifier(workflow.name))));
  const title = options.model?.project.name || 'API';
  return {
    arazzo: {
      arazzo: '1.0.1',
      info: { title: `Workflows of ${title}`, version: '1.0.0' },
      sourceDescriptions: [{ name: 'api', url: options.openapiUrl, type: 'openapi' }],
      workflows: written,
    },
    openapi: openApiFor(uses, { title, baseUrl: options.baseUrl }),
    omitted,
  };
}

type Dictionary = Record<string, unknown>;

class WorkflowExport {
  readonly #inputs: Dictionary = {};
  readonly #inputNames = new Names();
  /** Arazzo expression that gives the value of a memory address. */
  readonly #addresses = new Map<string, string>();
  readonly #templates = new Map<string, string>();
  readonly #ids = new Names();

  constructor(
    readonly workflow: PreparedWorkflow,
    readonly omitted: Omission[],
    readonly uses: OperationUse[],
  ) {}

  write(workflowId: string): Dictionary {
    const steps = flatten(this.workflow).flatMap((step) => this.#step(step));
    return {
      workflowId,
      summary: this.workflow.name,
      ...(Object.keys(this.#inputs).length > 0 && { inputs: { type: 'object', properties: this.#inputs } }),
      steps,
    };
  }

  #omit(step: string, reason: string): void {
    this.omitted.push({ workflow: this.workflow.name, step, reason });
  }

  #step(flat: FlatStep): Dictionary[] {
    const { request, name } = flat;
    if (flat.isLooped) {
      this.#omit(name, 'Arazzo has no loops: the step is left out');
      return [];
    }
    if (flat.isConditional) {
      this.#omit(name, 'Arazzo has no conditions on steps: the step is left out');
      return [];
    }
    if (flat.cleanup) this.#omit(name, 'Arazzo has no clean-up steps: it runs only when nothing failed');
    if (request.auth !== undefined) this.#omit(name, 'Arazzo has no automatic login: add a step that logs in, and send the credential');
    for (const [address, source] of flat.given)
      this.#addresses.set(address, typeof source === 'string' ? String(this.#value(source, address, name)) : JSON.stringify(source));
    const stepId = this.#ids.unique(identifier(name));
    const { operation, parameters } = this.#operation(request, name);
    this.uses.push(operation);
    for (const [header, template] of request.headers)
      if (header.toLowerCase() !== 'content-type')
        parameters.push({ name: header, in: 'header', value: this.#text(template, header, name) });
    for (const [query] of request.query)
      parameters.push({ name: query, in: 'query', value: this.#value(request.step.query![query], query, name) });
    const outputs: Dictionary = {};
    const own: [string, string][] = [];
    for (const capture of request.captureInputs) this.#output(capture, outputs, stepId, own, `$request.body#${pointerOf(pathOf(capture))}`);
    for (const capture of request.captures) {
      const expression = expressionOf(capture);
      if (expression === undefined) this.#omit(name, `Arazzo cannot read the cookie for ${capture.scope}:${capture.key}`);
      else this.#output(capture, outputs, stepId, own, expression);
    }
    const body = request.step.body === undefined ? undefined : this.#value(request.step.body, 'body', name);
    // What a step captures is known to its own criteria.
    const known = new Map<string, string>(
      request.captureInputs.map((capture) => [`${capture.scope}:${capture.key}`, `$request.body#${pointerOf(pathOf(capture))}`]),
    );
    for (const capture of request.captures) {
      const expression = expressionOf(capture);
      if (expression !== undefined) known.set(`${capture.scope}:${capture.key}`, expression);
    }
    const criteria = this.#criteria(request, name, known);
    for (const [address, expression] of own) this.#addresses.set(address, expression);
    return [
      {
        stepId,
        description: name,
        operationPath: `{$sourceDescriptions.api.url}#/paths/${escaped(operation.path)}/${operation.method}`,
        ...(parameters.length > 0 && { parameters }),
        ...(body !== undefined && { requestBody: { contentType: request.contentType ?? 'application/json', payload: body } }),
        successCriteria: criteria,
        ...(Object.keys(outputs).length > 0 && { outputs }),
        ...(request.retry !== undefined && { onFailure: [retryAction(request)] }),
      },
    ];
  }

  #output(capture: PreparedCapture, outputs: Dictionary, stepId: string, own: [string, string][], expression: string): void {
    const name = identifierKey(capture.scope === 'workflow' ? capture.key : `${capture.scope}_${capture.key}`);
    outputs[name] = expression;
    own.push([`${capture.scope}:${capture.key}`, `$steps.${stepId}.outputs.${name}`]);
  }

  /** The path as OpenAPI writes it, and the values of its parameters. */
  #operation(request: PreparedRequest, step: string): { operation: OperationUse; parameters: Dictionary[] } {
    const [pathText = '', queryText = ''] = splitQuery(request.step.path ?? '/');
    const template = parseTemplate(pathText);
    const origin = placeholdersOf(template)[0];
    const hasBase =
      origin !== undefined && template.parts[0] === origin && origin.expression.kind === 'memory' && origin.expression.key === 'baseUrl';
    const segments = pathText
      .slice(hasBase ? origin.template.length : 0)
      .split('/')
      .slice(1);
    const modelled = request.endpoint?.path.split('/').slice(1);
    const parameters: Dictionary[] = [];
    const names = new Names();
    const path = segments.map((segment, index) => {
      const known = modelled?.length === segments.length ? modelled[index]! : undefined;
      const parsed = parseTemplate(segment);
      if (known !== undefined && !known.startsWith(':') && placeholdersOf(parsed).length === 0) return segment;
      if (known === undefined && placeholdersOf(parsed).length === 0) return segment;
      const first = placeholdersOf(parsed)[0];
      const name = names.unique(
        known?.startsWith(':') ? known.slice(1) : first === undefined ? `segment${index + 1}` : nameFor(first.expression),
      );
      parameters.push({ name, in: 'path', value: this.#text(parsed, name, step) });
      return `{${name}}`;
    });
    for (const pair of queryText === '' ? [] : queryText.split('&')) {
      const [name = '', value = ''] = splitOnce(pair, '=');
      parameters.push({ name: decodeURIComponent(name), in: 'query', value: this.#text(parseTemplate(value), name, step) });
    }
    const use: OperationUse = {
      path: `/${path.join('/')}`,
      method: request.method.toLowerCase(),
      pathParameters: parameters.filter((parameter) => parameter['in'] === 'path').map((parameter) => String(parameter['name'])),
      contentType: request.step.body === undefined ? undefined : (request.contentType ?? 'application/json'),
    };
    return { operation: use, parameters };
  }

  #value(source: unknown, name: string, step: string): unknown {
    if (typeof source === 'string') return this.#text(parseTemplate(source), name, step);
    if (Array.isArray(source)) return source.map((each: unknown, index) => this.#value(each, `${name}${index + 1}`, step));
    if (typeof source === 'object' && source !== null)
      return Object.fromEntries(Object.entries(source).map(([key, each]) => [key, this.#value(each, key, step)]));
    return source;
  }

  #text(template: Template, name: string, step: string): string {
    const [only] = template.parts;
    if (template.parts.length === 1 && typeof only !== 'string' && only !== undefined)
      return this.#expression(only.expression, only.template, name, step);
    return template.parts
      .map((part) => {
        if (typeof part !== 'string') return `{${this.#expression(part.expression, part.template, name, step)}}`;
        if (/\$(?:inputs|steps|response|request|url|method|statusCode)\b/.test(part))
          this.#omit(step, `"${part}" would be read as an expression`);
        return part;
      })
      .join('');
  }

  #expression(expression: Expression, template: string, name: string, step: string): string {
    if (expression.kind === 'memory') {
      const address = `${expression.scope}:${expression.key}`;
      const known = this.#addresses.get(address);
      if (known !== undefined) return known;
      return this.#input(expression.key, template);
    }
    if (expression.kind === 'item' || expression.kind === 'index') {
      this.#omit(step, `${template} stands outside of a loop`);
      return '';
    }
    // Each generated value is one of its own, also where two fields say the same.
    return expression.kind === 'faker' ? this.#input(name, template, true) : this.#input(nameFor(expression), template);
  }

  #input(wanted: string, template: string, isNew = false): string {
    const known = this.#templates.get(template);
    if (known !== undefined && !isNew) return known;
    const name = this.#inputNames.unique(identifierKey(wanted));
    this.#inputs[name] = {
      type: inputType(template),
      [TEMPLATE_KEY]: template,
      ...(/pass|secret|token|key/i.test(name) && { format: 'password' }),
    };
    if (!isNew) this.#templates.set(template, `$inputs.${name}`);
    return `$inputs.${name}`;
  }

  /** Checks in the words of Arazzo. Texts are compared there without regard to case, so literals become regular expressions. */
  #criteria(request: PreparedRequest, step: string, own: ReadonlyMap<string, string>): Dictionary[] {
    const { statuses } = request.expectation;
    const criteria: Dictionary[] =
      statuses === undefined
        ? [{ condition: '$statusCode >= 200' }, { condition: '$statusCode < 300' }]
        : [{ condition: statuses.map((status) => `$statusCode == ${status}`).join(' || ') }];
    const add = (context: string, what: string, given: unknown): void => {
      const matcher = matcherOf(given);
      for (const [kind, wanted] of Object.entries(matcher) as [string, unknown][]) {
        if (kind === 'equals' && typeof wanted === 'string' && wanted.includes('{{')) {
          const value = own.get(/^\{\{(.+)\}\}$/.exec(wanted)?.[1]?.trim() ?? '') ?? this.#text(parseTemplate(wanted), 'expected', step);
          if (/^\$[\w.#/-]+$/.test(value)) criteria.push({ condition: `${context} == ${value}` });
          else this.#omit(step, `Arazzo cannot compare ${what} with "${wanted}"`);
        } else if (kind === 'equals' && typeof wanted === 'string')
          criteria.push({ context, condition: `^${escapePattern(wanted)}$`, type: 'regex' });
        else if (kind === 'equals' && (typeof wanted === 'number' || typeof wanted === 'boolean'))
          criteria.push({ condition: `${context} == ${String(wanted)}` });
        else if (kind === 'contains' && typeof wanted === 'string' && !wanted.includes('{{'))
          criteria.push({ context, condition: escapePattern(wanted), type: 'regex' });
        else if (kind === 'matches' && typeof wanted === 'string' && !wanted.includes('{{'))
          criteria.push({ context, condition: wanted, type: 'regex' });
        else if (kind === 'exists' && wanted === true) criteria.push({ condition: `${context} != null` });
        else if (kind === 'min' && typeof wanted === 'number') criteria.push({ condition: `${context} >= ${wanted}` });
        else if (kind === 'max' && typeof wanted === 'number') criteria.push({ condition: `${context} <= ${wanted}` });
        else this.#omit(step, `Arazzo cannot say ${JSON.stringify({ [kind]: wanted })} of ${what}`);
      }
    };
    for (const [header, given] of Object.entries(request.step.expect?.headers ?? {}))
      add(`$response.header.${header}`, `the header ${header}`, given);
    for (const [path, given] of Object.entries(request.step.expect?.body ?? {}))
      add(`$response.body${pointerOf(path) === '' ? '' : `#${pointerOf(path)}`}`, `"${path}" in the body`, given);
    // A value that is not there fails the step here; in Arazzo it would fail a later one.
    for (const capture of request.captures)
      if (capture.from.kind === 'body' && capture.from.path !== '') criteria.push({ condition: `${expressionOf(capture)!} != null` });
    return criteria;
  }
}

function retryAction({ retry }: PreparedRequest): Dictionary {
  const statuses = (retry?.on ?? []).filter((reason) => /^\d+$/.test(String(reason)));
  return {
    name: 'retry',
    type: 'retry',
    retryAfter: (retry?.delayMs ?? 1_000) / 1_000,
    retryLimit: retry?.times ?? 1,
    ...(statuses.length > 0 &&
      statuses.length === retry?.on?.length && {
        criteria: [{ condition: statuses.map((status) => `$statusCode == ${status}`).join(' || ') }],
      }),
  };
}

function expressionOf(capture: PreparedCapture): string | undefined {
  switch (capture.from.kind) {
    case 'body':
      return `$response.body${capture.from.path === '' || capture.from.path === '$' ? '' : `#${pointerOf(capture.from.path)}`}`;
    case 'header':
      return `$response.header.${capture.from.name}`;
    case 'status':
      return '$statusCode';
    case 'cookie':
      return undefined;
  }
}

const pathOf = (capture: PreparedCapture): string => (capture.from.kind === 'body' ? capture.from.path : '');

const pointerOf = (path: string): string => {
  const bare = path.replace(/^\$\.?/, '');
  return bare === ''
    ? ''
    : `/${bare
        .split('.')
        .map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/')}`;
};

const escaped = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1');
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const splitOnce = (text: string, separator: string): [string, string] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

/** The first `?` outside of braces. */
function splitQuery(path: string): [string, string] {
  for (let at = 0, depth = 0; at < path.length; at++) {
    if (path.startsWith('{{', at)) depth++;
    else if (path.startsWith('}}', at)) depth--;
    else if (path[at] === '?' && depth === 0) return [path.slice(0, at), path.slice(at + 1)];
  }
  return [path, ''];
}

function nameFor(expression: Expression): string {
  switch (expression.kind) {
    case 'faker':
      return expression.generator;
    case 'memory':
    case 'human':
      return expression.key;
    case 'env':
      return expression.name;
    case 'data':
      return expression.column;
    case 'item':
    case 'index':
      return expression.kind;
  }
}

const inputType = (template: string): string =>
  /^\{\{faker\.number\.int\b/.test(template)
    ? 'integer'
    : /^\{\{faker\.number\.float\b/.test(template)
      ? 'number'
      : /^\{\{faker\.datatype\.boolean\b/.test(template)
        ? 'boolean'
        : 'string';

/** As Arazzo recommends for ids: letters, digits, `_` and `-`. */
export const identifier = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'step';
const identifierKey = (name: string): string => name.replace(/[^A-Za-z0-9_-]+/g, '_') || 'value';

/** Names that are all different. */
class Names {
  readonly #taken = new Set<string>();
  unique(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`;
    this.#taken.add(name);
    return name;
  }
}
