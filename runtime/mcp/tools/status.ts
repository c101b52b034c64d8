import { existsSync } from 'node:fs';
import { z } from 'zod';
import { summarise } from '../../project/summary.js';
import { CONFIG_FILE, storePaths, workflowFiles } from '../../store/index.js';
import { defineTool, READS } from '../tool.js';

export const status = defineTool({
  name: 'tool_status',
  group: 'core',
  description: 'State of the project and the next step. Call this first.',
  input: z.strictObject({}),
  effect: READS,
  async run(session) {
    const paths = storePaths(session.root);
    const model = await session.modelIfAny();
    const workflows = workflowFiles(session.root);
    if (model === null) {
      return {
        document: {
          root: session.root,
          config: existsSync(paths.config) ? CONFIG_FILE : 'none (optional)',
          model: null,
          workflows: workflows.length,
          next: 'tool_scan',
        },
      };
    }
    const { endpoints, security, unresolved, loss } = summarise(model);
    const next =
      endpoints.total === 0
        ? 'tool_scan'
        : session.options.readOnly
          ? 'tool_find_endpoints, or tool_get_changes after editing sources'
          : model.environments.length === 0
            ? 'Add an environment with tool_edit_model to call the server: {"kind":"environment","name":"local","set":{"baseUrl":"http://localhost:3000"}}'
            : workflows.length === 0
              ? 'tool_get_workflow with scaffold, then tool_create_workflow'
              : 'tool_run_workflow, or tool_get_changes after editing sources';
    return {
      document: {
        root: session.root,
        project: model.project,
        model: {
          generatedAt: model.generatedAt,
          endpoints: endpoints.total,
          byMethod: endpoints.byMethod,
          ...nonZero({
            conditional: endpoints.conditional,
            shadowed: endpoints.shadowed,
            manual: endpoints.manual,
            stale: endpoints.stale,
          }),
        },
        security: { required: security.required, optional: security.optional, open: security.open, schemes: security.schemes },
        ...(unresolved.length > 0 ? { unresolved: { places: unresolved.length, loss, see: 'tool_explain' } } : {}),
        environments: model.environments,
        workflows: workflows.length,
        next,
      },
    };
  },
});

const nonZero = (numbers: Readonly<Record<string, number>>): object =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => value > 0));
