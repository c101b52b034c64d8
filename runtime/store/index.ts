export { adoptModel, type AdoptedModel } from './adopt-model.js';
export { appendActivity, readActivity, type Activity } from './activity.js';
export { readModelSnapshot, writeAgentReport, writeModelSnapshot } from './agent-reports.js';
export { writeAtomically } from './atomic-write.js';
export type { Conflict } from './authored-fields.js';
export { beginChanges, mergeChanges, readChanges, recordChanges, type FileChange } from './changes.js';
export { readConfig } from './config.js';
export { environmentsOf } from './environments.js';
export { IGNORED, initProject, type InitResult } from './init.js';
export { endpointKey } from './endpoint-key.js';
export { isMissing } from './file-error.js';
export { conflictMarker, conflictSides, mergeHelp } from './conflict-marker.js';
export { JsonSyntaxError, parseJson, type ParsedJson, type Position } from './json-text.js';
export { locateProject } from './locate-project.js';
export { withLock, type LockOptions } from './lock.js';
export { createMasker, createMaskers, MASK, type Masker } from './masker.js';
export {
  clearMemory,
  deleteMemory,
  memoryEntries,
  memoryValue,
  parseMemoryAddress,
  readMemory,
  setMemory,
  updateMemory,
  withMemory,
  type MemoryAddress,
  type MemoryEntry,
} from './memory.js';
export { matchRenames, type Rename } from './match-renames.js';
export { mergeScan, type LastScan, type MergedScan, type ModelChanges } from './merge-scan.js';
export {
  emptyModel,
  formatModel,
  normalise as normaliseModel,
  orderModel,
  parseModel,
  readModel,
  readSharedModel,
  updateModel,
  type WriteResult,
} from './model-file.js';
export { CONFIG_FILE, storePaths, TOOL_FOLDER, type StorePaths } from './paths.js';
export { previewScan, type PreviewedScan } from './preview-scan.js';
export { knowsLastScan, recordScan, type RecordedScan } from './record-scan.js';
export { lastRun, newRunId, readRun, runFolder, runIds, writeRun } from './runs.js';
export { isSecretName } from './secret-names.js';
export { sameJson } from './same-json.js';
export { readSplitFiles, writeSplitFiles, type SplitTexts, type WrittenFiles } from './split-files.js';
export { writeScanRecord } from './scan-record.js';
export { uniteModels } from './unite-models.js';
export { UsageError } from './usage-error.js';
export {
  findWorkflow,
  formatWorkflow,
  readWorkflow,
  workflowFileName,
  workflowFiles,
  writeWorkflow,
  type WorkflowFile,
  type WriteWorkflowOptions,
} from './workflows.js';
