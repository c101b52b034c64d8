import { METHODS as HTTP_METHODS } from 'node:http';
import type { Faker } from '@faker-js/faker';
import { distance } from 'fastest-levenshtein';
import {
  demandsOf,
  unknownFields,
  type Endpoint,
  type FieldDescriptor,
  type Memory,
  type Model,
  type SecurityUse,
} from '../../../schemas/index.js';
import { memoryValue } from '../../store/index.js';
import { valueAtPath } from '../../simulate/value-at-path.js';
import { TYPE_NAMES } from '../checks/matcher.js';
import { findGenerator, generatorNames } from '../template/resolve.js';
import { escapePointer } from './prepare-workflow.js';
import type { PreparedRequest, PreparedStep, PreparedWorkflow } from './prepared.js';
import type { Problem } from './problem.js';

export interface CheckContext {
  readonly model: Pick<Model, 'endpoints' | 'securitySchemes'> | undefined;
  readonly memory: Memory;
  /** Columns that the run's data has; undefined when it is not known whether there is any. */
  readonly columns: ReadonlySet<string> | undefined;
  /** Asked for when a template generates something. */
  readonly loadFaker: () => Promise<Faker>;
}

/**
 * Looks for what cannot work, or probably does not, before any request is sent: values that nobody captured, generators that do
 * not exist, requests that the model does not know.
 */
export async function checkWorkflow(workflow: PreparedWorkflow, context: CheckContext): Promise<Problem[]> {
  const checker = new Checker(context, await fakerFor(workflow, context));
  checker.whole(workflow);
  checker.steps(workflow.steps, false, undefined);
  return checker.problems;
}

const usesFaker = (steps: readonly PreparedStep[]): boolean =>
  steps.some(
    (step) =>
      step.placeholders.some(({ expression }) => expression.kind === 'faker') || (step.kind === 'use' && usesFaker(step.workflow.steps)),
  );

const fakerFor = async (workflow: PreparedWorkflow, context: CheckContext): Promise<Faker | undefined> =>
  usesFaker(workflow.steps) ? context.loadFaker() : undefined;

/** Whether an address certainly has a value when a step is reached. */
type Known = 'certain' | 'perhaps';

class Checker {
  readonly problems: Problem[] = [];
  readonly #known = new Map<string, Known>();
  readonly #later = new Map<string, string>();
  readonly #names = new Set<string>();
  /** The requests that capture an address, in their order. */
  readonly #captors = new Map<string, PreparedRequest[]>();

  constructor(
    readonly context: CheckContext,
    readonly faker: Faker | undefined,
  ) {
    this.#known.set('global:baseUrl', 'certain');
  }

  whole(workflow: PreparedWorkflow): void {
    const note = (pointer: string, message: string, help: string): void => {
      this.problems.push({ severity: 'warning', pointer, message, help });
    };
    if (workflow.steps.length === 0)
      note(
        '/steps',
        'The workflow has no steps: a run of it checks nothing.',
        'Add one, for example { "name": "list", "method": "GET", "path": "/users" }.',
      );
    for (const { pointer, name, known } of unknownFields('workflow', { ...workflow.source, steps: [] }))
      note(pointer, `There is no field "${name}"; it is ignored.`, nearest(name, known) ?? `The fields are ${known.join(', ')}.`);
  }

  /** @param file the workflow that is used, when it is not the one that is checked */
  steps(steps: readonly PreparedStep[], conditional: boolean, file: string | undefined): void {
    for (const step of steps)
      if (step.kind === 'request')
        for (const { scope, key } of [...step.captureInputs, ...step.captures]) this.#later.set(`${scope}:${key}`, step.name);
    for (const step of steps) this.#step(step, conditional, file);
  }

