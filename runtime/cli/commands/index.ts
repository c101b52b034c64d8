import type { Command } from '../command.js';
import { activityList } from './activity-list.js';
import { adapterInspect } from './adapter-inspect.js';
import { adapterList } from './adapter-list.js';
import { agentList } from './agent-list.js';
import { agentRun } from './agent-run.js';
import { configList } from './config-list.js';
import { dev } from './dev.js';
import { doctor } from './doctor.js';
import { hookInstall } from './hook-install.js';
import { hookUninstall } from './hook-uninstall.js';
import { init } from './init.js';
import { inspectEndpoint } from './inspect-endpoint.js';
import { inspect } from './inspect.js';
import { mcp } from './mcp.js';
import { memoryClear } from './memory-clear.js';
import { memoryDelete } from './memory-delete.js';
import { memoryGet } from './memory-get.js';
import { memoryList } from './memory-list.js';
import { memorySet } from './memory-set.js';
import { modelDiff } from './model-diff.js';
import { modelExport } from './model-export.js';
import { modelImport } from './model-import.js';
import { modelList } from './model-list.js';
import { replay } from './replay.js';
import { modelValidate } from './model-validate.js';
import { scan } from './scan.js';
import { simulateEndpoint } from './simulate-endpoint.js';
import { simulateWorkflow } from './simulate-workflow.js';
import { upgrade } from './upgrade.js';
import { workflowExport } from './workflow-export.js';
import { workflowImport } from './workflow-import.js';
import { workflowList } from './workflow-list.js';
import { workflowScaffold } from './workflow-scaffold.js';
import { workflowValidate } from './workflow-validate.js';

/** Every command, in the order in which the help lists them. A literal list: what is not here does not exist. */
export const commands: readonly Command[] = [
  init,
  scan,
  inspect,
  inspectEndpoint,
  simulateEndpoint,
  simulateWorkflow,
  replay,
  workflowList,
  workflowScaffold,
  workflowValidate,
  workflowExport,
  workflowImport,
  memoryList,
  memoryGet,
  memorySet,
  memoryDelete,
  memoryClear,
  modelList,
  modelValidate,
  modelDiff,
  modelExport,
  modelImport,
  hookInstall,
  hookUninstall,
  adapterList,
  adapterInspect,
  agentList,
  agentRun,
  configList,
  doctor,
  upgrade,
  activityList,
  mcp,
  dev,
];
