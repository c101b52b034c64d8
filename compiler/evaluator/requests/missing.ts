import type { Const, Primitive, Tested, Trace, Unknown, Value } from '@tool/scanner-sdk';
import type { Guard } from '../context.js';
import { ts } from '../language/syntax.js';
import type { Obj } from '../values/values.js';
import { perhapsMissing } from './observation.js';

/**
 * What the truth of a value says of a request: when one of these values is missing, it is true (`when`) or false. It travels with the value: `!name`,
 * `errors.length` where an error is added for each missing field, `{ valid: errors.length === 0 }`.
 */
export type Missing = NonNullable<Unknown['missing']>;

const names = new WeakMap<Trace, string>();

/** What tells the values of a request apart. */
export function nameOfTrace(trace: Trace): string {
  let name = names.get(trace);
  if (name === undefined) names.set(trace, (name = [trace.part, ...trace.path].join('\0')));
  return name;
}

export function union(traces: readonly Trace[]): readonly Trace[] {
  const distinct = new Map<string, Trace>();
  for (const trace of traces) if (!distinct.has(nameOfTrace(trace))) distinct.set(nameOfTrace(trace), trace);
  return [...distinct.values()];
}

export function missingOf(value: Value): Missing | null {
  if (value.kind === 'oneOf') return value.missing ?? missingOfFiles(value.values);
  if (value.kind !== 'unknown') return null;
  if (value.missing) return value.missing;
  // What stands in for it where it is missing is there.
  if (!value.trace || value.instead) return null;
  return value.trace.part !== 'context' && value.trace.path.length > 0 ? { when: false, traces: [sentFor(value, value.trace)] } : null;
}

/** The files of a field, or nothing. */
function missingOfFiles([list, none]: readonly Value[]): Missing | null {
  const first = list?.kind === 'object' && none?.kind === 'const' && !none.value ? (list as Obj).elements?.[0] : undefined;
  return first?.kind === 'unknown' && first.shape?.kind === 'file' ? missingOf(first) : null;
}

/** The files of a field of which one is looked at: without any there is no first one. */
export const sentFor = ({ shape }: Unknown, trace: Trace): Trace =>
  shape?.kind === 'file' && trace.path.at(-1) === '0' ? { ...trace, path: trace.path.slice(0, -1) } : trace;

export const withMissing = (value: Value, missing: Missing | null): Value =>
  (value.kind === 'unknown' || value.kind === 'oneOf') && missing && missing.traces.length > 0 ? { ...value, missing } : value;

/** What a test of a number says of the value that it was made of: of what is missing `Number()` and `parseInt()` make none. `raw`: the test makes a number of it itself. */
export function notANumber(value: Value, when: boolean, raw = false): Missing | null {
  const missing = missingOf(value);
  if (value.kind !== 'unknown' || !value.trace || !missing || missing.when) return null;
  return raw || (value.trace.derived && (value.shape?.kind === 'number' || value.shape?.kind === 'integer')) ? { ...missing, when } : null;
}

/** `!name || !mail` is true when either is missing, `name && mail` false; for others as well where more is asked. */
export function missingOfEither(left: Value, right: Value | null, when: boolean): Missing {
  const told = [left, right].flatMap((each) => {
    const missing = each && missingOf(each);
    return missing?.when === when ? missing : [];
  });
  const isExact = told.length === 2 && !told.some((each) => each.ofOthers);
  return { when, traces: union(told.flatMap(({ traces }) => traces)), ...(!isExact && { ofOthers: true }) };
}

/** `!value`. */
export const notMissing = (value: Value): Missing | null => {
  const missing = missingOf(value);
  return missing && { ...missing, when: !missing.when };
};

export const EQUAL: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken]);
export const DIFFERS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** What a comparison with a constant says: `name === undefined`, `errors.length > 0`, `valid === false`. */
export function missingOfComparison(operator: ts.SyntaxKind, left: Value, right: Value): Missing | null {
  if (left.kind === 'const') return right.kind === 'const' ? null : missingOfComparison(MIRRORED.get(operator) ?? operator, right, left);
  if (!(left.kind === 'unknown' || left.kind === 'oneOf') || right.kind !== 'const' || isLeftUnset(right)) return null;
  const missing = missingOf(left);
  if (!missing) return null;
  const given = truthCompared(left, right.value);
  const holds = holdsWhenFalsy(operator, given, left.missing === undefined);
  // `list?.length === 0` fails of what is not there.
  return holds === null || (holds && perhapsMissing.has(left)) ? null : { ...missing, when: missing.when ? !holds : holds };
}

