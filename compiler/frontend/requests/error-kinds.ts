import { STATUS_CODES } from 'node:http';
import { errorKindId, type ErrorKind, type ErrorKindId, type Failure, type Span } from '@tool/ir';
import type { Provenance, Value } from '@tool/scanner-sdk';
import { Alike, shapeOf, statementsOf, unknown, type Evaluator, type Obj, type Uses } from '../../evaluator/index.js';
import type { DescribedError, Given, Run } from './observation-log.js';

/** How many kinds of errors are told apart. */
export const MAX_KINDS = 200;

/** The name of errors that are texts of which a part is known. */
const PARTLY_KNOWN = 'text';

/** The name of errors of which nobody knows what they are. */
const NOT_KNOWN = 'unknown';

const isStatusOfError = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;
/** What HTTP calls its statuses of errors, as classes are called: `NotFound`. */
const STATUS_BY_NAME: ReadonlyMap<string, number> = new Map(
  Object.entries(STATUS_CODES).flatMap(([status, phrase]) =>
    isStatusOfError(Number(status))
      ? [[phrase!.replace(/[^a-z]+(\w?)/gi, (_, letter: string) => letter.toUpperCase()), Number(status)] as const]
      : [],
  ),
);
/** `NotFoundError` of `new default.NotFoundError()`. */
const nameIn = ({ path }: Provenance): string => /(\w+)\(\)$/.exec(path)?.[1] ?? NOT_KNOWN;

/** A function of which something was asked, whether it holds, and what was run to find that. */
interface Asked {
  readonly fn: Value;
  readonly holds: boolean;
  readonly uses: Uses;
}
/** Of functions that others are called in: whether their errors pass it unseen. */
export const ERRORS_PASS = 'errors pass';

/** Errors by class, status and shape. */
export class ErrorKinds {
  readonly kinds: ErrorKind[] = [];
  private readonly known = new Map<ErrorKindId, DescribedError>();
  private readonly byKey = new Map<string, ErrorKindId>();
  private readonly alike = new Alike();
  private readonly marks = new Map<Value, string>();
  /** What functions were asked, by the question and by what is the same for all that are alike. */
  private readonly answers = new Map<string, Asked[]>();
  constructor(private readonly evaluator: Evaluator) {}

  /** Whether something holds of a function: asked once for all that are alike. */
  asked(question: string, fn: Value, ask: () => Omit<Asked, 'fn'>): Asked {
    const mark = `${question} ${this.markOf(fn)}`;
    const known = this.answers.get(mark) ?? [];
    let found = known.find((each) => this.alike.of(each.fn, fn));
    if (!found) this.answers.set(mark, [...known, (found = { fn, ...ask() })]);
    return found;
  }

  private markOf(fn: Value): string {
    let mark = this.marks.get(fn);
    if (mark === undefined) this.marks.set(fn, (mark = this.alike.mark(fn)));
    return mark;
  }
  areKnownToPass(fn: Value): boolean {
    return this.answers.get(`${ERRORS_PASS} ${this.markOf(fn)}`)?.some((each) => each.holds && this.alike.of(each.fn, fn)) ?? false;
  }

  value(id: ErrorKindId): Value {
    return this.known.get(id)!.given.value;
  }
  status(id: ErrorKindId): number | undefined {
    return this.known.get(id)!.kind.status;
  }
  /** Whether an error may be what refuses those who are not known: by its status or, where only error handlers give it one, by being an error of its own. */
  mayRefuse(id: ErrorKindId): boolean {
    const { status, name } = this.known.get(id)!.kind;
    return status === undefined ? name !== NOT_KNOWN : status === 401 || status === 403;
  }
  keyOf(id: ErrorKindId): string {
    return this.known.get(id)!.key;
  }
  /** What error handlers of this kind are given. */
  given(id: ErrorKindId): Given {
    return this.known.get(id)!.given;
  }

  describe(failures: readonly Pick<Failure, 'error'>[]): ReadonlyMap<ErrorKindId, DescribedError> {
    return new Map(failures.map(({ error }) => [error, this.known.get(error)!]));
  }

  /** The errors of an earlier run once more: the numbers that they have now, by those that they had. */
  again({ errors }: Run): ReadonlyMap<ErrorKindId, ErrorKindId> {
    return new Map([...errors].map(([id, described]) => [id, this.intern(described) ?? id]));
  }

  private intern(described: DescribedError): ErrorKindId | null {
    const known = this.byKey.get(described.key);
    if (known !== undefined) return known;
    if (this.kinds.length >= MAX_KINDS) return null;
    const id = errorKindId(this.kinds.length);
    this.kinds.push({ id, ...described.kind });
    this.known.set(id, described);
    this.byKey.set(described.key, id);
    return id;
  }

