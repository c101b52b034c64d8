import type { ActivityRecord, AgentReport, Changes, Config, Memory, Model, Run, Workflow } from './generated/types.js';

/** What each schema describes. The keys are the names of the schema files. */
export interface Kinds {
  'activity-record': ActivityRecord;
  'agent-report': AgentReport;
  changes: Changes;
  config: Config;
  memory: Memory;
  model: Model;
  run: Run;
  workflow: Workflow;
}

export type Kind = keyof Kinds;
