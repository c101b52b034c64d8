import { ANY, type FactSource, type Json, type Shape } from '@tool/ir';
import type {
  AnyHostType,
  Call,
  Condition,
  DeclaredMember,
  HostType,
  ObjectValue,
  Primitive,
  ProjectFiles,
  Transfer,
  Value,
} from '@tool/scanner-sdk';
import { lackLike, replaceable } from '../conditions/configured-members.js';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { iterate } from '../values/iterate.js';
import { withSent } from '../values/properties.js';
import { delegatesLater, delegatesOf, delegatesSome, letsErrorsThrough, mayActBehind, setsMembers } from './delegates.js';
import { underReturn } from '../conditions/arms.js';
import { catching, handlesWhatCameBefore, handlesWhatFails, isTested, isTried, throwsNothing } from '../conditions/catching.js';
import { declaredMembers, declaredParameters, propertyClass } from '../values/member-types.js';
import { packageValue } from '../modules/modules.js';
import { isUnsetText } from '../language/operators.js';
import { stateOf } from '../builtins/promise.js';
import {
  type HandedOver,
  becomeWhole,
  cookieOf,
  inside,
  isInArm,
  refineValue,
  takenAs,
  traceOf,
  typedValue,
  uniformList,
  unknownError,
} from '../requests/observation.js';
import { addEscaped, joinEscaped, type Escaped } from '../conditions/escaped.js';
import { shapeOf } from '../values/shape-of.js';
import { patternOf, testFor } from '../requests/tested.js';
import { noteHandedBodies } from '../requests/handed-bodies.js';
import { keyAmong, memberNamed } from '../requests/request-keys.js';
import { wantedAmong } from '../requests/wanted.js';
import { ThrowSignal } from '../signals.js';
import { isLastOf, ts } from '../language/syntax.js';
import { either } from '../language/statements.js';
import { noteReturned } from '../requests/choices.js';
import { environmentVariable } from '../builtins/node.js';
import { runtimeGlobals } from '../builtins/runtime-globals.js';
import {
  isNullish,
  ABSENT,
  Obj,
  Site,
  UNDEFINED,
  constant,
  isLacking,
  lacking,
  oneOf,
  plain,
  unknown,
  withTaint,
  type UnsetMembers,
  type WaitsFor,
} from '../values/values.js';
import { whereNothingEnded } from '../conditions/early-returns.js';
import { awaited } from '../jobs/awaiting.js';
import { asynchronous } from '../jobs/coroutines.js';
import { literalJson } from './literal-json.js';
import { handsItselfOn, parameterClasses, typeArgumentsOf } from './named-types.js';
import { projectFiles } from './project-files.js';
import type { HostRealm, RealmHost } from './realm.js';

/** Steps of something that a model evaluates by itself. */
const ATTEMPT_FUEL = 1_000_000;

/** One call of a transfer function, or a module model before any. A class: there is one for every call into a modelled module. */
export class TransferCall implements Call {
  #context: Context | null = null;
  #files: ProjectFiles | null = null;

  constructor(
    private readonly models: HostRealm,
    private readonly evaluator: Evaluator,
    private readonly outside: RealmHost,
    readonly receiver: Value,
    readonly args: readonly Value[],
    private readonly site: Site | null,
    readonly newTarget: Value | null,
  ) {}