  #step(step: PreparedStep, conditional: boolean, file: string | undefined): void {
    const note = (severity: Problem['severity'], below: string, message: string, help?: string): void => {
      this.problems.push({
        severity,
        pointer: step.pointer + below,
        step: step.name,
        message,
        ...(help !== undefined && { help }),
        ...(file !== undefined && { file }),
      });
    };
    const name = `${file ?? ''}\n${step.name}`;
    if (this.#names.has(name))
      note('warning', '/name', `Another step is called "${step.name}", too.`, 'Reports name steps: give each its own name.');
    this.#names.add(name);
    for (const { pointer, name: key, known } of unknownFields('workflow', step.step, 'step'))
      note(
        'warning',
        pointer,
        `There is no field "${key}" here; it is ignored.`,
        nearest(key, known) ?? `The fields are ${known.join(', ')}.`,
      );
    const isOptional = conditional || step.condition !== undefined || step.cleanup;
    this.#templates(step, isOptional, note);
    if (step.kind === 'use') {
      for (const key of ['method', 'path', 'body'] as const)
        if (step.step[key] !== undefined)
          note(
            'warning',
            `/${key}`,
            `The step runs another workflow ("use") and sends no request of its own: "${key}" is ignored.`,
            'Make the request a step of its own.',
          );
      for (const [scope, key] of step.with) this.#know(`${scope}:${key}`, isOptional);
      this.steps(step.workflow.steps, isOptional, step.workflow.file ?? step.workflow.name);
      return;
    }
    this.#request(step, note);
    for (const { scope, key } of [...step.captureInputs, ...step.captures]) {
      this.#know(`${scope}:${key}`, isOptional || step.step.continueOnFailure === true);
      const captors = this.#captors.get(`${scope}:${key}`) ?? [];
      this.#captors.set(`${scope}:${key}`, [...captors, step]);
    }
  }

