import { ANY, memberShape, type FactSource, type RequestPart, type Shape } from '@tool/ir';
import { webFile, type Call, type OneOf, type Trace, type Unknown, type Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { shortText, ts } from '../language/syntax.js';
import type { Unfollowed } from '../bounds/rest-of-call.js';
import { opened } from '../language/declared-types.js';
import { ABSENT, Obj, UNDEFINED, constant, lazyProp, oneOf, prop, unknown, type Site } from '../values/values.js';
import { missingOf } from './missing.js';
import { askedByLength } from './request-tests.js';
import { incomingOf } from './tested.js';
import type { Wanted } from './wanted.js';

/**
 * What the evaluation of a function that serves requests tells about the request's values. There is an observer only while such a
 * function is run; set-up code is evaluated without one.
 */
export interface Observer {
  /** The run asks what comes of a request that says nothing of who sends it. */
  readonly ofNobody: boolean;
  /** How often it was told something that matters to whoever sent the request: answers, failures, what is left for other functions. */
  readonly told: number;
  /** A member of the request is taken. */
  read(trace: Trace, site: Site): void;
  /** It was no member but a method or `length`: the read of `trace` did not happen. */
  unread(trace: Trace): void;
  /** It says who sends the request. */
  isToken(trace: Trace): void;
  /** The program throws this value here. */
  thrown(value: Value): void;
  /** A `catch` of the program handles this error. */
  caught(error: Value): void;
  /** It has come to its end: what follows runs for those for whom the error was thrown as well. */
  wentOn(error: Value): void;
  /** A function of the program returns it here. */
  returned(value: Value): void;
  /** The program itself sets this member to a value; `maybe`: in some arm of a condition, so that what came in may still be there. */
  assigned(trace: Trace, value: Value, maybe: boolean, site: Site): void;
  /** Members of other parts of the request are put into this one: `Object.assign(req.params, req.query)`. */
  mergedInto(part: RequestPart, from: readonly RequestPart[]): void;
  /** The parts of the request whose members a part holds, where others were put into it. */
  partsIn(part: RequestPart): readonly RequestPart[] | undefined;
  /** In a copy of what the member is of (`{ ...body }`) a constant takes its place. */
  replacedInCopy(trace: Trace): void;
  /** In the record that it would be written to something else takes its place. */
  unwritten(trace: Trace): void;
  /** What the program set this member to, here or in a function in front of this one; undefined when it did not. */
  held(trace: Trace): Value | undefined;
  /** Its members are taken by name as well: `session.get('user')`. */
  isAskedByName(trace: Trace): boolean;
  /** A use says what kind of value it is. @param isTaken it is the value that was taken of the request, which says nothing of requests that it is not taken of */
  typed(trace: Trace, shape: Shape, source: FactSource, site: Site, isTaken?: true): void;
  refined(trace: Trace, shape: Shape, source: FactSource, site: Site): void;
  /** A condition, or what is put in its place, asks whether it is there. */
  askedFor(trace: Trace, by: ts.Node): void;
  /** What is stated of the value says that it has to be there. */
  demanded(trace: Trace, site: Site): void;
  data(use: DataAccess, site: Site): void;
  /** What nobody can see is asked about nothing: `verify(undefined)`. `isCaught`: if it throws, nobody hears of it. */
  askedOfNothing(isCaught: boolean): void;
  /** What nobody can see may be so since something is missing: a text that it is part of, what it is compared with. */
  madeOfNothing(): void;
  /** The error is thrown unless these values look like this. */
  unless(error: Value, wanted: readonly Wanted[]): void;
  /** A value of the request is compared with another unknown one, of which `field` says what it is. */
  compared(claim: readonly string[], field: string, site: Site): void;
  /** A value of the request is compared with what the configuration says: the name of the setting. */
  comparedWithSetting(trace: Trace, setting: string): void;
  /** A text of the request, or what is made of it, is looked through for this text, or compared with it as a whole. */
  lookedFor(trace: Trace, text: string, isWhole?: boolean): void;
  /** What it was looked through for so far. */
  readonly looked: string[];
  /** The body is read as one of this content type. */
  encoding(contentType: string): void;
  /** It is read as a form, the fields of which are texts, or files. */
  readonly isForm: boolean;
  /** Routes of a package answer the request from here on. */
  handedOver(to: HandedOver, site: Site): void;
  /** The function has taken all its steps: what it does from here on is not seen. */
  spent(): void;
  /**
   * A call in it, or the function itself, has taken long: it was left, and what it gives is not known.
   * @param mayDecide what it gives may decide whether the function comes to an answer
   */
  cut(rest: Unfollowed, mayDecide: boolean): void;
  /** This statement was followed to its end, or an error is thrown by this statement or call: `made` by this expression. */
  followed(by: ts.Node, made?: ts.Node): void;
}

export type HandedOver = Parameters<NonNullable<Call['handsOver']>>[0];
type DataAccess = Parameters<NonNullable<Call['useData']>>[0];

/** A member of something unknown, kept with its name: calling it is a method of the receiver. */
export interface UnknownMember extends Unknown {
  readonly member: string;
}
export const isMember = (value: Value): value is UnknownMember => value.kind === 'unknown' && 'member' in value;

export const INTEGER: Shape = { kind: 'integer' };
/** A big integer that nobody knows, told by this very shape: JSON has none, so that of what is sent it says nothing. */
export const BIGINT: Shape = { kind: 'any' };
export const isBigInt = (value: Value): boolean =>
  value.kind === 'const' ? typeof value.value === 'bigint' : value.kind === 'unknown' && value.shape === BIGINT;
export const NUMBER: Shape = { kind: 'number' };
export const STRING: Shape = { kind: 'string' };
export const BOOLEAN: Shape = { kind: 'boolean' };
const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

export const shaped = (shape: Shape, why: string, origin: Site | null = null, taint: string | null = null): Unknown => ({
  ...unknown(why, origin, null, [], taint),
  shape,
});

const ERROR_MEMBERS: Readonly<Record<string, Shape>> = { message: STRING, name: STRING, stack: STRING };

export const isUnknownError = (value: Value): boolean => value.kind === 'unknown' && value.hidden === ERROR_MEMBERS;

/** Errors that were caught, and texts that each of them has: none of them is nothing, as what a callback is told may be. */
const ofErrors = new WeakSet<Value>();
export const isOfError = (value: Value): boolean => ofErrors.has(value);
export function tellCaught({ observer }: Evaluator, error: Value): void {
  const message = error.kind === 'object' ? (error as Obj).props?.get('message')?.value : undefined;
  if (isUnknownError(error)) ofErrors.add(error);
  if (message?.kind === 'unknown') ofErrors.add(message);
  observer?.caught(error);
}

/** Errors that are known to be thrown where one may be that nobody knows: whoever asks that for what they have takes it for one of them. */
export const knownBeside = new WeakMap<Value, readonly Value[]>();

/** What something that nobody knows has thrown: some error. */
export const unknownError = (site: Site | null): Unknown => ({ ...unknown('an error', site), hidden: ERROR_MEMBERS });

/** A text is made of a field of a form: it is one that is no file. */
export function noteTextOfForm({ observer }: Evaluator, trace: Trace | undefined, site: Site): void {
  if (observer?.isForm && trace?.part === 'body' && !trace.derived && trace.path.length > 0) observer.typed(trace, STRING, 'code', site);
}

/** A text made of a value: while a request is served it is still the request's own, and known to be a text. */
export function asText(evaluator: Evaluator, value: Value, site: Site): Value {
  if (!evaluator.observer || value.kind !== 'unknown' || value.shape?.kind === 'string') return value;
  noteTextOfForm(evaluator, value.trace, site);
  if (!value.trace) return { ...value, shape: STRING };
  // What is a text anyway is left as it is.
  const { part, path, derived, but } = value.trace;
  const asItIs = derived || part === 'body' || part === 'context' || path.length === 0 ? but : 'blanks';
  const { instead } = value;
  return {
    ...traced({ ...value.trace, derived: true, ...(asItIs && { but: asItIs }) }, site, STRING),
    ...(instead != null && { instead: String(instead) }),
  };
}

/** A value of the request of which nothing else is known. */
export function traced(trace: Trace, origin: Site | null, shape?: Shape): Unknown {
  return {
    ...unknown(`${trace.part} ${trace.path.join('.')}${trace.derived ? ' (derived)' : ''}`, origin),
    trace,
    ...(shape && { shape }),
  };
}

export const isScalar = (shape: Shape | undefined): boolean =>
  shape !== undefined &&
  (SCALARS.has(shape.kind) || (shape.kind === 'union' && shape.alternatives!.every((alternative) => SCALARS.has(alternative.kind))));

const mayBeText = (shape: Shape): boolean => shape.kind === 'string' || (shape.alternatives ?? []).some(mayBeText);

/** The length, of which it is remembered whose it is. */
export function asLengthOf(evaluator: Evaluator, list: Value, length: Value): Value {
  evaluator.lengths.set(length, list);
  return length;
}

/** What is not there has no length, or none at all. */
const lackedWith = (value: Value): Pick<Unknown, 'missing'> => {
  const missing = missingOf(value);
  return missing && !missing.when ? { missing } : {};
};

/** `list?.length` */
function perhapsNone(length: Value, { node }: Site): Value {
  if (ts.isOptionalChain(node)) perhapsMissing.add(length);
  return length;
}

const askedWhetherLists = new WeakSet<Trace>();

/** Values of members that an object of their shape need not have. */
export const perhapsMissing = new WeakSet<Value>();

/** The program takes a whole part of a request for a list, or for none, as it comes: its length is no member that a client sends. */
export function askWhetherList(trace: Trace): void {
  askedWhetherLists.add(trace);
}

/** What pages and envelopes are told by, which no list has, whatever a driver adds to it: `result.items ?? result`. */
export const ENVELOPE: ReadonlySet<string> = new Set([
  'items',
  'data',
  'docs',
  'results',
  'total',
  'pagination',
  'page',
  'message',
  'statusCode',
  'status',
  'error',
]);

/** A member of an unknown value of which the shape or the way into the program is known; null when neither is. */
export function memberOfTraced(evaluator: Evaluator, value: Unknown, key: string, site: Site): Value | null {
  const { trace, shape } = value;
  const hidden = value.hidden && Object.hasOwn(value.hidden, key) ? value.hidden[key] : undefined;
  if (hidden) {
    const member = shaped(hidden, `${key} of ${value.why}`, site);
    if (ofErrors.has(value)) ofErrors.add(member);
    return member;
  }
  if (!trace && !shape) return null;
  // Data is no promise and says nothing of how it is written.
  if (key === 'then' || key === 'toJSON') return UNDEFINED;
  // Node writes the names of headers in lower case: one in capitals (and no method of records) is never there.
  if (trace?.part === 'header' && trace.path.length === 0 && /^[A-Z]|-.*[A-Z]/.test(key)) return UNDEFINED;
  if (isScalar(shape) || trace?.derived) {
    if (key === 'length')
      return shape && isScalar(shape) && !trace && !mayBeText(shape)
        ? UNDEFINED
        : perhapsNone(
            asLengthOf(
              evaluator,
              value,
              askedByLength(
                {
                  ...shaped(INTEGER, 'a length', site),
                  ...(trace && (!trace.derived || trace.but) && trace.path.length > 0 && { lengthOf: incomingOf(trace) }),
                  ...lackedWith(value),
                },
                value,
              ),
            ),
            site,
          );
    return { ...unknown(`${key} of ${value.why}`, site), member: key } as UnknownMember;
  }
  if (!trace && shape?.kind === 'array' && ENVELOPE.has(key)) return UNDEFINED;
  if (!trace && key === 'length' && shape?.kind === 'array') return asLengthOf(evaluator, value, shaped(INTEGER, 'a length', site));
  const inner = shape && memberShape(shape, key);
  if (!trace)
    return inner
      ? typedValue(evaluator, inner, `${key} of ${value.why}`, undefined, site)
      : ({ ...unknown(`${key} of ${value.why}`, site), member: key } as UnknownMember);
  if (key === 'length' && (trace.path.length > 0 || askedWhetherLists.has(trace)))
    return perhapsNone(askedByLength({ ...shaped(INTEGER, 'a length', site), lengthOf: trace, ...lackedWith(value) }, value), site);
  // Whoever looks at a field as a file takes one.
  if (shape && shape === webFile('File') && trace.part === 'body') evaluator.observer?.refined(trace, shape, 'code', site);
  const isPosition = /^\d+$/.test(key);
  const among = trace.among ?? (trace.path.length === 0 ? evaluator.observer?.partsIn(trace.part) : undefined);
  const path = {
    // What is in a record of several parts comes in the one that carries most, unless the path has it.
    part: among?.includes('body') ? 'body' : among?.includes('query') ? 'query' : trace.part,
    path: [...trace.path, isPosition ? '0' : key],
    ...(isPosition && { at: key }),
    ...(among && { among }),
    ...(trace.signed && { signed: trace.signed }),
    ...(trace.texts && { texts: trace.texts }),
  };
  const held = evaluator.observer?.held({ ...path, part: trace.part });
  if (held && (held.kind !== 'oneOf' || isSetAnyway(held, path))) return held;
  evaluator.observer?.read(path, site);
  if (held) return held;
  const member = inner ? typedValue(evaluator, inner, value.why, path, site, 0, claims.has(value)) : traced(path, site);
  return member.kind === 'unknown' ? ({ ...member, member: key } as UnknownMember) : member;
}

/** Of a body, a query or a path: whichever of these it is, the program has set it, and nothing of it came in. */
const isSetAnyway = ({ values }: OneOf, { part, path }: Trace): boolean =>
  (part === 'body' || part === 'query' || part === 'path') &&
  !values.some((value) => {
    const trace = traceOf(value);
    return trace?.part === part && trace.path.join('.') === path.join('.');
  });

/** A list of unknown length whose elements all look like this one. */
export function uniformList(evaluator: Evaluator, element: Value, site: Site | null): Obj {
  const list = evaluator.list([element], site);
  list.open = true;
  list.uniform = true;
  return list;
}

/** Whether the place stands in an arm of its function. What stands behind a refusal that returns does not. */
export function isInArm(place: ts.Node): boolean {
  for (let node = place; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (
      ts.isIfStatement(parent)
        ? node !== parent.expression
        : ts.isConditionalExpression(parent)
          ? node !== parent.condition
          : ts.isCaseOrDefaultClause(parent) || ts.isCatchClause(parent) || ts.isIterationStatement(parent, false)
    )
      return true;
    if (
      ts.isBinaryExpression(parent) &&
      node === parent.right &&
      (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken || parent.operatorToken.kind === ts.SyntaxKind.BarBarToken)
    )
      return true;
  }
  return false;
}

const MAX_DEPTH = 8;

/** A part of what the expression at its place gives, or nothing of it: the type of the expression is not its own. */
interface InnerValue extends Unknown {
  inside: boolean;
}
export const isInside = (value: Unknown): boolean => (value as Partial<InnerValue>).inside === true;
/** A value that a model makes while it is called. It may come to be what the call gives. */
export const inside = (value: Unknown): Unknown => Object.assign(value, { inside: true });
/** What its expression stands for after all. */
export function becomeWhole(value: Unknown): void {
  if (isInside(value) && !isMember(value)) (value as InnerValue).inside = false;
}

/** Parts of a request of which a type alone says what they are, which nobody has checked yet. */
const claims = new WeakMap<Value, Trace>();

/**
 * What came in, where a program asks what it is or whether it is there: a type that it states (`req.body as Ship[]`) says nothing of what somebody sends, so
 * `Array.isArray(ships)` and `typeof name` find out.
 */
export function asCameIn(value: Value): Value {
  if (value.kind === 'oneOf') {
    const values = value.values.map(asCameIn);
    return values.some((each, index) => each !== value.values[index]) ? { ...value, values } : value;
  }
  const trace = value.kind === 'object' || value.kind === 'unknown' ? claims.get(value) : undefined;
  return trace ? traced(trace, value.origin as Site | null) : value;
}

/** Whether a member of a record of the request need not have come: nothing has checked that it does. */
export const mayBeLeftOut = (record: Value, member: Value): boolean => claims.has(record) || perhapsMissing.has(member);

/** A value of a shape that a type states. Parameters of a path are texts whatever anybody sends. */
export function claimedValue(evaluator: Evaluator, shape: Shape, why: string, trace: Trace, site: Site | null): Value {
  return typedValue(evaluator, opened(shape), why, trace, site, 0, trace.part !== 'path');
}

/** A value of a shape: objects become records, lists lists of unknown length, the rest unknowns that know their shape. */
export function typedValue(
  evaluator: Evaluator,
  shape: Shape,
  why: string,
  trace: Trace | undefined,
  site: Site | null,
  depth = 0,
  isClaimed = false,
): Value {
  const value = valueOfShape(evaluator, shape, why, trace, site, depth, isClaimed);
  if (isClaimed && trace && !trace.derived && (value.kind === 'object' || value.kind === 'unknown')) claims.set(value, trace);
  return value;
}

function valueOfShape(
  evaluator: Evaluator,
  shape: Shape,
  why: string,
  trace: Trace | undefined,
  site: Site | null,
  depth: number,
  isClaimed: boolean,
): Value {
  const scalar = (): Unknown => (trace ? traced(trace, site, shape) : shaped(shape, why, site));
  if (depth > MAX_DEPTH) return scalar();
  const vague = (): Unknown => {
    const value = trace ? traced(trace, site) : unknown(why, site);
    return depth === 0 ? value : ({ ...value, inside: true } as InnerValue);
  };
  switch (shape.kind) {
    case 'null':
      return constant(null);
    case 'any':
      return vague();
    case 'object': {
      if (!shape.properties || shape.properties.length === 0) return trace ? vague() : shaped(shape, why, site);
      const record = evaluator.object(site);
      record.props = new Map(
        shape.properties.map((property) => [
          property.name,
          lazyProp(record, () => {
            const inner = trace && { ...trace, path: [...trace.path, property.name] };
            const value = typedValue(evaluator, property.shape, `${why}.${property.name}`, inner, site, depth + 1, isClaimed);
            if (!property.required && property.shape.default === undefined && value.kind !== 'const') perhapsMissing.add(value);
            return value;
          }),
        ]),
      );
      record.open = shape.open === true;
      if (trace) record.internal = { trace } satisfies TracedRecord;
      // What it does not list still comes from the request.
      if (trace && record.open) record.rest = traced(trace, site);
      return record;
    }
    case 'array': {
      const list = uniformList(
        evaluator,
        typedValue(
          evaluator,
          shape.items ?? ANY,
          `an element of ${why}`,
          trace && { ...trace, path: [...trace.path, '0'] },
          site,
          depth + 1,
          isClaimed,
        ),
        site,
      );
      list.mayBeEmpty = !shape.minItems;
      return list;
    }
    case 'union': {
      if (shape.alternatives!.every((alternative) => SCALARS.has(alternative.kind))) return scalar();
      return oneOf(
        shape.alternatives!.map((alternative) => typedValue(evaluator, alternative, why, trace, site, depth + 1, isClaimed)),
        why,
      );
    }
    default: {
      const only = shape.enum?.length === 1 ? shape.enum[0] : undefined;
      return only !== undefined && typeof only !== 'object' ? constant(only, site) : scalar();
    }
  }
}

interface TracedRecord {
  readonly trace: Trace;
}
export const traceOf = (value: Value): Trace | null =>
  value.kind === 'unknown'
    ? (value.trace ?? null)
    : value.kind === 'object'
      ? (((value as Obj).internal as TracedRecord | null)?.trace ?? null)
      : null;

/** Takes note that a value has a shape, member by member where only members of it come from a request, and gives the value as it is from then on. */
export function refineValue(
  evaluator: Evaluator,
  value: Value,
  shape: Shape,
  source: FactSource,
  context: Context,
  node: ts.Node,
  depth = 0,
): Value {
  const site = evaluator.site(context, node);
  const trace = traceOf(value);
  if (trace && (value.kind === 'unknown' || depth > 0 || trace.path.length === 0 || !trace.derived)) {
    if (!trace.derived) evaluator.observer?.refined(trace, shape, source, site);
    const why = value.kind === 'unknown' ? value.why : 'a validated value';
    return source === 'type' ? claimedValue(evaluator, shape, why, trace, site) : typedValue(evaluator, shape, why, trace, site);
  }
  if (value.kind === 'oneOf')
    return oneOf(
      value.values.map((alternative) =>
        alternative.kind === 'const' ? alternative : refineValue(evaluator, alternative, shape, source, context, node, depth),
      ),
      value.condition,
      value.preferred,
    );
  if (value.kind === 'object' && shape.kind === 'object' && !(value as Obj).elements && depth < MAX_DEPTH) {
    // Parts of a request in one record: which of them a member comes in with depends on the route.
    const { merged } = value as Obj;
    if (depth === 0 && merged) {
      for (const { trace: part } of merged) evaluator.observer?.refined(part!, shape, source, site);
      return typedValue(evaluator, shape, 'a validated value', undefined, site);
    }
    const record = evaluator.object(site);
    record.props = new Map();
    for (const property of shape.properties ?? []) {
      const own = evaluator.get(value, property.name, context, node);
      // Where the program has left it out it is refused.
      const given = property.required && own.kind === 'oneOf' ? own.values.filter((each) => !isLeftOut(each)) : [];
      const member = given.length > 0 ? oneOf(given, shortText(node)) : own;
      // What something stands in for need not come.
      const isDefaulted = member.kind === 'unknown' && member.instead !== undefined;
      if (property.required && !isDefaulted) demandedMember(evaluator, traceOf(member), site);
      record.props.set(
        property.name,
        prop(
          member.kind === 'const' && member.value === undefined
            ? UNDEFINED
            : refineValue(evaluator, member, property.shape, source, context, node, depth + 1),
        ),
      );
    }
    if (shape.open)
      for (const key of evaluator.keys(value as Obj))
        if (!record.props.has(key)) record.props.set(key, prop(evaluator.get(value, key, context, node)));
    record.open = shape.open === true && (value as Obj).open;
    return record;
  }
  if (value.kind === 'unknown' || (value.kind === 'object' && (value as Obj).open))
    return typedValue(evaluator, shape, 'a validated value', undefined, site);
  return value;
}

const isLeftOut = (value: Value): boolean => value === ABSENT || (value.kind === 'const' && value.value === undefined);

/** A record of the program is refused without a member that comes from a request: the request needs it. */
function demandedMember(evaluator: Evaluator, from: Trace | null, site: Site): void {
  if (!from || from.derived || from.path.length === 0) return;
  evaluator.observer?.demanded(from, site);
}

/** `Number(x)`, `+x`, `parseInt(x)`: the value is taken for a number. */
export function asNumber(evaluator: Evaluator, value: Value, site: Site, whole = false): Value {
  const shape = whole ? INTEGER : NUMBER;
  const trace = value.kind === 'unknown' ? value.trace : undefined;
  if (!trace) return shaped(shape, 'a number', site, value.kind === 'unknown' ? value.taint : null);
  // `parseInt(query.page || '1')`
  const standIn =
    value.kind === 'unknown' && typeof value.instead === 'string' && value.instead.trim() !== '' ? Number(value.instead) : NaN;
  if (!trace.derived || trace.but === 'blanks')
    evaluator.observer?.typed(incomingOf(trace), Number.isFinite(standIn) ? { ...shape, default: standIn } : shape, 'code', site);
  return traced({ ...trace, derived: true, but: undefined }, site, shape);
}

/** What a column says of what comes in: its kind. What is null in a table may be left out of a request. */
const kindOf = (shape: Shape): Shape => {
  const plain = shape.kind === 'union' ? (shape.alternatives!.find((alternative) => alternative.kind !== 'null') ?? ANY) : shape;
  return plain.kind === 'array' && plain.items ? { kind: 'array', items: { kind: plain.items.kind } } : { kind: plain.kind };
};

/** A cookie of the request whose headers, or whose header `cookie`, the value is; null: of the one that is served. */
export function cookieOf(evaluator: Evaluator, headers: Value | null, name: string, site: Site | null): Value | undefined {
  if (!headers) {
    const path: Trace = { part: 'cookie', path: [name] };
    if (!evaluator.observer || !site) return undefined;
    evaluator.observer.read(path, site);
    return evaluator.observer.held(path) ?? traced(path, site);
  }
  // A request without the header has none.
  if (evaluator.observer && headers.kind === 'const' && headers.value === undefined) return UNDEFINED;
  const known = headers.kind === 'oneOf' ? headers.values.find((value) => value.kind === 'unknown' && value.trace) : headers;
  const trace = known?.kind === 'unknown' ? known.trace : undefined;
  if (!site || trace?.part !== 'header' || (trace.path.length > 0 && trace.path.join('.').toLowerCase() !== 'cookie')) return undefined;
  const path: Trace = { part: 'cookie', path: [name] };
  if (trace.path.length > 0) evaluator.observer?.unread({ part: 'header', path: trace.path });
  evaluator.observer?.read(path, site);
  return evaluator.observer?.held(path) ?? traced(path, site);
}

/** A use of a value as one of a shape, where it is the request's own value: what was made of it says nothing of how it came in. */
export function takenAs(evaluator: Evaluator, value: Value, shape: Shape, site: Site | null): void {
  if (!evaluator.observer || !site || shape.kind === 'any') return;
  if (value.kind === 'oneOf') {
    for (const alternative of value.values) takenAs(evaluator, alternative, shape, site);
    return;
  }
  if (value.kind === 'object' && (value as Obj).elements && shape.kind === 'array' && shape.items) {
    for (const element of (value as Obj).elements!) takenAs(evaluator, element, shape.items, site);
    return;
  }
  if (value.kind === 'object' && shape.kind === 'object') {
    const own = value as Obj;
    for (const { name, shape: inner } of shape.properties ?? []) {
      const held = own.props?.get(name)?.value;
      if (held) takenAs(evaluator, held, inner, site);
    }
    if (!own.rest) return;
    const mayBring = (name: string): boolean => {
      const known = own.props?.get(name);
      return !known || (own.under !== null && own.under.get(name) === known.value);
    };
    takenAs(evaluator, own.rest, { ...shape, properties: (shape.properties ?? []).filter(({ name }) => mayBring(name)) }, site);
    return;
  }
  const trace = value.kind === 'unknown' ? value.trace : undefined;
  if (!trace || trace.derived) return;
  // A record that is written as a whole takes the columns of the table from the request.
  if (shape.kind === 'object' && trace.part === 'body') {
    for (const property of shape.properties ?? []) {
      const inner: Trace = { part: trace.part, path: [...trace.path, property.name] };
      // What the program put there, here or in a function in front of this one, goes into the column in place of what came in.
      const held = evaluator.observer.held(inner);
      if (held) {
        takenAs(evaluator, held, property.shape, site);
        continue;
      }
      evaluator.observer.typed(inner, kindOf(property.shape), 'database', site);
      takenWithin(evaluator, inner, property.shape, site);
    }
    return;
  }
  if (trace.path.length === 0 && (trace.part !== 'body' || shape.kind !== 'array')) return;
  // What is null in a table may be left out of a request; bounds of the table are none of the API.
  const kind = shape.kind === 'union' ? shape.alternatives!.find((alternative) => alternative.kind !== 'null')?.kind : shape.kind;
  // Parameters of queries and paths are texts, whatever the column is.
  if (kind && kind !== 'any' && (trace.part === 'body' || kind === 'string'))
    evaluator.observer.typed(
      trace,
      kind === 'array' && shape.items ? { kind, items: { kind: shape.items.kind } } : { kind },
      'database',
      site,
      true,
    );
  takenWithin(evaluator, trace, shape, site);
}

/** The same of what records hold: their own records, and the elements of their lists. */
function takenWithin(evaluator: Evaluator, { part, path }: Trace, { kind, properties, items }: Shape, site: Site): void {
  const own = kind === 'array' ? items?.properties : properties;
  if (part !== 'body') return;
  for (const { name, shape } of own ?? []) {
    const inner: Trace = { part, path: [...path, ...(kind === 'array' ? ['0'] : []), name] };
    // The database makes the keys of such elements.
    if (name === '_id' || evaluator.observer!.held(inner)) continue;
    evaluator.observer!.typed(inner, kindOf(shape), 'database', site);
    takenWithin(evaluator, inner, shape, site);
  }
}

export type { RequestPart };
