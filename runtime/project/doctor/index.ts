import type { Config } from '../../../schemas/index.js';
import { readConfig } from '../../store/index.js';
import { absoluteFolder, serverFolders } from '../project-servers.js';
import { guarded, type Check } from './check.js';
import { configCheck, hookCheck, portCheck, runtimeCheck, toolFolderCheck } from './environment-checks.js';
import {
  activityCheck,
  changesCheck,
  ignoreCheck,
  lockCheck,
  memoryCheck,
  runsCheck,
  splitYamlCheck,
  workflowChecks,
} from './file-checks.js';
import { environmentCheck, modelChecks, readableModel, scanChecks, unknownSteps } from './model-checks.js';

export type { Check, CheckStatus } from './check.js';

/**
 * Looks at everything that the tool needs or keeps in a project, and says what to do about what is wrong. Writes nothing, and no damaged file
 * ends it: every check is made.
 * @param root absolute path of the project
 */
export async function examine(root: string, progress: { update(text: string): void }): Promise<Check[]> {
  const checks: Check[] = [...(await guarded('runtime', () => runtimeCheck())), ...(await guarded('config', () => configCheck(root)))];
  const { config, folders } = serversOf(root);
  for (const folder of folders) {
    const server = absoluteFolder(root, folder);
    const inherits = folder !== '.' && (config.env ?? config.values ?? config.adapters) !== undefined;
    const found: Check[] = [];
    const look = async (id: string, check: Parameters<typeof guarded>[1]): Promise<void> => {
      found.push(...(await guarded(id, check)));
    };
    progress.update(`examine: ${folder}`);
    await look('tool-folder', () => toolFolderCheck(server));
    await look('adapters', () => scanChecks({ root: server, progress, trace: () => undefined }, inherits));
    await look('model', () => modelChecks(server));
    await look('environments', () => environmentCheck(server));
    await look('split-yaml', () => splitYamlCheck(server));
    await look('workflows', () => workflowChecks(server, { unknownSteps: unknownSteps(readableModel(server)) }));
    await look('ignore-rules', () => ignoreCheck(server));
    await look('memory', () => memoryCheck(server));
    await look('activity', () => activityCheck(server));
    await look('changes', () => changesCheck(server));
    await look('runs', () => runsCheck(server));
    await look('lock', () => lockCheck(server));
    // A damaged model is reported once, by its own check.
    const seen = new Set<string>();
    for (const check of found) {
      const key = `${check.status} ${check.message}`;
      if (check.status === 'problem' && seen.has(key)) continue;
      seen.add(key);
      checks.push(folder === '.' ? check : { ...check, server: folder });
    }
  }
  checks.push(...(await guarded('hook', () => hookCheck(root))));
  checks.push(...(await guarded('port', () => portCheck(root))));
  return checks;
}

/** The servers of the project; the root alone when the configuration cannot be read, which has a check of its own. */
function serversOf(root: string): { readonly config: Config; readonly folders: readonly string[] } {
  try {
    const config = readConfig(root) ?? {};
    return { config, folders: serverFolders(root, config) };
  } catch {
    return { config: {}, folders: ['.'] };
  }
}
