import type { Shape } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';
import { member, typed } from './support/table.js';

const WHOLE: Shape = { kind: 'integer' };
const TRUTH: Shape = { kind: 'boolean' };
const OR_NULL: Shape = { kind: 'union', alternatives: [WHOLE, { kind: 'null' }] };

/** Labels of mongoose-paginate-v2 and mongoose-aggregate-paginate-v2, in their order. */
const LABELS: readonly (readonly [string, Shape])[] = [
  ['totalDocs', WHOLE],
  ['limit', WHOLE],
  ['totalPages', WHOLE],
  ['page', WHOLE],
  ['pagingCounter', WHOLE],
  ['hasPrevPage', TRUTH],
  ['hasNextPage', TRUTH],
  ['prevPage', OR_NULL],
  ['nextPage', OR_NULL],
];
/** What the first mongoose-paginate calls them. */
const FIRST_LABELS: readonly (readonly [string, Shape])[] = [
  ['total', WHOLE],
  ['limit', WHOLE],
  ['page', WHOLE],
  ['pages', WHOLE],
];

/** `paginate(query, options)`: a page of documents with its numbers, under the labels that the options give them. */
export function page(call: Call, documents: Value, options: Value | undefined, first: boolean): Value {
  const custom = member(call, options, 'customLabels');
  const label = (name: string): string | null => {
    const given = custom ? call.get(custom, name) : undefined;
    if (!given || call.isUndefined(given)) return name;
    return call.truthy(given) === false ? null : (call.text(given) ?? name);
  };
  const members: Record<string, Value> = {};
  const numbers: Record<string, Value> = {};
  const docs = label('docs');
  if (docs !== null) members[docs] = documents;
  for (const [name, shape] of first ? FIRST_LABELS : LABELS) {
    const own = label(name);
    if (own !== null) numbers[own] = typed(call, shape, own);
  }
  const meta = custom ? member(call, custom, 'meta') : null;
  const holder = meta && call.text(meta);
  return call.record(holder ? { ...members, [holder]: call.record(numbers) } : { ...members, ...numbers });
}