/** What the configuration leaves unset or empty here is set where the program serves: `key !== process.env.SECRET` asks for no absence. */
const isLeftUnset = ({ taint, value }: Const): boolean => taint !== null && (value === undefined || value === null || value === '');

/** Of a value that is one of several: the truth of the constant, where it is all of them that are as true as it. */
export function truthCompared(left: Value, given: Primitive): Primitive {
  if (left.kind !== 'oneOf') return given;
  return left.values.every((each) => {
    const truth = each.kind === 'const' ? Boolean(each.value) : each.kind === 'object' ? true : null;
    return truth !== null && (truth !== Boolean(given) || (each.kind === 'const' && each.value === given));
  })
    ? Boolean(given)
    : NaN;
}

/** Whether the comparison holds of what is not there, empty or zero, and fails of everything else; null when it does not tell the two apart. */
function holdsWhenFalsy(operator: ts.SyntaxKind, given: unknown, isRequestValue: boolean): boolean | null {
  const nothing = isRequestValue ? given === undefined || given === null || given === '' : given === 0 || given === false;
  if (EQUAL.has(operator)) return nothing ? true : given === true && !isRequestValue ? false : null;
  if (DIFFERS.has(operator)) return nothing ? false : given === true && !isRequestValue ? true : null;
  if (isRequestValue) return null;
  if ((operator === ts.SyntaxKind.GreaterThanToken && given === 0) || (operator === ts.SyntaxKind.GreaterThanEqualsToken && given === 1))
    return false;
  return (operator === ts.SyntaxKind.LessThanToken && given === 1) || (operator === ts.SyntaxKind.LessThanEqualsToken && given === 0)
    ? true
    : null;
}

export const MIRRORED: ReadonlyMap<ts.SyntaxKind, ts.SyntaxKind> = new Map([
  [ts.SyntaxKind.LessThanToken, ts.SyntaxKind.GreaterThanToken],
  [ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.LessThanToken],
  [ts.SyntaxKind.LessThanEqualsToken, ts.SyntaxKind.GreaterThanEqualsToken],
  [ts.SyntaxKind.GreaterThanEqualsToken, ts.SyntaxKind.LessThanEqualsToken],
]);

/** What lists and records were given in arms while a function that serves requests runs. */
export class Gathered {
  private readonly added = new WeakMap<Obj, { readonly guards: Guard[]; readonly traces: Trace[] }>();

  private of(object: Obj): { readonly guards: Guard[]; readonly traces: Trace[] } {
    let known = this.added.get(object);
    if (!known) this.added.set(object, (known = { guards: [], traces: [] }));
    return known;
  }

  /** An element or member is added under these conditions. */
  under(object: Obj, guard: Guard): void {
    const { guards } = this.of(object);
    if (!guards.includes(guard)) guards.push(guard);
  }
  /** It holds something for each of these that is missing. */
  forMissing(object: Obj, traces: readonly Trace[]): void {
    this.of(object).traces.push(...traces);
  }
  /** The one is made of the members of the other. */
  copied(from: Obj, to: Obj): void {
    const known = this.added.get(from);
    if (known) {
      this.of(to).guards.push(...known.guards);
      this.of(to).traces.push(...known.traces);
    }
  }

  /** What each element that was added stands for a value of the request that does not fit. */
  tested(object: Obj, now: Guard | null): readonly Tested[] {
    return (this.added.get(object)?.guards ?? [])
      .flatMap((guard) => this.only(guard, now)?.flatMap(({ branch, arm }) => branch.tested?.[arm] ?? []) ?? [])
      .map((each) => ({ ...each, when: true }));
  }

  /** The one condition that divides what was done from what is done now; null when there are several. */
  private only(guard: Guard, now: Guard | null): readonly Guard[] | null {
    const own: Guard[] = [];
    for (let at: Guard | null = guard; at && !stands(now, at); at = at.parent) own.push(at);
    return own.length === 1 ? own : null;
  }

  /** The values of the request for each of which something is in the object when it is missing, whatever else the request has. */
  missing(object: Obj, now: Guard | null): readonly Trace[] {
    const known = this.added.get(object);
    if (!known) return [];
    return union([
      ...known.traces,
      ...known.guards.flatMap(
        (guard) => this.only(guard, now)?.flatMap(({ branch: { absence }, arm }) => (absence?.arm === arm ? absence.traces : [])) ?? [],
      ),
    ]);
  }
}

/** The program runs under this condition. */
function stands(now: Guard | null, guard: Guard): boolean {
  for (let at = now; at; at = at.parent) if (at === guard || (at.branch === guard.branch && at.arm === guard.arm)) return true;
  return false;
}
