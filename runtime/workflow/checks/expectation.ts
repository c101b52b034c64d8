import type { RunFailure, Step } from '../../../schemas/index.js';
import { templateTree, type TemplateTree } from '../template/template-tree.js';
import type { TemplateScope } from '../template/resolve.js';
import type { Placeholder } from '../template/template.js';
import { valueAtPath } from '../../simulate/value-at-path.js';
import { matcherOf, mismatches, expectationOf, shown } from './matcher.js';

/** What is asked of an answer, prepared once. */
export interface Expectation {
  readonly placeholders: readonly Placeholder[];
  /** Status codes of which one must be answered; undefined: any 2xx. */
  readonly statuses: readonly number[] | undefined;
  /** Whether one of them is a redirect. */
  readonly expectsRedirect: boolean;
  /** What does not hold; empty when everything does. */
  readonly check: (answer: Answered, scope: TemplateScope) => RunFailure[];
}

/** What checks and captures read of an answer. */
export interface Answered {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed JSON, or the text. */
  readonly body: unknown;
}

type Assertion = { readonly name: string; readonly read: (answer: Answered) => unknown; readonly tree: TemplateTree };

/** @throws TemplateError */
export function prepareExpectation(step: Pick<Step, 'expectStatus' | 'expect'>): Expectation {
  const { status, headers, body } = step.expect ?? {};
  const statuses =
    step.expectStatus !== undefined ? [step.expectStatus] : status === undefined ? undefined : Array.isArray(status) ? status : [status];
  // Both may be there; then both must hold.
  const further = step.expectStatus !== undefined && status !== undefined ? (Array.isArray(status) ? status : [status]) : undefined;
  const assertions: Assertion[] = [
    ...Object.entries(headers ?? {}).map(([name, given]): Assertion => ({
      name: `header ${name}`,
      tree: templateTree(given),
      read: (answer) => headerValue(answer, name),
    })),
    ...Object.entries(body ?? {}).map(([path, given]): Assertion => ({
      name: path === '' || path === '$' ? 'body' : `body ${path}`,
      tree: templateTree(given),
      read: (answer) => valueAtPath(answer.body, path),
    })),
  ];
  return {
    placeholders: assertions.flatMap(({ tree }) => tree.placeholders),
    statuses,
    expectsRedirect: statuses?.some((code) => code >= 300 && code < 400) === true,
    check: (answer, scope) => {
      const failures: RunFailure[] = [];
      checkStatus(answer.status, statuses, failures);
      if (further !== undefined) checkStatus(answer.status, further, failures);
      for (const { name, read, tree } of assertions) assert(name, tree.resolve(scope), read(answer), failures);
      return failures;
    },
  };
}

export const headerValue = (answer: Answered, name: string): string | undefined => {
  const value = answer.headers[name.toLowerCase()];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
};

function checkStatus(received: number, statuses: readonly number[] | undefined, failures: RunFailure[]): void {
  const ok = statuses === undefined ? received >= 200 && received < 300 : statuses.includes(received);
  if (ok) return;
  const expected = statuses === undefined ? '2xx' : statuses.length === 1 ? statuses[0] : statuses;
  failures.push({
    check: 'status',
    expected,
    received,
    message: `expected status ${Array.isArray(expected) ? expected.join(' or ') : String(expected)}, received ${received}`,
    ...(received === 409 && {
      help: 'What it makes may be there already, since a seed makes the same data each time: restart the server with fresh data, or run the workflow with another --seed.',
    }),
  });
}

function assert(name: string, given: unknown, value: unknown, failures: RunFailure[]): void {
  // Mostly a text is expected, and is there.
  if (typeof given === 'string' && given === value) return;
  const matcher = matcherOf(given);
  const wrong = mismatches(matcher, value);
  if (wrong.length === 0) return;
  failures.push({
    check: name,
    expected: 'equals' in matcher ? matcher.equals : expectationOf(matcher),
    ...(value === undefined ? {} : { received: value }),
    message: `${name}: expected ${wrong.join(' and ')}, received ${shown(value)}`,
  });
}
