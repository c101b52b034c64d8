import type { ActivityRecord, AgentReport, Changes, Config, Memory, Model, Workflow } from './generated/types.js';

/** What each schema describes. The keys are the names of the schema files. */
export interface Kinds {
  'activity-record': ActivityRecord;
  'agent-report': AgentReport;
  changes: Changes;
  config: Config;
  memory: Memory;
  model: Model;
  workflow: Workflow;
}

export type Kind = keyof Kinds;
