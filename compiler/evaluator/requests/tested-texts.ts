import type { Primitive, Tested, Trace, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { GROWN } from './kept-state.js';
import { BOOLEAN, shaped } from './observation.js';
import { askedAmong, testOf } from './request-tests.js';
import { isOfCaller, OF_NO_PART, testFor, testedOf } from './tested.js';
import { constant, noteRead, settingOf, taintOf, type Obj, type Site } from '../values/values.js';
import { nameOfTrace } from './missing.js';

/** What texts like these are equal to is nobody's to know. */
const SECRET = /secret|passw|token|key|auth|signature|hash|pin|otp|code|credential/i;

/** `kind === 'air'`, `kind !== 2`: of a value of the request, which has to be there. Numbers and truth values come in bodies only. */
export function testedOfLiteral(value: Value, given: Primitive, differs: boolean): readonly Tested[] {
  if (typeof given === 'string' && isOfCaller(value))
    return [{ when: differs, trace: value.trace ?? OF_NO_PART, shape: { kind: 'string', enum: [given] } }];
  const trace = incoming(value);
  const kind = trace && kindOf(given, trace);
  if (!kind || SECRET.test(trace.path.at(-1)!)) return [];
  const required = value.kind === 'unknown' && (value.instead === undefined || value.instead !== given);
  return [{ when: differs, trace, shape: { kind, enum: [given as string] }, ...(required && { required }) }];
}

function kindOf(given: Primitive, { part }: Trace): 'string' | 'number' | 'boolean' | null {
  const kind = typeof given;
  return (kind === 'string' && given !== '') || (part === 'body' && (kind === 'number' || kind === 'boolean')) ? kind : null;
}

/** `key !== process.env.SECRET`: what the value has to be only the configuration knows, and that it has to be there. */
export function testedOfSetting(left: Value, right: Value, differs: boolean): readonly Tested[] {
  const [value, setting] = settingOf(right) === null ? [right, left] : [left, right];
  const trace = value.kind === 'unknown' && settingOf(setting) !== null ? value.trace : undefined;
  return trace && trace.part !== 'context' && trace.path.length > 0
    ? [{ when: differs, trace: { part: trace.part, path: trace.path }, shape: { kind: 'any' }, required: true }]
    : [];
}

/** A setting that holds a secret: its default is no text that a value of a request looks like. */
export const isSecretSetting = (value: Value): boolean => SECRET.test(taintOf(value) ?? '');

function incoming(value: Value): Trace | null {
  const trace = value.kind === 'unknown' ? value.trace : undefined;
  return trace && !trace.derived && trace.part !== 'context' && trace.path.length > 0 ? trace : null;
}

/**
 * Two tests of one value that are `when` together: `kind === 'air' || kind === 'sea'` is false, and `kind !== 'air' && kind !== 'sea'` true, of what is
 * neither.
 */
export function testedTogether(left: Value, right: Value, when: boolean): readonly Tested[] {
  const listed = (value: Value): readonly Tested[] => testedOf(value).filter((each) => each.when === when && each.shape.enum);
  return listed(left).flatMap((one) =>
    listed(right)
      .filter((other) => nameOfTrace(one.trace) === nameOfTrace(other.trace) && one.shape.kind === other.shape.kind)
      .map((other) => ({
        when,
        trace: one.trace,
        shape: { kind: one.shape.kind, enum: [...new Set([...one.shape.enum!, ...other.shape.enum!])] },
        ...(one.required && other.required && { required: true }),
      })),
  );
}

/** Whether a value of the request is one of these texts: keys of a table, elements of a set. Null where nobody knows all of them. */
export function testAmong(evaluator: Evaluator, value: Value, texts: readonly unknown[] | null, site: Site | null): Value | null {
  if (!texts || texts.length === 0 || !incoming(value) || !texts.every((text) => typeof text === 'string')) return null;
  return testFor(evaluator, value, { kind: 'string', enum: texts }, true, site);
}

/** The names of an object's own members and of the methods of its classes. */
export function namesOf(evaluator: Evaluator, object: Obj): string[] {
  const names = new Set(evaluator.keys(object));
  for (let at = object.proto; at?.kind === 'object'; at = (at as Obj).proto) {
    const { props } = at as Obj;
    const cls = props?.get('constructor')?.value;
    if (cls?.kind !== 'object' || (cls as Obj).fn?.kind !== 'class') break;
    for (const name of props!.keys()) if (typeof name === 'string' && name !== 'constructor') names.add(name);
  }
  return [...names];
}

/** The names of an object that nothing else is added to. */
export const keysOfTable = (evaluator: Evaluator, value: Value): readonly string[] | null => {
  if (value.kind === 'object') noteRead(value as Obj, GROWN);
  if (value.kind !== 'object' || (value as Obj).open || (value as Obj).host || (value as Obj).fn || (value as Obj).elements) return null;
  if ((value as Obj).cls === 'Environment') return null;
  const keys = namesOf(evaluator, value as Obj);
  return keys.every((key) => !evaluator.ownProperty(value as Obj, key)?.conditional) ? keys : null;
};

/** `key in table`: whether a value of the request is one of the names that a table has. Null where that says nothing. */
export function testInTable(evaluator: Evaluator, key: Value, table: Value, site: Site | null): Value | null {
  const names = keysOfTable(evaluator, table);
  const among = testAmong(evaluator, key, names, site);
  if (!names || !(among || testOf(key))) return among;
  return askedAmong(
    among ?? shaped(BOOLEAN, 'whether a table has a name'),
    names.map((name) => constant(name)),
    key,
  );
}

/** What it says of a value of the request that it is none of what a `switch` has cases for. Null where they are not literals of one kind. */
export function testedInNoCase(subject: Value, cases: readonly Value[]): Tested | null {
  const trace = incoming(subject);
  if (!trace) return null;
  const given = cases.map((each) => (each.kind === 'const' ? each.value : null));
  const [kind, ...others] = new Set(given.map((each) => kindOf(each, trace)));
  if (!kind || others.length > 0) return null;
  const required = subject.kind === 'unknown' && (subject.instead === undefined || !given.includes(subject.instead));
  return { when: true, trace, shape: { kind, enum: given as string[] }, ...(required && { required }) };
}