  /** A name that two steps capture has the value of the later one; the model says which of them a path or a body means. */
  #overwritten(step: PreparedRequest, endpoint: Endpoint, note: Note): void {
    const offered = endpoint.path.split('/').reverse();
    const written = (step.step.path ?? '').split('?')[0]!.replace(/\/$/, '').split('/').reverse();
    for (const { usedAs, producedBy } of endpoint.consumes ?? []) {
      const name = usedAs.slice(usedAs.indexOf(':') + 1);
      const sent = usedAs.startsWith('path:')
        ? written[offered.indexOf(`:${name}`)]
        : usedAs.startsWith('body:')
          ? valueAtPath(step.step.body, name)
          : undefined;
      const address = typeof sent === 'string' ? /^\{\{([^{}]+)\}\}$/.exec(sent)?.[1]?.trim() : undefined;
      const captors = this.#captors.get(address ?? '') ?? [];
      const meant = captors.findLast(
        (each) => each.endpoint !== undefined && `${each.endpoint.method} ${each.endpoint.path}` === producedBy,
      );
      const last = captors.at(-1);
      if (meant !== undefined && last !== undefined && last.endpoint !== meant.endpoint)
        note(
          'warning',
          '',
          `{{${address}}} is what "${last.name}" captured: it overwrites that of "${meant.name}", which is meant here.`,
          'Give each capture a name of its own.',
        );
    }
  }

  #know(address: string, perhaps: boolean): void {
    if (this.#known.get(address) !== 'certain') this.#known.set(address, perhaps ? 'perhaps' : 'certain');
  }

  #templates(step: PreparedStep, isOptional: boolean, note: Note): void {
    for (const address of step.needs) {
      const known = this.#find(address);
      if (known === 'certain' || this.#isRemembered(address)) continue;
      const template = `{{${address}}}`;
      if (known === 'perhaps') {
        if (!isOptional) note('warning', '', `${template} may have no value: the step that captures it does not always run.`);
        continue;
      }
      const later = this.#later.get(address);
      note(
        isOptional && later === undefined && !step.cleanup ? 'warning' : 'error',
        '',
        later === undefined
          ? `${template} has no value: no step before this one captures it, and the memory does not hold it.`
          : later === step.name
            ? `${template} has no value yet: this step itself captures it, from the answer.`
            : `${template} has no value yet: "${later}" captures it, and runs later.`,
        later === undefined
          ? (nearest(address, [...this.#known.keys()]) ?? `Capture it in an earlier step, or set it: tool memory set ${address} <value>`)
          : 'Move the step that captures it before this one.',
      );
    }
    for (const { template, expression } of step.placeholders) {
      if (
        expression.kind === 'faker' &&
        this.faker !== undefined &&
        findGenerator(this.faker, expression.group, expression.generator) === null
      ) {
        note(
          'error',
          '',
          `${template} names a generator that does not exist.`,
          nearest(`${expression.group}.${expression.generator}`, generatorNames(this.faker)),
        );
      }
      if ((expression.kind === 'item' || expression.kind === 'index') && step.forEach === undefined)
        note('error', '', `${template} stands outside of a loop.`, 'Give the step "forEach".');
      if (expression.kind === 'data' && this.context.columns !== undefined && !this.context.columns.has(expression.column)) {
        note(
          'error',
          '',
          this.context.columns.size === 0
            ? `${template} has no value: the run has no data.`
            : `${template} has no value: the data has no such column.`,
          this.context.columns.size === 0
            ? 'Name a file with a row for each round: --data <file.csv|file.json>'
            : (nearest(expression.column, [...this.context.columns]) ?? `Its columns are ${[...this.context.columns].join(', ')}.`),
        );
      }
    }
  }

  /** A field of a captured object is as known as the object. */
  #find(address: string): Known | undefined {
    for (let known = address; ; known = known.slice(0, known.lastIndexOf('.'))) {
      const found = this.#known.get(known);
      if (found !== undefined || !known.includes('.')) return found;
    }
  }

  #isRemembered(address: string): boolean {
    const colon = address.indexOf(':');
    for (let key = address.slice(colon + 1); ; key = key.slice(0, key.lastIndexOf('.'))) {
      if (memoryValue(this.context.memory, { scope: address.slice(0, colon), key }) !== undefined) return true;
      if (!key.includes('.')) return false;
    }
  }

  #request(step: PreparedRequest, note: Note): void {
    const body: unknown = step.step.body;
    for (const { scope, key, from } of step.captureInputs) {
      if (from.kind === 'body' && !hasPath(body, from.path))
        note(
          'error',
          `/captureInput/${escapePointer(`${scope}:${key}`)}`,
          `The body has no field "${from.path}" to remember as ${scope}:${key}.`,
          'The value names a field of the body.',
        );
    }
    this.#assertions(step, note);
    if (!METHODS.includes(step.method))
      note(
        'warning',
        '/method',
        `"${step.method}" is no method that HTTP servers know.`,
        nearest(step.method, METHODS) ?? 'The usual ones are GET, POST, PUT, PATCH, DELETE, HEAD and OPTIONS.',
      );
    const path = step.step.path ?? '/';
    if (!/^(?:\/|\{\{|https?:\/\/)/i.test(path)) {
      note('warning', '/path', `The path "${path}" does not begin with a slash.`, `Write "/${path}".`);
      return;
    }
    const { model } = this.context;
    if (model === undefined) return;
    const { endpoint } = step;
    if (endpoint === undefined) {
      const named = `${step.method} ${step.step.path ?? ''}`;
      note(
        'warning',
        '/path',
        `The model has no endpoint for ${named}.`,
        nearest(
          named,
          model.endpoints.map((each) => `${each.method} ${each.path}`),
        ) ?? 'Correct the path, or run `tool scan` if the source has changed.',
      );
      return;
    }
    if (endpoint.deprecated === true) note('warning', '/path', `${endpoint.method} ${endpoint.path} is deprecated.`);
    this.#body(step, endpoint, note);
    this.#credential(step, endpoint, note);
    this.#overwritten(step, endpoint, note);
    captureChecks(step, endpoint, note);
  }

  #assertions(step: PreparedRequest, note: Note): void {
    const { headers, body } = step.step.expect ?? {};
    for (const [part, given] of [
      ['headers', headers],
      ['body', body],
    ] as const) {
      for (const [key, matcher] of Object.entries(given ?? {})) {
        if (typeof matcher !== 'object' || matcher === null) continue;
        const below = `/expect/${part}/${escapePointer(key)}`;
        const { type, matches } = matcher as { readonly type?: unknown; readonly matches?: unknown };
        if (typeof type === 'string' && !TYPE_NAMES.includes(type) && Object.keys(matcher).length === 1)
          note('error', `${below}/type`, `There is no type "${type}".`, `The types are ${TYPE_NAMES.join(', ')}.`);
        if (typeof matches === 'string' && !matches.includes('{{')) {
          try {
            new RegExp(matches);
          } catch (error) {
            note('error', `${below}/matches`, `/${matches}/ is no regular expression: ${(error as Error).message}.`);
          }
        }
      }
    }
    for (const reason of step.retry?.on ?? []) {
      if (typeof reason === 'string' && !['unreachable', 'timeout', 'expect'].includes(reason) && !/^[1-5]\d\d$/.test(reason))
        note(
          'error',
          '/retry/on',
          `"${reason}" is no reason to try again.`,
          'Reasons are status codes, "unreachable", "timeout" and "expect".',
        );
    }
  }

  #body(step: PreparedRequest, endpoint: Endpoint, note: Note): void {
    const fields: Readonly<Record<string, FieldDescriptor>> = endpoint.requestBody?.fields ?? {};
    const required = Object.entries(fields)
      .filter(([, field]) => field.required === true)
      .map(([name]) => name);
    const body: unknown = step.step.body;
    // Steps that provoke an error send incomplete bodies on purpose.
    const wantsError = step.expectation.statuses?.every((status) => status >= 400) === true;
    if (wantsError || (body !== undefined && (typeof body !== 'object' || body === null))) return;
    const missing = required.filter((name) => !Object.hasOwn(body ?? {}, name));
    if (missing.length > 0)
      note(
        'warning',
        '/body',
        `The body lacks ${missing.map((name) => `"${name}"`).join(', ')}, which ${endpoint.method} ${endpoint.path} requires.`,
      );
  }

  #credential(step: PreparedRequest, endpoint: Endpoint, note: Note): void {
    const wantsError = step.expectation.statuses?.every((status) => status >= 400) === true;
    if (step.auth !== undefined || wantsError) return;
    const model = this.context.model!;
    const headers = new Set(step.headers.map(([name]) => name.toLowerCase()));
    const query = new Set(step.query.map(([name]) => name));
    const sends = ({ scheme: name }: SecurityUse): boolean => {
      const scheme = model.securitySchemes[name];
      if (scheme?.type !== 'apiKey') return headers.has('authorization');
      // The cookies of a login before are sent without a word.
      return (
        scheme.in === 'cookie' ||
        (scheme.in === 'query' ? query.has(scheme.name ?? '') : headers.has((scheme.name ?? 'authorization').toLowerCase()))
      );
    };
    const demands = demandsOf(endpoint);
    for (const alternatives of demands)
      if (!alternatives.some(sends)) {
        const schemes = alternatives.map(({ scheme }) => scheme);
        note(
          'warning',
          '',
          `${endpoint.method} ${endpoint.path} needs a credential (${schemes.join(' or ')}), and the step sends none.`,
          `Send it with "inject", or let tool log in: "auth": ${demands.length > 1 ? 'true' : `"${schemes[0]!}"`}.`,
        );
      }
  }
}

