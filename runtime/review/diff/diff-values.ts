import type { FieldDescriptor, Parameter } from '../../../schemas/index.js';
import { sameJson } from '../../store/index.js';
import { text, type Part } from './change.js';

type Value = FieldDescriptor | Parameter;

/**
 * What callers notice of a changed value that they send: a narrower one refuses what was accepted.
 * @param subject what it is called in messages: `body field email`
 */
export function diffValue(before: Value, after: Value, subject: string): Part[] {
  const parts: Part[] = [];
  const add = (level: Part['level'], code: string, message: string, from?: unknown, to?: unknown): void => {
    parts.push({
      level,
      code,
      subject,
      message: `${subject}: ${message}`,
      ...(from !== undefined && { before: from }),
      ...(to !== undefined && { after: to }),
    });
  };
  const [was, is] = [required(before), required(after)];
  if (!was && is) add('breaking', 'value-now-required', 'is required now');
  if (was && !is) add('safe', 'value-no-longer-required', 'is optional now');
  if (before.type !== after.type && before.type !== undefined && after.type !== undefined) {
    const wider = before.type === 'integer' && after.type === 'number';
    add(wider ? 'safe' : 'breaking', 'value-type-changed', `type ${before.type} became ${after.type}`, before.type, after.type);
  }
  if (before.nullable === true && after.nullable !== true) add('breaking', 'value-no-longer-nullable', 'null is not accepted any more');
  if (before.nullable !== true && after.nullable === true) add('safe', 'value-now-nullable', 'null is accepted, too');
  for (const [name, direction] of bounds) bound(name, direction, number(before, name), number(after, name), add);
  choices(before.enum, after.enum, add);
  for (const name of ['pattern', 'format'] as const) {
    if (before[name] === after[name]) continue;
    if (after[name] === undefined)
      add('safe', `value-${name}-dropped`, `${name} ${text(before[name])} is not asked for any more`, before[name]);
    else if (before[name] === undefined)
      add(
        name === 'pattern' ? 'breaking' : 'risky',
        `value-${name}-added`,
        `has to have the ${name} ${after[name]}`,
        undefined,
        after[name],
      );
    else add('risky', `value-${name}-changed`, `${name} ${before[name]} became ${after[name]}`, before[name], after[name]);
  }
  if ('default' in before || 'default' in after) {
    const [from, to] = [(before as Parameter).default, (after as Parameter).default];
    if (!sameJson(from, to)) add('risky', 'value-default-changed', `default ${text(from)} became ${text(to)}`, from, to);
  }
  if (before.items && after.items) parts.push(...diffValue(before.items, after.items, `${subject}[]`));
  parts.push(...diffFields(before.properties ?? {}, after.properties ?? {}, (name) => `${subject}.${name}`));
  return parts;
}

/** The same for the fields of an object, by name. */
export function diffFields(
  before: Readonly<Record<string, FieldDescriptor>>,
  after: Readonly<Record<string, FieldDescriptor>>,
  subjectOf: (name: string) => string,
): Part[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): Part[] => {
    const [from, to] = [Object.hasOwn(before, name) ? before[name] : undefined, Object.hasOwn(after, name) ? after[name] : undefined];
    const subject = subjectOf(name);
    if (from && to) return diffValue(from, to, subject);
    return [from ? removedValue(subject) : addedValue(subject, required(to!))];
  });
}

export const addedValue = (subject: string, mustBeSent: boolean): Part =>
  mustBeSent
    ? { level: 'breaking', code: 'value-added-required', subject, message: `${subject}: new, and required` }
    : { level: 'safe', code: 'value-added', subject, message: `${subject}: new, optional` };

export const removedValue = (subject: string): Part => ({
  level: 'risky',
  code: 'value-removed',
  subject,
  message: `${subject}: is not read any more`,
});

/** Path parameters have to be sent in any case. */
export const required = (value: Value): boolean => value.required ?? ('in' in value && value.in === 'path');

const bounds = [
  ['minLength', 1],
  ['min', 1],
  ['maxLength', -1],
  ['max', -1],
] as const;

const number = (value: Value, name: string): number | undefined => (value as Readonly<Record<string, unknown>>)[name] as number | undefined;

type Add = (level: Part['level'], code: string, message: string, from?: unknown, to?: unknown) => void;

/** @param direction 1 when a greater bound refuses more, -1 when a smaller one does */
function bound(name: string, direction: 1 | -1, before: number | undefined, after: number | undefined, add: Add): void {
  if (before === after) return;
  const narrower = after !== undefined && (before === undefined || (after - before) * direction > 0);
  add(
    narrower ? 'breaking' : 'safe',
    narrower ? 'value-bound-narrowed' : 'value-bound-widened',
    `${name} ${before ?? 'without'} became ${after ?? 'without'}`,
    before,
    after,
  );
}

function choices(before: readonly unknown[] | undefined, after: readonly unknown[] | undefined, add: Add): void {
  if (sameJson(before, after)) return;
  if (before === undefined)
    return add('breaking', 'value-choices-limited', `only ${after!.map(text).join(', ')} accepted`, undefined, after);
  if (after === undefined) return add('safe', 'value-choices-opened', 'any value accepted', before);
  const gone = before.filter((one) => !after.some((other) => sameJson(one, other)));
  const come = after.filter((one) => !before.some((other) => sameJson(one, other)));
  if (gone.length > 0) add('breaking', 'value-choice-removed', `${gone.map(text).join(', ')} not accepted any more`, before, after);
  if (come.length > 0) add('safe', 'value-choice-added', `${come.map(text).join(', ')} accepted, too`, before, after);
}
