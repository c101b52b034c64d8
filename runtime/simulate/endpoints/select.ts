import type { Endpoint, Model, Run } from '../../../schemas/index.js';
import { UsageError } from '../../store/index.js';
import { keyOf } from './plan.js';

/** Which endpoints a person means. */
export interface Selection {
  /** `<METHOD> <path>` of single ones; empty: all. */
  readonly endpoints: readonly string[];
  /** Patterns, of which one must match; empty: any. */
  readonly only: readonly string[];
  /** Patterns, of which none may match. */
  readonly skip: readonly string[];
  /** Tags, of which the endpoint has one; empty: any. */
  readonly tags: readonly string[];
}

/**
 * The endpoints that are meant. A pattern is a path or `<METHOD> <path>`, where `*` stands for anything; without one it matches every
 * endpoint that contains it.
 * @throws UsageError when nothing is left, or a pattern matches nothing: a typing error must not pass for a success
 */
export function selectEndpoints(model: Model, selection: Selection): Endpoint[] {
  const { endpoints, only, skip, tags } = selection;
  const all =
    endpoints.length === 0
      ? model.endpoints
      : model.endpoints.filter((endpoint) => endpoints.includes(keyOf(endpoint)) || endpoints.includes(endpoint.id));
  if (all.length === 0) {
    if (endpoints.length > 0)
      throw new UsageError({
        what: `The model has no endpoint ${endpoints.join(', ')}.`,
        why: '',
        help: 'See `tool model list`; run `tool scan` if the source has changed.',
      });
    throw new UsageError({ what: 'The model has no endpoints.', why: '', help: 'Run `tool scan`.' });
  }
  for (const pattern of [...only, ...skip]) {
    if (!all.some((endpoint) => matches(endpoint, pattern)))
      throw new UsageError({
        what: `No endpoint matches "${pattern}".`,
        why: '',
        help: 'A pattern is a path or "<METHOD> <path>"; * stands for anything. See `tool model list`.',
      });
  }
  const known = [...new Set(all.flatMap((endpoint) => endpoint.tags ?? []))].sort();
  for (const tag of tags) {
    if (!known.includes(tag))
      throw new UsageError({
        what: `No endpoint has the tag "${tag}".`,
        why: '',
        help: known.length > 0 ? `There are ${known.slice(0, 10).join(', ')}.` : 'No endpoint of the model has tags.',
      });
  }
  const selected = all.filter(
    (endpoint) =>
      (only.length === 0 || only.some((pattern) => matches(endpoint, pattern))) &&
      !skip.some((pattern) => matches(endpoint, pattern)) &&
      (tags.length === 0 || (endpoint.tags ?? []).some((tag) => tags.includes(tag))),
  );
  if (selected.length === 0)
    throw new UsageError({
      what: 'No endpoint is left.',
      why: 'What is chosen is skipped again.',
      help: 'Give other patterns for --only, --skip and --tag.',
    });
  return selected;
}

function matches(endpoint: Endpoint, pattern: string): boolean {
  const key = keyOf(endpoint);
  if (!pattern.includes('*')) return key.toLowerCase().includes(pattern.toLowerCase());
  const expression = new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  );
  return expression.test(key) || expression.test(endpoint.path);
}

/** Endpoints with a failed check in a run. */
export const failedIn = (run: Run): string[] => [
  ...new Set(
    run.groups
      .flatMap(({ checks }) => checks)
      .filter(({ verdict, cleanup }) => verdict === 'failed' && cleanup !== true)
      .flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint])),
  ),
];