type Note = (severity: Problem['severity'], below: string, message: string, help?: string) => void;

function captureChecks(step: PreparedRequest, endpoint: Endpoint, note: Note): void {
  const statuses =
    step.expectation.statuses ??
    Object.keys(endpoint.responses ?? {})
      .filter((status) => status.startsWith('2'))
      .map(Number);
  const paths = statuses.flatMap((status) => Object.keys(endpoint.responses?.[String(status)]?.schema ?? {}));
  if (paths.length === 0) return;
  const generic = paths.map(withoutIndexes);
  for (const { scope, key, from } of step.captures) {
    if (from.kind !== 'body' || from.path === '' || from.path === '$') continue;
    const wanted = withoutIndexes(from.path.replace(/^\$\./, ''));
    if (generic.some((path) => path === wanted || path.startsWith(`${wanted}.`) || wanted.startsWith(`${path}.`))) continue;
    note(
      'warning',
      `/capture/${escapePointer(`${scope}:${key}`)}`,
      `The model knows no "${from.path}" in the answer of ${endpoint.method} ${endpoint.path}.`,
      nearest(from.path, paths) ?? `It knows ${paths.slice(0, 8).join(', ')}.`,
    );
  }
}

const withoutIndexes = (path: string): string => path.replace(/(^|\.)\d+(?=\.|$)/g, '$10');

/** QUERY is not in the list of Node 20. */
const METHODS = [...HTTP_METHODS, 'QUERY'];

/** Whether a template, or a value, stands at a path of the body as it is written. */
function hasPath(body: unknown, path: string): boolean {
  if (typeof body === 'string') return true;
  let current = body;
  for (const key of path.split('.')) {
    if (typeof current === 'string') return true;
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return false;
    current = (current as Record<string, unknown>)[key];
  }
  return true;
}

function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, away: distance(typed.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  const [best] = ranked;
  return best !== undefined && best.away <= Math.max(2, Math.floor(typed.length / 3)) ? `Did you mean ${best.candidate}?` : undefined;
}
