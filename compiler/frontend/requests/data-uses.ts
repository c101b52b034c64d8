import type { DataBinding, DataUse, Span } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';
import { traceOf, type Evaluator, type Obj } from '../../evaluator/index.js';

/** What is done with the records of a database, and which of their columns hold what came in. */
export function dataUseOf(evaluator: Evaluator, use: Parameters<NonNullable<Call['useData']>>[0], place: Span): DataUse {
  const where = bindings(evaluator, use.where, use.references);
  // What a new record is made of as it came in fills its columns; an update takes of it what the caller wants to change.
  const whole = use.operation === 'create' ? wholeBindings(use.values, use.references) : [];
  const values = whole.length > 0 ? whole : bindings(evaluator, use.values, use.references);
  return {
    operation: use.operation,
    entity: use.entity,
    ...(where.length > 0 && { where }),
    ...(values.length > 0 && { values }),
    place,
  };
}

function bindings(evaluator: Evaluator, record: Value | undefined, references?: ReadonlyMap<string, string>): DataBinding[] {
  if (record?.kind !== 'object') return [];
  const { context, node } = evaluator.builtins.nowhere;
  return evaluator.keys(record as Obj).flatMap((column) => {
    const value = evaluator.get(record, column, context, node);
    // Conditions that hold together: a record or a list of them.
    if (/^(?:AND|\$and)$/.test(column))
      return value.kind === 'object' && (value as Obj).elements
        ? (value as Obj).elements!.flatMap((each) => bindings(evaluator, each, references))
        : bindings(evaluator, value, references);
    // What functions in front know of the caller is found by the way to it.
    const claim = value.kind === 'unknown' ? evaluator.leftUnder?.get(value) : undefined;
    const trace =
      traceOf(value) ??
      (claim && ({ part: 'context', path: claim } as const)) ??
      (value.kind === 'oneOf' ? (value.values.map(traceOf).find((found) => found !== null) ?? null) : null);
    const target = references?.get(column);
    return trace ? [{ column, part: trace.part, path: trace.path, ...(target !== undefined && { references: target }) }] : [];
  });
}

/** What is handed over as it came in goes to the columns of its members' names; of those the ones that refer to other tables are worth saying. */
function wholeBindings(value: Value | undefined, references: ReadonlyMap<string, string> | undefined): DataBinding[] {
  const trace = value && references && value.kind !== 'object' ? traceOf(value) : null;
  return trace
    ? [...references!].map(([column, target]) => ({ column, part: trace.part, path: [...trace.path, column], references: target }))
    : [];
}