  private get context(): Context {
    return (this.#context ??= this.site ? this.evaluator.contextOf(this.site) : this.evaluator.builtins.nowhere.context);
  }
  private get node(): ts.Node {
    return this.site?.node ?? this.evaluator.builtins.nowhere.node;
  }
  /** What nobody's code calls, as the `then` of what is awaited, is called where its object was made. */
  private get writtenAt(): Site | null {
    const isNowhere = this.site?.module === this.evaluator.builtins.nowhere.context.module;
    return isNowhere ? (this.receiver.origin as Site | null) : this.site;
  }
  private get file(): string {
    return this.writtenAt?.module.file ?? `${this.evaluator.host.root}/package.json`;
  }

  get isOfNobody(): boolean | undefined {
    return this.evaluator.observer?.ofNobody;
  }
  get isNew(): boolean {
    return this.newTarget !== null;
  }
  get span(): Site['span'] {
    return this.writtenAt?.span ?? { file: '.', line: 1, column: 1 };
  }
  get project(): ProjectFiles {
    return (this.#files ??= projectFiles(this.evaluator, this.file, this.outside));
  }

  const(value: Primitive): Value {
    return constant(value);
  }
  list(elements: readonly Value[]): Value {
    return this.evaluator.list([...elements], this.site);
  }
  record(entries: Readonly<Record<string, Value>>, unset?: string): Value {
    const record = this.evaluator.record(Object.entries(entries), this.site);
    if (unset !== undefined) record.internal = { unset } satisfies UnsetMembers;
    return record;
  }
  fn(name: string, transfer: Transfer, properties?: Readonly<Record<string, Value>>): ObjectValue {
    return this.models.fn(name, transfer, properties);
  }
  inPlaceOf(fn: Value, transfer: Transfer, init: NonNullable<Parameters<NonNullable<Call['inPlaceOf']>>[2]> = {}): ObjectValue {
    const of = unbound(fn);
    const made = this.models.fn(init.name ?? (of ? this.evaluator.describe(of) : ''), transfer);
    if (of && made.fn?.kind === 'native') {
      const also = (init.also ?? []).map(unbound).filter((each) => each !== null);
      made.fn = { ...made.fn, standsFor: { of, args: init.args ?? [], statuses: init.statuses ?? [], also } };
      // What has no name is known by the call that made it.
      made.origin = init.name === '' ? this.site : of.origin;
      const held = init.name === undefined && this.evaluator.heldAs.get(of);
      if (held) this.evaluator.heldAs.set(made, held);
    }
    return made;
  }
  host<Data>(type: HostType<Data>, data: Data, properties?: Readonly<Record<string, Value>>): ObjectValue {
    return this.models.hostObject(type, data, properties, this.site);
  }
  prototype(type: AnyHostType): ObjectValue {
    return this.models.prototype(type);
  }
  unknown(why: string, provenance?: { module: string; path: string; args?: readonly Value[] }): Value {
    if (why === 'an error' && !provenance) return unknownError(this.site);
    return inside(
      unknown(why, this.site, provenance ? { module: provenance.module, path: provenance.path, args: provenance.args ?? null } : null),
    );
  }
  regexp(source: string, flags?: string): Value {
    return this.evaluator.builtins.regexp(source, flags ?? '', this.site);
  }
  environment(name: string): Value {
    return environmentVariable(this.evaluator, name);
  }
  setEnvironment(name: string, value: Value): void {
    if (this.evaluator.host.environment(name) === undefined)
      this.evaluator.define(this.evaluator.builtins.environment, name, withTaint(value, `process.env.${name}`));
  }
  global(name: string): Value {
    return this.evaluator.builtins.globalObject.props?.get(name)?.value ?? runtimeGlobals.get(name) ?? UNDEFINED;
  }

  data<Data>(value: Value, type: HostType<Data>): Data | null {
    const simple = plain(value);
    return simple.kind === 'object' && simple.host?.type === type ? (simple.host.data as Data) : null;
  }
  get(value: Value, key: string): Value {
    return this.evaluator.get(value, key, this.context, this.node);
  }
  sent(value: Value, key: string): Value {
    const own = this.get(value, key);
    return value.kind === 'object' ? withSent(this.evaluator, value as Obj, key, own, this.context, this.node) : own;
  }
  set(value: Value, key: string, to: Value): void {
    this.evaluator.set(value, key, to, this.context, this.node);
  }
  entries(value: Value): readonly (readonly [string, Value])[] | null {
    const simple = plain(value);
    if (simple.kind !== 'object') return null;
    const object = simple as Obj;
    const entries = this.evaluator.keys(object).map((key) => [key, this.evaluator.get(object, key, this.context, this.node)] as const);
    return entries.length === 0 && object.open ? null : entries;
  }
  knownEntries(value: Value): readonly (readonly [string, Value])[] | null {
    const simple = plain(value);
    return simple.kind === 'object'
      ? this.evaluator.keys(simple as Obj).map((key) => [key, this.evaluator.get(simple, key, this.context, this.node)] as const)
      : null;
  }
  elements(value: Value): readonly Value[] | null {
    const simple = plain(value);
    return simple.kind === 'object' && ((simple as Obj).elements || (simple as Obj).entries)
      ? iterate(this.evaluator, this.context, this.node, simple).elements
      : null;
  }
  isOpen(value: Value): boolean {
    const simple = plain(value);
    return simple.kind === 'unknown' || (simple.kind === 'object' && (simple as Obj).open);
  }
  constant(value: Value): Primitive {
    return this.evaluator.constantOf(value);
  }
  isUndefined(value: Value): boolean {
    const simple = plain(value);
    return simple.kind === 'const' && simple.value === undefined;
  }
  insteadOf(value: Value, given: Primitive): Value {
    return isLacking(value) ? lacking(constant(given)) : constant(given);
  }
  text(value: Value): string | null {
    const text = this.evaluator.constantOf(value);
    return typeof text === 'string' && !isUnsetText(plain(value)) ? text : null;
  }
  pattern(value: Value): { source: string; flags: string } | null {
    const pattern = patternOf(plain(value));
    return pattern && { source: pattern.source, flags: pattern.flags };
  }
  isFunction(value: Value): boolean {
    const simple = plain(value);
    return simple.kind === 'object' && (simple as Obj).fn !== null;
  }
  arity(value: Value): number | null {
    const simple = plain(value);
    if (simple.kind !== 'object' || !(simple as Obj).fn) return null;
    // A callable host object may state its `length`; other natives have none.
    if ((simple as Obj).fn!.kind === 'native' && !(simple.host && (simple as Obj).props?.has('length'))) return null;
    const length = this.evaluator.constantOf(this.evaluator.get(simple, 'length', this.context, this.node));
    return typeof length === 'number' ? length : null;
  }
  truthy(value: Value): boolean | null {
    return this.evaluator.truth(value).value;
  }
  alternatives(value: Value): readonly Value[] {
    return value.kind === 'oneOf' ? value.values.filter((alternative) => alternative !== ABSENT) : [value];
  }
  invoke(fn: Value, given: readonly Value[], self?: Value): Value {
    return this.evaluator.call(fn, self ?? UNDEFINED, given, this.context, this.node);
  }
  construct(fn: Value, given: readonly Value[]): Value {
    return this.evaluator.construct(fn, given, this.context, this.node);
  }
  bind(run: () => void): () => void {
    const { evaluator } = this;
    const { guard } = evaluator;
    return () => {
      const outer = evaluator.guard;
      evaluator.guard = guard;
      try {
        run();
      } finally {
        evaluator.guard = outer;
      }
    };
  }
  attempt(what: string, run: () => void): boolean {
    return this.evaluator.guarded(what, this.site, ATTEMPT_FUEL, run);
  }
  later(fn: Value, given: readonly Value[]): void {
    this.evaluator.later(() => {
      this.evaluator.call(fn, UNDEFINED, given, this.context, this.node);
    }, 'timer');
  }
  describe(value: Value): string {
    return this.evaluator.describe(value);
  }
  heldAs(value: Value): string | undefined {
    return this.evaluator.heldAs.get(value);
  }
  json(value: Value): Json | undefined {
    return literalJson(this.evaluator, value);
  }
  awaited(value: Value): Value {
    return awaited(this.evaluator, value, this.throwsAtOnce);
  }
  asynchronous(value: Value, waitsFor: WaitsFor): Value {
    return asynchronous(this.evaluator, value, waitsFor);
  }
  promise(value: Value): Value {
    // No promise is fulfilled with a promise: one that is handed over keeps what it may be rejected with.
    return value.kind === 'object' && (value as Obj).cls === 'Promise' ? value : this.evaluator.promise(value, this.site);
  }
  typed(shape: Shape, why: string): Value {
    return typedValue(this.evaluator, shape, why, undefined, this.site);
  }
  // Set-up passes its own validators: the other outcome exists under another configuration.
  oneOf(values: readonly Value[], condition: string): Value {
    return oneOf(values, condition, this.evaluator.observer === null);
  }
  shapeOf(value: Value): Shape {
    return shapeOf(this.evaluator, value, this.context, this.node) ?? ANY;
  }
  refine(value: Value, shape: Shape, source: FactSource): Value {
    return refineValue(this.evaluator, value, shape, source, this.context, this.node);
  }
  /** Errors that this call may throw; known where to go when its result is: what gives a promise rejects it. */
  #throws: Escaped[] | null = null;
  /** It is no call of the program: nobody waits for its result. */
  throwsAtOnce = false;
  testFor(
    value: Value,
    shape: Shape,
    { required = false, when = false }: { readonly required?: boolean; readonly when?: boolean } = {},
  ): Value {
    return testFor(this.evaluator, value, shape, required, this.site, when);
  }
  mayThrow(error: Value, unless?: readonly Condition[]): void {
    if (unless && this.site) this.evaluator.observer?.unless(error, wantedAmong(this.evaluator, unless, this.site));
    this.evaluator.raised(error, this.site);
    const escaped: Escaped = { signal: new ThrowSignal(error, this.site, this.evaluator.guard) };
    if (this.throwsAtOnce) this.evaluator.escaped?.push(escaped);
    else if (this.evaluator.escaped) (this.#throws ??= []).push(escaped);
  }
  settle(result: Value): void {
    this.stands(result);
    if (!this.#throws) return;
    const state = stateOf(result);
    if (state) state.mayReject = joinEscaped(state.mayReject, this.#throws);
    else if (this.evaluator.escaped) addEscaped(this.evaluator.escaped, this.#throws);
  }
  /** The expression stands for what the call gives and made, and its type is the type of that; all else that was made is a part of it, or is none. */
  private stands(result: Value): void {
    if (result.kind === 'oneOf') for (const each of result.values) this.stands(each);
    else if (result.kind === 'unknown' && result.origin === this.site) becomeWhole(result);
    else if (result.kind === 'object') {
      const state = stateOf(result);
      if (state?.status === 'fulfilled' && state.value !== result) this.stands(state.value);
    }
  }
  throws(error: Value): never {
    this.evaluator.observer?.thrown(error);
    this.evaluator.raised(error, this.site);
    // What is handed on was thrown where it was first.
    throw new ThrowSignal(error, this.evaluator.raisedAt.get(error) ?? this.site, this.evaluator.guard);
  }
  /** A value that an arm gives is returned under it. */
  either(condition: Value, run: (holds: boolean) => unknown): void {
    either(this.evaluator, this.context, this.node, condition, (holds) => {
      const given = run(holds) as Value | void;
      if (given?.kind && this.evaluator.observer) noteReturned(this.evaluator, given);
    });
  }
  catching(run: () => void, caught: (error: Value) => void): void {
    catching(this.evaluator, this.context, this.node, run, caught);
  }
  whereReturned(value: Value, run: () => void): void {
    const { guard } = this.evaluator;
    this.evaluator.guard = underReturn(this.evaluator, value);
    if (isNullish(value)) whereNothingEnded(this.evaluator, run);
    else run();
    this.evaluator.guard = guard;
  }
  handlesWhatCameBefore(call: Call): boolean | 'known' {
    return handlesWhatCameBefore(this.evaluator, (call as TransferCall).node);
  }
  handlesWhatFails(call: Call): boolean | 'known' {
    return handlesWhatFails(this.evaluator, (call as TransferCall).node);
  }
  isTested(): boolean {
    return isTested(this.node);
  }
  isLast(): boolean {
    const { requestSince } = this.evaluator.fuel;
    let isLast = isLastOf(this.node);
    for (let frame = this.site?.frame; isLast && frame?.callNode && frame.parent!.enteredAt >= requestSince; frame = frame.parent)
      isLast = isLastOf(frame.callNode);
    return isLast;
  }
  isTried(): boolean {
    return isTried(this.node);
  }
  throwsNothing(run: () => void): boolean {
    return throwsNothing(this.evaluator, run);
  }
  uniformList(element: Value, mayBeEmpty = false): Value {
    const list = uniformList(this.evaluator, element, this.site);
    list.mayBeEmpty = mayBeEmpty;
    return list;
  }
  typeArguments(): readonly ((member?: string) => Shape | undefined)[] {
    return typeArgumentsOf(this.evaluator, this.site, this.newTarget);
  }
  cookieOf(headers: Value | null, name: string): Value | undefined {
    return cookieOf(this.evaluator, headers, name, this.site);
  }
  nameAmong(holder: Value): Value | null {
    return this.site && keyAmong(this.evaluator, holder, this.site);
  }
  namedBy(name: Value): { readonly value: Value; readonly isKnown: boolean } {
    const value = (this.site && memberNamed(this.evaluator, name, this.site)) ?? this.unknown('a value that only run time knows');
    return { value, isKnown: traceOf(value.kind === 'oneOf' ? value.values[0]! : value) !== null };
  }
  takenAs(value: Value, shape: Shape): void {
    takenAs(this.evaluator, value, shape, this.site);
  }
  takesBack(record: Value, key: string): void {
    const rest = record.kind === 'object' ? (record as Obj).rest : null;
    if (rest?.kind === 'unknown' && rest.trace && !isInArm(this.node))
      this.evaluator.observer?.unwritten({ part: rest.trace.part, path: [...rest.trace.path, key] });
  }
  isToken(value: Value): void {
    for (const each of this.alternatives(value)) {
      const trace = traceOf(each);
      if (trace) this.evaluator.observer?.isToken(trace);
    }
  }
  useData(use: Parameters<NonNullable<Call['useData']>>[0]): void {
    const { evaluator, writtenAt } = this;
    if (!evaluator.observer || !writtenAt) return;
    evaluator.observer.data(use, writtenAt);
    if (use.values && use.operation !== 'delete') noteHandedBodies(evaluator, [use.values], writtenAt);
  }
  delegates(fn: Value, members?: readonly string[], modules?: boolean): readonly ObjectValue[] {
    return delegatesOf(this.evaluator, fn, members, modules ? 'run' : 'left');
  }
  handsOver(to: HandedOver): void {
    if (this.writtenAt) this.evaluator.observer?.handedOver(to, this.writtenAt);
  }
  letsErrorsThrough(fn: Value, parameter: number): boolean {
    return letsErrorsThrough(this.evaluator, fn, parameter);
  }
  mayActBehind(fn: Value, parameter: number): boolean {
    return mayActBehind(this.evaluator, fn, parameter);
  }
  setsMembers(fn: Value, names: readonly string[]): boolean {
    return setsMembers(this.evaluator, fn, names);
  }
  delegatesLater(fn: Value, modules?: boolean): boolean {
    return delegatesLater(this.evaluator, fn, modules === true);
  }
  delegatesSome(fn: Value): boolean {
    return delegatesSome(this.evaluator, fn);
  }
  markOpen(value: Value): void {
    if (value.kind === 'object') this.evaluator.setOpen(value as Obj);
  }
  lackLike(target: Value, source: Value): void {
    if (target.kind === 'object' && source.kind === 'object') lackLike(this.evaluator, target as Obj, source as Obj);
  }
  replaceable(target: Value, source: Value): void {
    if (target.kind === 'object' && source.kind === 'object') replaceable(this.evaluator, target as Obj, source as Obj);
  }
  module(specifier: string): Value {
    return packageValue(this.evaluator, specifier);
  }
  packageVersion(name: string): string | null {
    return this.outside.packageVersion(name, this.file);
  }
  parameterClasses(value: Value): readonly (Value | null)[] | null {
    return parameterClasses(this.evaluator, value);
  }
  handsItselfOn(value: Value): boolean {
    return handsItselfOn(value);
  }
  declaredMembers(value: Value): readonly DeclaredMember[] | null {
    return declaredMembers(this.evaluator, value);
  }
  propertyClass(value: Value, name: string): Value | null {
    return propertyClass(this.evaluator, value, name);
  }
  declaredParameters(value: Value): readonly DeclaredMember[] | null {
    return declaredParameters(this.evaluator, value);
  }
}

/** The function of the program behind what was bound. */
function unbound(value: Value): Obj | null {
  const simple = plain(value);
  if (simple.kind !== 'object') return null;
  const { fn } = simple as Obj;
  return fn?.kind === 'bound' ? unbound(fn.target) : (simple as Obj);
}
