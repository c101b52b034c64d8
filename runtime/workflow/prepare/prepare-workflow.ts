import { demandsOf, type Endpoint, type Model, type Step, type Workflow } from '../../../schemas/index.js';
import { parseMemoryAddress } from '../../store/index.js';
import { ConditionError, parseCondition, type Condition } from '../checks/condition.js';
import { prepareExpectation, type Expectation } from '../checks/expectation.js';
import { matchEndpoint } from '../model-match.js';
import { parseTemplate, placeholdersOf, type Placeholder, type Template } from '../template/template.js';
import { TemplateError } from '../template/template-error.js';
import { templateTree, type TemplateTree } from '../template/template-tree.js';
import { captureSource } from './capture-source.js';
import type { PreparedCapture, PreparedStep, PreparedWorkflow } from './prepared.js';
import type { Problem } from './problem.js';

/** A workflow and where it is from. */
export interface NamedWorkflow {
  readonly workflow: Workflow;
  /** Absolute path; absent for a workflow that is no file. */
  readonly file?: string;
  /** As messages show it. */
  readonly shown?: string;
}

export interface Preparation {
  readonly prepared: PreparedWorkflow;
  /** Errors mean that `prepared` must not be run. */
  readonly problems: readonly Problem[];
}

export interface PreparationContext {
  readonly model: Pick<Model, 'endpoints' | 'securitySchemes'> | undefined;
  /** Finds the workflow that a step uses; throws what its message says when there is none. */
  readonly find: (named: string, from: NamedWorkflow) => Promise<NamedWorkflow>;
}

/** Parses every template of a workflow and of those it uses, once, and collects all that is wrong with them. */
export async function prepareWorkflow(source: NamedWorkflow, context: PreparationContext): Promise<Preparation> {
  const problems: Problem[] = [];
  const prepared = await prepare(source, context, problems, [identity(source)], undefined);
  return { prepared, problems };
}

const identity = (source: NamedWorkflow): string => source.file ?? `name:${source.workflow.name}`;

async function prepare(
  source: NamedWorkflow,
  context: PreparationContext,
  problems: Problem[],
  path: readonly string[],
  usedBy: string | undefined,
): Promise<PreparedWorkflow> {
  const steps: PreparedStep[] = [];
  for (const [index, step] of source.workflow.steps.entries()) {
    const pointer = `/steps/${index}`;
    const note = (below: string, message: string, help?: string): void => {
      problems.push({
        severity: 'error',
        pointer: pointer + below,
        step: step.name,
        message,
        ...(help !== undefined && { help }),
        ...(usedBy !== undefined && source.shown !== undefined && { file: source.shown }),
      });
    };
    const prepared =
      step.use === undefined
        ? prepareRequest(step, pointer, context, note)
        : await prepareUse(step, step.use, pointer, source, context, problems, path, note);
    if (prepared !== undefined) steps.push(prepared);
  }
  return {
    name: source.workflow.name,
    file: source.shown,
    source: source.workflow,
    steps: [...steps.filter((step) => !step.cleanup), ...steps.filter((step) => step.cleanup)],
  };
}

type Note = (pointer: string, message: string, help?: string) => void;

/** Runs what may find a template wrong; the finding is noted at its place. */
function attempt<T>(pointer: string, note: Note, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof TemplateError) note(pointer, error.message, error.help);
    else if (error instanceof ConditionError || (error instanceof Error && error.name === 'UsageError'))
      note(pointer, error.message, 'help' in error && typeof error.help === 'string' ? error.help : undefined);
    else throw error;
    return undefined;
  }
}

interface Common {
  readonly condition: Condition | undefined;
  readonly forEach: TemplateTree | undefined;
}

function prepareCommon(step: Step, note: Note): Common {
  const condition = step.if === undefined ? undefined : attempt('/if', note, () => parseCondition(step.if!));
  const forEach = step.forEach === undefined ? undefined : attempt('/forEach', note, () => templateTree(step.forEach));
  return { condition, forEach };
}

/** What the placeholders of a step ask of people and of the memory. */
function demands(common: Common, placeholders: readonly Placeholder[]): { humans: string[]; needs: string[]; placeholders: Placeholder[] } {
  const all = [...placeholders, ...(common.forEach?.placeholders ?? [])];
  const keys = (from: readonly Placeholder[]): string[] =>
    from.flatMap(({ expression }) => (expression.kind === 'human' ? [expression.key] : []));
  const addresses = all.flatMap(({ expression }) => (expression.kind === 'memory' ? [`${expression.scope}:${expression.key}`] : []));
  const inCondition = common.condition?.placeholders ?? [];
  return {
    humans: [...new Set([...keys(all), ...keys(inCondition)])],
    needs: [...new Set(addresses)],
    placeholders: [...all, ...inCondition],
  };
}

