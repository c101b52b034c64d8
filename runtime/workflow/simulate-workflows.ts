import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config, Endpoint, Environment, Model, Run } from '../../schemas/index.js';
import { checkResponse, checkWrites, chooseEnvironment, createHttpClient, waitForServer, type HttpResponse } from '../simulate/index.js';
import {
  environmentsOf,
  findWorkflow,
  readConfig,
  readMemory,
  readModel,
  readWorkflow,
  UsageError,
  workflowFiles,
  type WorkflowFile,
} from '../store/index.js';
import { loadData } from './load-data.js';
import { checkWorkflow } from './prepare/check-workflow.js';
import { findUsed } from './prepare/find-used.js';
import { placed, type PlacedProblem } from './prepare/placed-problem.js';
import { prepareWorkflow } from './prepare/prepare-workflow.js';
import type { PreparedStep, PreparedWorkflow } from './prepare/prepared.js';
import type { Ask } from './run/human-answers.js';
import { runWorkflows, type StepProgress } from './run/run-workflows.js';
import { loadFaker } from '../simulate/data/load-faker.js';

export interface SimulateWorkflowsOptions {
  /** Absolute path of the project. */
  readonly root: string;
  /** Names or paths, as a person gives them. A folder stands for all workflow files in it. */
  readonly workflows: readonly string[];
  readonly workingDirectory: string;
  readonly environmentName?: string | undefined;
  /** Sends requests that change something also to other machines. */
  readonly allowWrites?: boolean;
  readonly clearMemory?: boolean;
  /** Default: a random one, which the result names. */
  readonly seed?: number | undefined;
  /** CSV or JSON file with a row for each round. */
  readonly dataFile?: string | undefined;
  readonly repeat?: number | undefined;
  readonly workers?: number | undefined;
  readonly bail?: boolean;
  readonly timeoutMs?: number | undefined;
  readonly maxP95Ms?: number | undefined;
  readonly insecure?: boolean;
  /** Milliseconds to wait for the server to answer before the first request. Default: 0. */
  readonly waitMs?: number | undefined;
  readonly toolVersion?: string;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly ask?: Ask | undefined;
  readonly signal: AbortSignal;
  readonly cleanupSignal: AbortSignal;
  /** Called once, before the first request. */
  readonly onStart?: (start: {
    readonly seed: number;
    readonly environment: Environment;
    readonly workflows: number;
    readonly rounds: number;
    readonly warnings: readonly PlacedProblem[];
  }) => void;
  readonly onStep?: (progress: StepProgress) => Promise<'go' | 'stop'> | undefined;
}

/**
 * Runs workflows against a live server: finds the files, checks them, and sends nothing unless they can work.
 * @throws UsageError for unknown workflows and environments, invalid files, and values that nobody supplies
 */
export async function simulateWorkflows(options: SimulateWorkflowsOptions): Promise<Run> {
  const { root } = options;
  const model = readModel(root) ?? undefined;
  const config: Config = readConfig(root) ?? {};
  const memory = options.clearMemory === true ? {} : readMemory(root);
  const rows = options.dataFile === undefined ? undefined : await loadData(options.dataFile, options.workingDirectory);
  const files = await filesOf(options);
  const environment = chooseEnvironment(environmentsOf(root, model, config), options.environmentName, memory);

  // Loaded once, when the first template generates something: most of the start-up is libraries.
  let factory: ReturnType<typeof loadFaker> | undefined;
  const fakers = (): ReturnType<typeof loadFaker> => (factory ??= loadFaker());
  const columns = new Set(rows?.flatMap((row) => Object.keys(row)) ?? []);
  const workflows: PreparedWorkflow[] = [];
  const problems: PlacedProblem[] = [];
  for (const file of files) {
    const { prepared, problems: found } = await prepareWorkflow(file, { model, find: findUsed(root) });
    const checked = await checkWorkflow(prepared, { model, memory, columns, loadFaker: async () => (await fakers())(1) });
    problems.push(...[...found, ...checked].map((problem) => placed(problem, file)));
    workflows.push(prepared);
  }
  refuse(problems);
  checkWrites(
    environment,
    workflows.flatMap(({ steps }) => methodsOf(steps)),
    options.allowWrites === true,
  );
  const createFaker = needsFaker(workflows) ? await fakers() : undefined;

  const seed = options.seed ?? randomInt(1, 2 ** 31 - 1);
  const rounds = (rows?.length ?? 1) * (options.repeat ?? 1);
  options.onStart?.({ seed, environment, workflows: workflows.length, rounds, warnings: problems });
  const clientOptions = {
    environment: options.processEnvironment,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    ...(options.insecure === true && { insecure: true }),
  };
  if (options.waitMs !== undefined) await waitForServer(environment.baseUrl, options.waitMs, clientOptions, options.signal);
  const client = createHttpClient(clientOptions);
  try {
    return await runWorkflows({
      root,
      workflows,
      environment,
      model: modelFor(model, config),
      client,
      seed,
      createFaker:
        createFaker ??
        (() => {
          throw new Error('a template generates data, and the generator was not loaded');
        }),
      ...(rows !== undefined && { rows }),
      repeat: options.repeat ?? 1,
      workers: options.workers ?? 1,
      bail: options.bail === true,
      clearMemory: options.clearMemory === true,
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      ...(options.maxP95Ms !== undefined && { maxP95Ms: options.maxP95Ms }),
      ...(options.toolVersion !== undefined && { toolVersion: options.toolVersion }),
      processEnvironment: options.processEnvironment,
      ...(options.ask !== undefined && { ask: options.ask }),
      signal: options.signal,
      cleanupSignal: options.cleanupSignal,
      contract: differences,
      record: {
        workflows: files.map(({ shown }) => shown),
        ...(options.dataFile !== undefined && { data: options.dataFile }),
        ...(options.repeat !== undefined && { repeat: options.repeat }),
      },
      ...(options.onStep !== undefined && { onStep: options.onStep }),
    });
  } finally {
    await client.close();
  }
}