  /** What an error says, where that is a constant. */
  messageOf(value: Value): string | undefined {
    if (value.kind !== 'object') return undefined;
    const text = this.evaluator.constantOf(this.read(value, 'message'));
    return typeof text === 'string' && text !== '' ? text : undefined;
  }

  private read(from: Value, key: string): Value {
    const { context, node } = this.evaluator.builtins.nowhere;
    return this.evaluator.looking(() => this.evaluator.get(from, key, context, node)) ?? unknown('a member of an error');
  }

  /** The status of an error whose class is not among the sources: the number that it is made with, else what HTTP calls like the class: `new NotFoundError()`. */
  private statedStatus(provenance: Provenance): number | undefined {
    if (!provenance.args) return undefined;
    const numbers = provenance.args.map((each) => this.evaluator.constantOf(each)).filter(isStatusOfError);
    return numbers.length === 1 ? numbers[0] : STATUS_BY_NAME.get(nameIn(provenance).replace(/^Http(?=[A-Z])|(?:Error|Exception)$/g, ''));
  }

  /** What a member says: a constant, or the keys of a map (`details` by the part of the request that is wrong). */
  private toldBy(member: Value): unknown {
    const entries = member.kind === 'object' ? (member as Obj).entries : null;
    return entries ? [...entries.keys()] : this.evaluator.constantOf(member);
  }

  of(value: Value, place: Span, state?: Value): ErrorKindId[] {
    if (value.kind === 'oneOf') return value.values.flatMap((alternative) => this.of(alternative, place, state));
    if (value.kind === 'const' && value.value == null) return [];
    const { evaluator } = this;
    const { context, node } = evaluator.builtins.nowhere;
    const read = (from: Value, key: string): Value => this.read(from, key);
    let name = NOT_KNOWN;
    let status: number | undefined;
    let shape = '';
    if (value.kind === 'object') {
      const constructor = read(value, 'constructor');
      const written = read(value, 'name');
      name = evaluator.describe(constructor) || 'Error';
      if (written.kind === 'const' && typeof written.value === 'string' && written.value !== 'Error') name = written.value;
      // By the names that frameworks look for; else by any member that holds a number which is one.
      for (const key of ['statusCode', 'status', ...evaluator.keys(value as Obj)]) {
        const found = evaluator.constantOf(read(value, key));
        if (status === undefined && isStatusOfError(found)) status = found;
      }
      const output = read(value, 'output');
      if (status === undefined && output.kind === 'object') {
        const found = evaluator.constantOf(read(output, 'statusCode'));
        if (typeof found === 'number') status = found;
      }
      // What handlers do with its message depends on what it is, although JSON leaves it out.
      shape = JSON.stringify([
        // Classes of several files may have one name.
        (constructor.kind === 'object' && (constructor as Obj).origin?.span.file) || null,
        ...[value, read(value, 'message')].map((each) => evaluator.looking(() => shapeOf(evaluator, each, context, node) ?? null)),
        told(evaluator.keys(value as Obj).map((key) => [key, this.toldBy(read(value, key))] as const)),
      ]);
    } else if (value.kind === 'const') {
      name = String(value.value);
    } else if (value.kind === 'template') {
      name = PARTLY_KNOWN;
      shape = JSON.stringify(value.parts.map((part) => (typeof part === 'string' ? part : null)));
    } else if (value.kind === 'unknown' && value.provenance) {
      status = this.statedStatus(value.provenance);
      if (status !== undefined) name = nameIn(value.provenance);
    }
    // The status that was set on the answer before stands for the error's own, as handlers of the program read it.
    // What is no error at all is handed on to be sent: `res.status(201); next({ id })`.
    const least = name === 'Object' ? 201 : 400;
    const set = state?.kind === 'const' && typeof state.value === 'number' && state.value >= least ? state.value : undefined;
    if (set !== undefined && set >= 400) status ??= set;
    const stack = value.kind === 'object' ? read(value, 'stack') : value;
    const isPlain = stack.kind === 'const' || (stack === value && value.kind !== 'unknown');
    const key = `${name}\0${status ?? ''}\0${set ?? ''}\0${shape}`;
    const id = this.intern({
      key,
      kind: { name, ...(status !== undefined && { status }), ...(isPlain && { plain: true }), place },
      given: { value, statements: statementsOf(evaluator, value), ...(state && set !== undefined && { state }) },
    });
    return id === null ? [] : [id];
  }
}

/** Members by which handlers tell errors of one class apart: numbers, truth values and codes. Texts are mostly for people. */
const told = (members: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    members.filter(
      ([key, value]) =>
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        typeof value === 'object' ||
        (typeof value === 'string' && /^(?:code|type|kind|status)$/.test(key)),
    ),
  );
