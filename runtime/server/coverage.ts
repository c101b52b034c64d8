import type { Model } from '../../schemas/index.js';
import { readWorkflow, workflowFiles } from '../store/index.js';
import { matchEndpoint } from '../workflow/model-match.js';

/** Ids of the endpoints that some workflow calls. A file that cannot be read covers nothing; its own page says so. */
export async function coveredEndpoints(root: string, model: Model): Promise<ReadonlySet<string>> {
  const covered = new Set<string>();
  for (const file of workflowFiles(root)) {
    let steps;
    try {
      ({
        workflow: { steps },
      } = await readWorkflow(root, file));
    } catch {
      continue;
    }
    for (const { method, path } of steps) {
      const found = method === undefined || path === undefined ? undefined : matchEndpoint(model, method, path);
      if (found !== undefined) covered.add(found.id);
    }
  }
  return covered;
}