/** What an answer has differently from what the model says. The workflow says itself which status it expects. */
function differences(endpoint: Endpoint, response: HttpResponse): readonly string[] {
  if (response.status >= 400) return [];
  const { failures, warnings } = checkResponse(endpoint, response);
  return [...failures.map(({ message }) => `other than the model says: ${message}`), ...warnings];
}

/** The files that a person means. A folder stands for the files in it. */
export async function filesOf({
  root,
  workflows,
  workingDirectory,
}: Pick<SimulateWorkflowsOptions, 'root' | 'workflows' | 'workingDirectory'>): Promise<WorkflowFile[]> {
  const files: WorkflowFile[] = [];
  for (const named of workflows) {
    const folder = [resolve(workingDirectory, named), resolve(root, named)].find((path) =>
      statSync(path, { throwIfNoEntry: false })?.isDirectory(),
    );
    if (folder === undefined) {
      files.push(await findWorkflow(root, named, workingDirectory));
      continue;
    }
    const inside = workflowFiles(root, folder);
    if (inside.length === 0)
      throw new UsageError({
        what: `The folder ${named} holds no workflow files.`,
        why: '',
        help: 'Workflow files end with .json, .yaml or .yml.',
      });
    for (const file of inside) files.push(await readWorkflow(root, file));
  }
  // Named twice, or by a folder and by itself, it runs once.
  return [...new Map(files.map((file) => [file.file, file])).values()];
}

const modelFor = (model: Model | undefined, config: Config): Model | undefined =>
  model === undefined ? undefined : { ...model, environments: [...model.environments, ...(config.environments ?? [])] };

const methodsOf = (steps: readonly PreparedStep[]): string[] =>
  steps.flatMap((step) => (step.kind === 'use' ? methodsOf(step.workflow.steps) : [step.method]));

/** A login generates an account. */
const needsFaker = (workflows: readonly { readonly steps: readonly PreparedStep[] }[]): boolean =>
  workflows.some(({ steps }) =>
    steps.some(
      (step) =>
        step.placeholders.some(({ expression }) => expression.kind === 'faker') ||
        (step.kind === 'use' ? needsFaker([step.workflow]) : step.auth !== undefined),
    ),
  );

function refuse(problems: readonly PlacedProblem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const listed = errors
    .slice(0, 10)
    .map(
      (problem) =>
        `\n  ${problem.place} ${problem.step === undefined ? '' : `step "${problem.step}": `}${problem.message}${problem.help === undefined ? '' : ` ${problem.help}`}`,
    );
  throw new UsageError({
    what: `${errors.length === 1 ? 'The workflow cannot work' : `The workflow cannot work, for ${errors.length} reasons`}, and no request was sent:`,
    why: listed.join('') + (errors.length > 10 ? `\n  and ${errors.length - 10} more` : ''),
    help: 'Correct the places above; `tool workflow validate` checks without sending anything.',
  });
}
