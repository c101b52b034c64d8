import { existsSync } from 'node:fs';
import type { Model } from '../../../schemas/index.js';
import { toModel } from '../../../backends/model-json/index.js';
import { endpointOfStep } from '../../agents/index.js';
import { endpointKey, mergeScan, readModel, storePaths, type WorkflowFile } from '../../store/index.js';
import { count } from '../count.js';
import { readProjectConfig } from '../project-config.js';
import type { ScanHost } from '../scan-project.js';
import { someOf } from '../some-of.js';
import { validateProject } from '../validate-project.js';
import { ok, problem, skipped, warning, type Check } from './check.js';

const SHOWN = 3;
const some = (names: readonly string[]): string => someOf(names, SHOWN);

/** The model by its schema and in its meaning, as `tool model validate` sees it, and endpoints that only people keep. */
export async function modelChecks(root: string): Promise<Check[]> {
  if (!existsSync(storePaths(root).model)) return [problem('model', 'There is no .tool/model.json.', 'Run `tool scan`.')];
  const { model, findings } = await validateProject(root);
  // The YAML files have a check of their own.
  const own = findings.filter(({ file }) => file === '.tool/model.json');
  const errors = own.filter(({ severity }) => severity === 'error');
  const checks: Check[] = [];
  const [first] = errors.length > 0 ? errors : own;
  if (first !== undefined) {
    const message = `${first.file}:${first.line}:${first.column} ${first.message}${own.length > 1 ? ` And ${own.length - 1} more.` : ''}`;
    const remedy = [first.help ?? 'Correct the place.', '`tool model validate` lists everything.'].join(' ');
    checks.push(errors.length > 0 ? problem('model', message, remedy) : warning('model', message, remedy));
  }
  if (model?.endpoints.length === 0)
    checks.push(warning('model', '.tool/model.json has no endpoints.', 'Run `tool scan`; it says why when it finds none.'));
  const stale = (model?.endpoints ?? []).filter((endpoint) => endpoint.stale).map(endpointKey);
  if (stale.length > 0)
    checks.push(
      warning(
        'stale-endpoints',
        `${count(stale.length, 'endpoint')} ${stale.length === 1 ? 'is' : 'are'} no longer in the source and kept for what people wrote: ${some(stale)}.`,
        'Delete them from .tool/model.json when nobody needs them.',
      ),
    );
  return checks.some(({ id }) => id === 'model')
    ? checks
    : [ok('model', `.tool/model.json is valid: ${count(model?.endpoints.length ?? 0, 'endpoint')}`), ...checks];
}

/** Where simulations can send requests. */
export function environmentCheck(root: string): Check {
  if (!existsSync(storePaths(root).model)) return skipped('environments', 'there is no model');
  const model = readableModel(root);
  if (model === null) return skipped('environments', 'the model cannot be read');
  if (model.environments.length === 0)
    return warning(
      'environments',
      'The model has no environment: simulations do not know where the server is.',
      'Add {"name": "local", "baseUrl": "http://127.0.0.1:3000"} to "environments" in tool.config.json and run `tool scan`.',
    );
  const names = model.environments.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0)
    return problem(
      'environments',
      `The model has several environments called ${some([...new Set(twice)])}.`,
      'Give each its own name in .tool/model.json.',
    );
  const open = model.environments
    .filter(({ baseUrl, allowWrites }) => allowWrites === true && !isLoopback(baseUrl))
    .map(({ name }) => name);
  return open.length === 0
    ? ok('environments', `environments: ${names.join(', ')}`)
    : warning(
        'environments',
        `Simulations may change data on ${some(open)}, which is not this machine ("allowWrites").`,
        'Take "allowWrites" away unless this is what you want; `--allow-writes` allows it for one run.',
      );
}

function isLoopback(url: string): boolean {
  try {
    return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
  } catch {
    return false;
  }
}

/** What a scan finds now: frameworks, losses, and whether the model is behind. Writes nothing. */
export async function scanChecks(host: ScanHost, inherits: boolean): Promise<Check[]> {
  const { scanReadOnly, SYNTAX_ERROR } = await import('../scan-project.js');
  const { weigh } = await import('./weigh-losses.js');
  const result = await scanReadOnly(host);
  const detected = result.adapters.filter((adapter) => adapter.detected);
  const isEmpty = result.endpointSet.endpoints.length === 0;
  const losses = weigh(result.diagnostics);
  const checks: Check[] = [
    detected.length > 0
      ? ok('adapters', `detected: ${detected.map(({ title }) => title).join(', ')}`)
      : problem(
          'adapters',
          'No supported web framework was detected here.',
          `Run this in the folder of the server (--project). Supported: ${result.adapters.map(({ title }) => title).join(', ')}; others by an adapter, see \`adapters\` in tool.config.json.`,
        ),
    isEmpty && losses.status === 'ok' ? warning('losses', 'A scan finds no endpoint here.', '`tool scan` says why.') : losses,
  ];
  const model = readableModel(host.root);
  // A server of a repository may get settings from above, which this scan does not have: it could not tell.
  if (model === null || inherits) return checks;
  if (isEmpty && model.endpoints.length === 0) return [...checks, skipped('freshness', 'neither the source nor the model has endpoints')];
  if (result.diagnostics.some(({ code }) => code === SYNTAX_ERROR))
    return [...checks, skipped('freshness', 'a file of the server has a syntax error')];
  const config = await readProjectConfig(host.root);
  const scanned = toModel(result.endpointSet, {
    name: config.name ?? model.project.name,
    language: result.project.language,
    framework: result.project.framework,
  });
  return [...checks, freshness(model, scanned)];
}

/** Only what is there and what is not: fields may have been written by hand. */
function freshness(model: Model, scanned: Model): Check {
  const { added, removed } = mergeScan(model, scanned).changes;
  if (added.length + removed.length === 0) return ok('freshness', 'the model has the endpoints that the source has');
  const parts = [...(added.length > 0 ? [`lacks ${some(added)}`] : []), ...(removed.length > 0 ? [`still has ${some(removed)}`] : [])];
  return warning('freshness', `The model is behind the source: it ${parts.join(' and ')}.`, 'Run `tool scan` and commit .tool/model.json.');
}

/** The model; null when there is none or it is damaged, which has a check of its own. */
export function readableModel(root: string): Model | null {
  try {
    return readModel(root);
  } catch {
    return null;
  }
}

/** Steps of a workflow that call no endpoint of the model, as `METHOD path`. */
export function unknownSteps(model: Model | null): (workflow: WorkflowFile) => readonly string[] {
  return ({ workflow }) =>
    model === null || model.endpoints.length === 0
      ? []
      : workflow.steps
          .filter((step) => step.method !== undefined && step.path !== undefined && endpointOfStep(model.endpoints, step) === undefined)
          .map((step) => `${step.method} ${step.path}`);
}
