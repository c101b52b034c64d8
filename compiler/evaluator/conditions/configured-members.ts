import type { Value } from '@tool/scanner-sdk';
import { environmentVariable } from '../builtins/index.js';
import type { Evaluator } from '../evaluator.js';
import { OF_ENVIRONMENT, isOfEnvironment } from '../values/properties.js';
import { UNDEFINED, withTaint, type Obj, type UnsetMembers } from '../values/values.js';

const isEnvironment = (object: Obj): boolean => object.cls === 'Environment' || isOfEnvironment(object);
const unsetOf = (object: Obj): string | null => (object.internal as Partial<UnsetMembers> | null)?.unset ?? null;

/** A member that a record of configuration values does not have itself; null: the record is of no configuration. */
function lacking(evaluator: Evaluator, source: Obj, key: string): Value | null {
  if (isEnvironment(source)) return environmentVariable(evaluator, key);
  const unset = unsetOf(source);
  return unset === null ? null : withTaint(UNDEFINED, `${unset} ${key}`);
}

/** What the source lacks only because nobody configured it, the target that it is copied into lacks for the same reason. */
export function lackLike(evaluator: Evaluator, target: Obj, source: Obj): void {
  const unset = unsetOf(source);
  if (unset !== null && target.internal === null) target.internal = { unset } satisfies UnsetMembers;
  if (!isEnvironment(source)) return;
  if (!target.open && target.internal === null) target.internal = OF_ENVIRONMENT;
  evaluator.setOpen(target);
}

/** A member was set whose name a configuration says: another one would have set another member. */
export function lackKey(target: Obj, name: string): void {
  if (target.internal === null && !target.host) target.internal = { unset: name } satisfies UnsetMembers;
}

/** Values of the target that the source would replace if somebody configured them: `{ ...defaults, ...argv }`. */
export function replaceable(evaluator: Evaluator, target: Obj, source: Obj): void {
  if (!isEnvironment(source) && unsetOf(source) === null) return;
  for (const [key, own] of target.props ?? []) {
    if (typeof key !== 'string' || own.get || own.conditional !== null || own.value.kind !== 'const' || source.props?.has(key)) continue;
    const member = lacking(evaluator, source, key);
    if (member?.kind !== 'const') continue;
    const value = member.value === undefined ? withTaint(own.value, member.taint) : member;
    if (value !== own.value) evaluator.define(target, key, value);
  }
}

/**
 * Something that nobody knows may have replaced plain values of a record: they stay as defaults do, and another configuration has others.
 * @param source what it stands beside: its own members are known
 */
export function mayBeReplaced(evaluator: Evaluator, record: Obj, by: Value, source: Obj | null = null): void {
  if (evaluator.observer || (by.kind !== 'unknown' && by.kind !== 'const') || (by.kind === 'unknown' && by.trace)) return;
  const why = by.kind === 'unknown' ? by.why : 'what is set by a name that only run time knows';
  for (const [key, own] of record.props ?? [])
    if (
      typeof key === 'string' &&
      !own.get &&
      !own.set &&
      own.conditional === null &&
      own.value.kind === 'const' &&
      own.enumerable &&
      !source?.props?.has(key)
    )
      evaluator.define(record, key, withTaint(own.value, `${key} of ${why}`));
}
