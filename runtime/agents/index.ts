export type { Agent, AgentInput, ChangedFiles, ImportGraph, Outcome, WorkflowEntry } from './agent.js';
export { agents } from './registry.js';
export { endpointOfStep } from './match-step.js';
export { Reaches, type Reach } from './workflow-impact.js';