function prepareRequest(step: Step, pointer: string, context: PreparationContext, note: Note): PreparedStep | undefined {
  const common = prepareCommon(step, note);
  const method = step.method ?? 'GET';
  const pathSource = step.path ?? '/';
  const path = attempt('/path', note, () => parseTemplate(pathSource));
  const query = Object.entries(step.query ?? {}).flatMap(([name, value]) => {
    const tree = attempt(`/query/${escapePointer(name)}`, note, () => templateTree(value));
    return tree === undefined ? [] : [[name, tree] as const];
  });
  const headers: (readonly [string, Template])[] = [];
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    const template = attempt(`/headers/${escapePointer(name)}`, note, () => parseTemplate(value));
    if (template !== undefined) headers.push([name, template]);
  }
  for (const [key, value] of Object.entries(step.inject ?? {})) {
    const template = attempt(`/inject/${escapePointer(key)}`, note, () => parseTemplate(value));
    if (template !== undefined) headers.push([key.slice('header:'.length).trim(), template]);
  }
  const body = step.body === undefined ? undefined : attempt('/body', note, () => templateTree(step.body));
  const expectation: Expectation | undefined = attempt('/expect', note, () => prepareExpectation(step));
  const captures = capturesOf(step.capture, '/capture', note);
  const captureInputs = capturesOf(step.captureInput, '/captureInput', note);
  if (path === undefined || expectation === undefined) return undefined;
  const endpoint = context.model === undefined ? undefined : matchEndpoint(context.model, method, pathSource);
  const auth = step.auth === undefined || step.auth === false ? undefined : authOf(step.auth, endpoint, context, note);
  const own = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].source;
  const placeholders = [
    ...placeholdersOf(path),
    ...query.flatMap(([, tree]) => tree.placeholders),
    ...headers.flatMap(([, template]) => placeholdersOf(template)),
    ...(body?.placeholders ?? []),
    ...expectation.placeholders,
  ];
  // What a step captures itself is there by the time its expectations are checked.
  const { humans, needs, placeholders: all } = demands(common, placeholders);
  const later = new Set([...captures, ...captureInputs].map(({ scope, key }) => `${scope}:${key}`));
  const before = new Set(
    demands(
      common,
      placeholders.filter((placeholder) => !expectation.placeholders.includes(placeholder)),
    ).needs,
  );
  return {
    kind: 'request',
    step,
    pointer,
    name: step.name,
    cleanup: step.cleanup === true,
    ...common,
    placeholders: all,
    humans,
    needs: needs.filter((address) => before.has(address) || !later.has(address)),
    method,
    path,
    query,
    headers,
    body,
    contentType: own ?? endpoint?.requestBody?.contentType,
    endpoint,
    auth,
    captures,
    captureInputs,
    expectation,
    retry: step.retry,
    timeoutMs: step.timeoutMs,
  };
}

function authOf(
  given: true | string,
  endpoint: Pick<Endpoint, 'security'> | undefined,
  context: PreparationContext,
  note: Note,
): readonly string[] | undefined {
  const schemes = Object.keys(context.model?.securitySchemes ?? {});
  if (given === true) {
    // One of each demand; what an endpoint takes without asking for it is sent as well.
    const demands = endpoint ? demandsOf(endpoint) : [];
    const uses = demands.length > 0 ? demands.map(([use]) => use!) : (endpoint?.security ?? []).slice(0, 1);
    if (uses.length === 0)
      note(
        '/auth',
        'The model does not say which security scheme this request needs.',
        schemes.length > 0 ? `Name it: ${schemes.map((name) => `"${name}"`).join(' or ')}.` : 'The model has no security schemes.',
      );
    return uses.length > 0 ? uses.map(({ scheme }) => scheme) : undefined;
  }
  if (schemes.includes(given)) return [given];
  note(
    '/auth',
    `The model has no security scheme "${given}".`,
    schemes.length > 0
      ? `It has ${schemes.map((name) => `"${name}"`).join(', ')}.`
      : 'It has none; run `tool scan`, or send the credential with "inject".',
  );
  return undefined;
}

function capturesOf(given: Readonly<Record<string, string>> | undefined, pointer: string, note: Note): PreparedCapture[] {
  return Object.entries(given ?? {}).flatMap(([address, from]): PreparedCapture[] => {
    const place = attempt(`${pointer}/${escapePointer(address)}`, note, () => parseMemoryAddress(address));
    return place === undefined ? [] : [{ scope: place.scope, key: place.key, from: captureSource(from) }];
  });
}

async function prepareUse(
  step: Step,
  named: string,
  pointer: string,
  source: NamedWorkflow,
  context: PreparationContext,
  problems: Problem[],
  path: readonly string[],
  note: Note,
): Promise<PreparedStep | undefined> {
  const common = prepareCommon(step, note);
  const given = Object.entries(step.with ?? {}).flatMap(([address, value]) => {
    const below = `/with/${escapePointer(address)}`;
    const place = attempt(below, note, () => parseMemoryAddress(address));
    const tree = attempt(below, note, () => templateTree(value));
    return place === undefined || tree === undefined ? [] : [[place.scope, place.key, tree] as const];
  });
  let target: NamedWorkflow;
  try {
    target = await context.find(named, source);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UsageError') throw error;
    note('/use', error.message, 'help' in error && typeof error.help === 'string' ? error.help : undefined);
    return undefined;
  }
  if (path.includes(identity(target))) {
    note('/use', `"${named}" is in use already: the workflows use each other in a circle.`, 'Move what both need into a third workflow.');
    return undefined;
  }
  const workflow = await prepare(target, context, problems, [...path, identity(target)], source.shown ?? source.workflow.name);
  return {
    kind: 'use',
    step,
    pointer,
    name: step.name,
    cleanup: step.cleanup === true,
    ...common,
    ...demands(
      common,
      given.flatMap(([, , tree]) => tree.placeholders),
    ),
    workflow,
    with: given,
  };
}

export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
