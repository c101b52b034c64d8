import { expect, test } from '@jest/globals';
import { Guard, type BranchInfo } from '../../compiler/evaluator/context.js';
import { JobQueue, type JobKind } from '../../compiler/evaluator/jobs/jobs.js';

const undecided = new Guard(null, {} as BranchInfo, 0);
const job = (guard: Guard | null) => ({ run: () => {}, guard, depth: 0, timer: null });

/** How many jobs come out of the queue. */
function waiting(queue: JobQueue): number {
  let count = 0;
  while (queue.next()) count++;
  return count;
}

function filled(kind: JobKind, count: number, guard: Guard | null): JobQueue {
  const queue = new JobQueue();
  for (let index = 0; index < count; index++) expect(queue.push(kind, job(guard))).toBe(true);
  return queue;
}

test('a thousand jobs of undecided conditions wait, and no more of them; those without a condition always do', () => {
  const queue = filled('timer', 1_000, undecided);
  expect(queue.push('timer', job(undecided))).toBe(false);
  expect(queue.push('timer', job(null))).toBe(true);
  expect(queue.push('immediate', job(undecided))).toBe(true);
  expect(waiting(queue)).toBe(1_002);
});

test('what an arm has queued is taken over up to that number, and the rest is told of', () => {
  const queue = filled('tick', 999, undecided);
  const arm = filled('tick', 3, undecided);
  arm.push('tick', job(null));
  expect(queue.append(arm)).toBe(false);
  expect(waiting(queue)).toBe(1_001);
  expect(new JobQueue().append(filled('microtask', 5, undecided))).toBe(true);
});
