import type { WorkflowFile } from '../../store/index.js';
import type { Problem } from './problem.js';

/** A problem and where a person finds it. */
export interface PlacedProblem extends Problem {
  /** `.tool/workflows/login.json:12:5` */
  readonly place: string;
  readonly line?: number;
  readonly column?: number;
}

/** Finds the line of a problem. In a workflow that is used only its file is known: its lines belong to a check of its own. */
export function placed(problem: Problem, file: WorkflowFile): PlacedProblem {
  if (problem.file !== undefined && problem.file !== file.shown) return { ...problem, place: problem.file };
  const { line, column } = file.locate(problem.pointer);
  return { ...problem, place: `${file.shown}:${line}:${column}`, line, column };
}
