import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Model, Workflow } from '../../schemas/index.js';
import { createGenerators } from '../simulate/index.js';
import { isMissing, JsonSyntaxError, parseJson, readConfig, readMemory, readModel, UsageError, type WorkflowFile } from '../store/index.js';
import type { ArazzoExport, Omission } from './interchange/export-arazzo.js';
import { checkWorkflow } from './prepare/check-workflow.js';
import { findUsed } from './prepare/find-used.js';
import { placed, type PlacedProblem } from './prepare/placed-problem.js';
import { prepareWorkflow } from './prepare/prepare-workflow.js';
import type { PreparedWorkflow } from './prepare/prepared.js';
import { scaffoldWorkflow, type Scaffold } from './scaffold/scaffold-workflow.js';
import { loadFaker } from '../simulate/data/load-faker.js';

/** What is wrong, or looks wrong, with a workflow file, without sending anything. A value that the memory holds counts as there. */
export async function validateWorkflow(root: string, file: WorkflowFile, model = readModel(root) ?? undefined): Promise<PlacedProblem[]> {
  const { prepared, problems } = await prepareWorkflow(file, { model, find: findUsed(root) });
  const checked = await checkWorkflow(prepared, {
    model,
    memory: readMemory(root),
    columns: undefined,
    loadFaker: async () => (await loadFaker())(1),
  });
  return [...problems, ...checked].map((problem) => placed(problem, file));
}

/** The chain that leads to an endpoint. */
export async function scaffold(model: Model, endpoint: Model['endpoints'][number], name: string | undefined): Promise<Scaffold> {
  const generator = (await createGenerators(1))('scaffold');
  return scaffoldWorkflow(model, endpoint, {
    ...(name !== undefined && { name }),
    sample: (field, named) => generator.value(named, field),
    now: () => new Date(),
  });
}

/** Workflows ready for an export. @throws UsageError when one of them cannot work */
async function preparedAll(root: string, files: readonly WorkflowFile[]): Promise<PreparedWorkflow[]> {
  const model = readModel(root) ?? undefined;
  const prepared: PreparedWorkflow[] = [];
  for (const file of files) {
    const result = await prepareWorkflow(file, { model, find: findUsed(root) });
    const [wrong] = result.problems.filter(({ severity }) => severity === 'error').map((problem) => placed(problem, file));
    if (wrong !== undefined)
      throw new UsageError({
        what: `${wrong.place} ${wrong.message}`,
        why: 'The workflow cannot be exported.',
        help: wrong.help ?? 'Correct the file.',
      });
    prepared.push(result.prepared);
  }
  return prepared;
}

const baseUrlOf = (root: string): string => {
  const environments = [...(readModel(root)?.environments ?? []), ...(readConfig(root)?.environments ?? [])];
  return environments[0]?.baseUrl.replace(/\/+$/, '') ?? 'http://localhost:3000';
};

export async function toArazzo(root: string, files: readonly WorkflowFile[], openapiUrl: string): Promise<ArazzoExport> {
  const { exportArazzo } = await import('./interchange/export-arazzo.js');
  return exportArazzo(await preparedAll(root, files), { baseUrl: baseUrlOf(root), model: readModel(root) ?? undefined, openapiUrl });
}

export async function toK6(root: string, file: WorkflowFile): Promise<{ readonly script: string; readonly omitted: readonly Omission[] }> {
  const { exportK6 } = await import('./interchange/export-k6.js');
  return exportK6((await preparedAll(root, [file]))[0]!, { baseUrl: baseUrlOf(root) });
}

/** Reads the workflows of an Arazzo file and the OpenAPI files beside it that it names. */
export async function fromArazzo(
  root: string,
  file: string,
): Promise<{ readonly workflows: readonly Workflow[]; readonly omitted: readonly Omission[] }> {
  const document = await readDocument(file);
  const { importArazzo } = await import('./interchange/import-arazzo.js');
  const descriptions = new Map<string, unknown>();
  const omitted: Omission[] = [];
  const sources = (document as { readonly sourceDescriptions?: unknown } | null)?.sourceDescriptions;
  for (const source of Array.isArray(sources) ? (sources as { name?: unknown; url?: unknown }[]) : []) {
    if (typeof source.name !== 'string' || typeof source.url !== 'string' || /^https?:/i.test(source.url)) continue;
    try {
      descriptions.set(source.name, await readDocument(resolve(dirname(file), source.url)));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      omitted.push({ workflow: '', step: '', reason: `${source.url} cannot be read: operations are looked for in the model` });
    }
  }
  const result = importArazzo(document, { descriptions, model: readModel(root) ?? undefined, now: () => new Date() });
  return { workflows: result.workflows, omitted: [...omitted, ...result.omitted] };
}

async function readDocument(file: string): Promise<unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError({
      what: `The file ${file} ${isMissing(error) ? 'does not exist' : `cannot be read: ${error instanceof Error ? error.message : String(error)}`}.`,
      why: '',
      help: 'Check the path.',
    });
  }
  try {
    if (/^\s*\{/.test(text)) return parseJson(text).value;
    return (await import('yaml')).parse(text) as unknown;
  } catch (error) {
    const place = error instanceof JsonSyntaxError ? `:${error.position.line}:${error.position.column}` : '';
    throw new UsageError({
      what: `${file}${place} is neither JSON nor YAML: ${error instanceof Error ? error.message.split('\n')[0]! : String(error)}.`,
      why: '',
      help: 'Correct the file.',
    });
  }
}
