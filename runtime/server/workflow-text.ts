import { shapes, validate, type Workflow } from '../../schemas/index.js';
import { JsonSyntaxError, memoryEntries, parseJson, readMemory } from '../store/index.js';
import { checkWorkflow } from '../workflow/prepare/check-workflow.js';
import { findUsed } from '../workflow/prepare/find-used.js';
import { prepareWorkflow } from '../workflow/prepare/prepare-workflow.js';
import { loadFaker } from '../simulate/data/load-faker.js';
import { generatorNames } from '../workflow/template/resolve.js';
import type { Studio } from './studio.js';

export interface TextProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly help?: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Everything that is wrong with a workflow as it is being written, with its places.
 * @returns the workflow when it has the form of one; then problems are about what it does
 */
export async function validateWorkflowText(
  studio: Studio,
  text: string,
): Promise<{ readonly workflow: Workflow | null; readonly problems: readonly TextProblem[] }> {
  let parsed: ReturnType<typeof parseJson>;
  try {
    parsed = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { workflow: null, problems: [{ severity: 'error', message: `This is no JSON: ${error.message}.`, ...error.position }] };
  }
  const checked = validate('workflow', parsed.value);
  if (!checked.ok)
    return {
      workflow: null,
      problems: checked.errors.map(({ pointer, message }) => ({
        severity: 'error' as const,
        message: `${pointer} ${message}`.trim(),
        ...parsed.locate(pointer),
      })),
    };
  const workflow = checked.value;
  const model = modelOf(studio);
  const { prepared, problems } = await prepareWorkflow({ workflow }, { model, find: findUsed(studio.root) });
  const found = await checkWorkflow(prepared, {
    model,
    memory: readMemory(studio.root),
    columns: new Set(),
    loadFaker: async () => (await loadFaker())(1),
  });
  return {
    workflow,
    problems: [...problems, ...found].map(({ severity, message, help, pointer, step }) => ({
      severity,
      message: step === undefined ? message : `step "${step}": ${message}`,
      ...(help !== undefined && { help }),
      ...parsed.locate(pointer),
    })),
  };
}

/** Without a model a workflow can be written all the same. */
function modelOf(studio: Studio) {
  try {
    return studio.model.get();
  } catch {
    return undefined;
  }
}

/** What can be typed: names of fields, endpoints of the model, templates. */
export async function completions(studio: Studio): Promise<{
  readonly keys: readonly string[];
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  readonly templates: readonly string[];
}> {
  const { definitions, root } = shapes.workflow;
  const keys = new Set([root, ...Object.values(definitions)].flatMap((shape) => Object.keys(shape.properties ?? {})));
  const endpoints = modelOf(studio)?.endpoints ?? [];
  return {
    keys: [...keys].sort(),
    methods: [...new Set(endpoints.map(({ method }) => method))].sort(),
    paths: [...new Set(endpoints.map(({ path }) => path))],
    templates: [
      ...memoryEntries(readMemory(studio.root)).map(({ scope, key }) => `{{${scope}:${key}}}`),
      '{{global:baseUrl}}',
      '{{human:code}}',
      ...generatorNames((await loadFaker())(1)).map((name) => `{{faker.${name}}}`),
    ],
  };
}
