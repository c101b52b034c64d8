import { ANY, type BodyFacts, type FactSource, type Json, type Shape } from '@tool/ir';
import type {
  AnyHostType,
  Call,
  Condition,
  DeclaredMember,
  Emit,
  HostType,
  ModuleModel,
  Observation,
  Observe,
  ObjectValue,
  Primitive,
  ProjectFiles,
  Realm,
  Transfer,
  Value,
} from '@tool/scanner-sdk';
import { lackLike, replaceable } from '../conditions/configured-members.js';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { iterate } from '../values/iterate.js';
import { delegatesLater, delegatesOf, letsErrorsThrough } from './delegates.js';
import { underReturn } from '../conditions/arms.js';
import { catching, handlesWhatCameBefore, isTested, isTried, throwsNothing } from '../conditions/catching.js';
import { declaredMembers, declaredParameters, propertyClass } from '../values/member-types.js';
import { dataOf, dataOfText } from '../modules/data-files.js';
import { loadFile, packageValue, readBinding } from '../modules/modules.js';
import { isUnsetText } from '../language/operators.js';
import * as paths from '../values/paths.js';
import { stateOf } from '../builtins/promise.js';
import { type HandedOver, cookieOf, refineValue, takenAs, typedValue, uniformList } from '../requests/observation.js';
import { addEscaped, joinEscaped, type Escaped } from '../conditions/escaped.js';
import { shapeOf } from '../values/shape-of.js';
import { patternOf, testFor } from '../requests/tested.js';
import { wantedAmong } from '../requests/wanted.js';
import { isControl, ThrowSignal } from '../signals.js';
import { ts } from '../language/syntax.js';
import { either } from '../language/statements.js';
import { environmentVariable } from '../builtins/node.js';
import { runtimeGlobals } from '../builtins/runtime-globals.js';
import {
  ABSENT,
  Obj,
  Site,
  UNDEFINED,
  constant,
  oneOf,
  plain,
  prop,
  unknown,
  withTaint,
  type ModuleRecord,
  type Native,
  type UnsetMembers,
  type WaitsFor,
  mayBeAbsent,
  presentOrUndefined,
} from '../values/values.js';
import { awaited } from '../jobs/awaiting.js';
import { asynchronous } from '../jobs/coroutines.js';

/** Steps of something that a model evaluates by itself. */
const ATTEMPT_FUEL = 1_000_000;

/** What the host of the evaluation adds to calls of transfer functions. */
export interface RealmHost {
  emit(site: Site): Emit;
  packageVersion(name: string, from: string): string | null;
  alias(prefix: string, folder: string): void;
  /** A transfer function threw: the model of this owner has a bug. */
  crashed(owner: string, error: unknown, site: Site): void;
}

/**
 * Brings the models of host modules into an evaluation: transfer functions become natives, host types become prototypes.
 * Each model sees only values and `emit`, never syntax.
 */
export class HostRealm {
  private readonly prototypes = new Map<AnyHostType, Obj>();
  private readonly prototypeObjects = new WeakSet<object>();
  private readonly recordPrototypes = new WeakMap<Obj, AnyHostType>();
  /** Whose models are being built; what they make is theirs. */
  private owner = '';
  /** The exports of what kind of module are being made. */
  private loads: 'hosts' | 'library' | null = null;
  constructor(
    private readonly evaluator: Evaluator,
    private readonly host: RealmHost,
  ) {
    evaluator.builtins.dynamicMember = (self) => this.dynamicMember(self);
    evaluator.builtins.handedOut = (inner, object, to, site) => {
      const call = this.call(inner, object, [], site, null);
      object.host?.type.handedOut?.(call, this.host.emit(site), to.module, to);
      call.settleThrows(UNDEFINED);
    };
    evaluator.builtins.piped = (inner, object, module, site) => {
      const call = this.call(inner, object, [], site, null);
      object.host?.type.piped?.(call, module);
      call.settleThrows(UNDEFINED);
    };
    evaluator.builtins.assigned = (inner, object, key, value, site) =>
      this.recordTypeOf(object)?.assign?.(this.call(inner, object, [], site, null), key, value) ?? value;
    evaluator.builtins.isRecord = (object) => this.recordTypeOf(object) !== null;
    evaluator.builtins.taken = (inner, object, value, site) => {
      this.recordTypeOf(object)?.takes?.(this.call(inner, object, [], site, null), value);
    };
    evaluator.builtins.stated = (inner, object, types, site) => {
      object.host?.type.stated?.(this.call(inner, object, [], site, null), types);
    };
    evaluator.builtins.missing = (inner, object, key, site) => {
      const missing = object.host?.type.missing;
      return missing ? missing(this.call(inner, object, [], site, null), key) : undefined;
    };
  }

  /** A method of a host object whose name only run time knows. */
  private dynamicMember(self: Value): Value | null {
    const transfer = self.kind === 'object' ? self.host?.type.dynamic : undefined;
    return transfer ? this.fn('', transfer) : null;
  }

  /** Runs a transfer function by itself, as if the program called it there. */
  run(transfer: Transfer, args: readonly Value[], site: Site): Value {
    const call = this.call(this.evaluator, UNDEFINED, args, site, null);
    const result = transfer(call, this.host.emit(site)) ?? UNDEFINED;
    call.settleThrows(result);
    return result;
  }

  /** Lets an adapter run a function as its framework does for one request. */
  observe(observe: Observe, seen: Observation, site: Site): void {
    const call = new TransferCall(this, this.evaluator, this.host, UNDEFINED, [], site, null);
    call.throwsAtOnce = true;
    observe(call, seen);
  }

  /**
   * The exports of a modelled module.
   * @param reachesHosts whether its functions may tell a host object something that their callers do not mention
   */
  load({ model, owner, reachesHosts }: { readonly model: ModuleModel; readonly owner: string; readonly reachesHosts: boolean }): Value {
    const outer = { owner: this.owner, loads: this.loads };
    this.owner = owner;
    this.loads = reachesHosts ? 'hosts' : 'library';
    try {
      return model(this.realm());
    } finally {
      Object.assign(this, outer);
    }
  }

  /** A bug in a model ends the call it happens in; the program and the other models go on. */
  private guarded(owner: string, name: string, site: Site, run: () => Value | void): Value {
    const outer = this.owner;
    this.owner = owner;
    try {
      return run() ?? UNDEFINED;
    } catch (error) {
      if (owner === '' || isControl(error)) throw error;
      this.host.crashed(owner, error, site);
      return unknown(`the result of ${name}, where its adapter crashed`, site);
    } finally {
      this.owner = outer;
    }
  }

  private settled(call: TransferCall, run: (call: Call) => Value | void): Value {
    const result = run(call) ?? UNDEFINED;
    call.settleThrows(result);
    return result;
  }

  private native(name: string, transfer: Transfer): Native {
    const { owner } = this;
    return (evaluator, self, args, site, newTarget) =>
      this.guarded(owner, name, site, () =>
        this.settled(new TransferCall(this, evaluator, this.host, self, args, site, newTarget), (call) =>
          transfer(call, this.host.emit(site)),
        ),
      );
  }

  fn(name: string, transfer: Transfer, properties?: Readonly<Record<string | symbol, Value>>): Obj {
    const fn = this.evaluator.native(name, this.native(name, transfer));
    fn.proto = this.evaluator.builtins.functionPrototype;
    for (const key of Reflect.ownKeys(properties ?? {})) fn.props!.set(key, prop((properties as Record<PropertyKey, Value>)[key]!));
    const { prototype } = properties ?? {};
    if (this.loads === 'hosts' && this.owner === '') this.evaluator.builtins.hostNatives.add(fn);
    if (this.owner !== '' && prototype?.kind === 'object' && this.prototypeObjects.has(prototype))
      this.evaluator.builtins.hostNatives.add(fn);
    return fn;
  }

  prototype(type: AnyHostType): Obj {
    let prototype = this.prototypes.get(type);
    if (prototype) return prototype;
    const { functionPrototype, objectPrototype } = this.evaluator.builtins;
    prototype = new Obj('Object', type.parent ? this.prototype(type.parent) : type.call ? functionPrototype : objectPrototype, null);
    this.prototypes.set(type, prototype);
    this.prototypeObjects.add(prototype);
    if (type.assign) this.recordPrototypes.set(prototype, type);
    prototype.props = new Map();
    for (const [name, transfer] of Object.entries(type.methods)) prototype.props.set(name, prop(this.fn(name, transfer), true));
    for (const [name, transfer] of Object.entries(type.getters ?? {}))
      this.evaluator.defineAccessor(prototype, name, 'get', this.evaluator.native(name, this.native(name, transfer)), true);
    for (const [name, transfer] of Object.entries(type.setters ?? {}))
      this.evaluator.defineAccessor(prototype, name, 'set', this.evaluator.native(name, this.native(name, transfer)), true);
    return prototype;
  }

  /** The type of a host object that says what its members hold, or of its nearest prototype that does. */
  private recordTypeOf(object: Obj): AnyHostType | null {
    if (object.host) return object.host.type.assign ? object.host.type : null;
    let at = object.proto;
    for (let hops = 0; at?.kind === 'object' && hops < 12; hops++) {
      const type = this.recordPrototypes.get(at as Obj);
      if (type) return type;
      at = (at as Obj).proto;
    }
    return null;
  }

  hostObject<Data>(
    type: HostType<Data>,
    data: Data,
    properties: Readonly<Record<string, Value>> | undefined,
    origin: Site | null,
  ): ObjectValue {
    const object = new Obj(type.call ? 'Function' : 'Object', this.prototype(type), origin);
    object.host = { type, data };
    if (this.loads === 'library' && data === null) this.evaluator.builtins.libraryExports.add(object);
    if (type.call) object.fn = { kind: 'native', call: this.on(object, type.name, type.call) };
    if (type.bound) this.bindMethods(object, type);
    if (properties) {
      object.props ??= new Map();
      for (const [key, value] of Object.entries(properties)) object.props.set(key, prop(value));
    }
    return object;
  }

  /** A native that works on the one object, whatever it is called on. */
  private on(object: Obj, name: string, transfer: Transfer): Native {
    const { owner } = this;
    return (evaluator, _self, args, site, newTarget) =>
      this.guarded(owner, name, site, () =>
        this.settled(new TransferCall(this, evaluator, this.host, object, args, site, newTarget), (call) =>
          transfer(call, this.host.emit(site)),
        ),
      );
  }

  /** Methods of the object's own, each of which knows it. */
  private bindMethods(object: Obj, type: AnyHostType): void {
    object.props = new Map();
    for (const [name, transfer] of Object.entries(type.methods)) {
      const fn = this.evaluator.native(name, this.on(object, name, transfer));
      fn.proto = this.evaluator.builtins.functionPrototype;
      object.props.set(name, prop(fn));
    }
  }

  private realm(): Realm {
    return new TransferCall(this, this.evaluator, this.host, UNDEFINED, [], null, null);
  }

  /** Everything a transfer function can ask about one call. */
  call(evaluator: Evaluator, receiver: Value, args: readonly Value[], site: Site, newTarget: Value | null): TransferCall {
    return new TransferCall(this, evaluator, this.host, receiver, args, site, newTarget);
  }
}

/** One call of a transfer function, or a module model before any. A class: there is one for every call into a modelled module. */
class TransferCall implements Call {
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
  private get file(): string {
    return this.site?.module.file ?? `${this.evaluator.host.root}/package.json`;
  }

  get isNew(): boolean {
    return this.newTarget !== null;
  }
  get span(): Site['span'] {
    return this.site?.span ?? { file: '.', line: 1, column: 1 };
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
      made.origin = of.origin;
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
    return unknown(why, this.site, provenance ? { module: provenance.module, path: provenance.path, args: provenance.args ?? null } : null);
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
  json(value: Value): Json | undefined {
    return literalJson(this.evaluator, value);
  }
  awaited(value: Value): Value {
    return awaited(this.evaluator, value);
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
  settleThrows(result: Value): void {
    if (!this.#throws) return;
    const state = stateOf(result);
    if (state) state.mayReject = joinEscaped(state.mayReject, this.#throws);
    else if (this.evaluator.escaped) addEscaped(this.evaluator.escaped, this.#throws);
  }
  throws(error: Value): never {
    this.evaluator.observer?.thrown(error);
    this.evaluator.raised(error, this.site);
    // What is handed on was thrown where it was first.
    throw new ThrowSignal(error, this.evaluator.raisedAt.get(error) ?? this.site, this.evaluator.guard);
  }
  either(condition: Value, run: (holds: boolean) => void): void {
    either(this.evaluator, this.context, this.node, condition, run);
  }
  catching(run: () => void, caught: (error: Value) => void): void {
    catching(this.evaluator, this.context, this.node, run, caught);
  }
  whereReturned(value: Value, run: () => void): void {
    const { guard } = this.evaluator;
    this.evaluator.guard = underReturn(this.evaluator, value);
    run();
    this.evaluator.guard = guard;
  }
  handlesWhatCameBefore(call: Call): boolean | 'known' {
    return handlesWhatCameBefore(this.evaluator, (call as TransferCall).node);
  }
  isTested(): boolean {
    return isTested(this.node);
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
  cookieOf(headers: Value, name: string): Value | undefined {
    return cookieOf(this.evaluator, headers, name, this.site);
  }
  takenAs(value: Value, shape: Shape): void {
    takenAs(this.evaluator, value, shape, this.site);
  }
  useData(use: Parameters<NonNullable<Call['useData']>>[0]): void {
    if (this.site) this.evaluator.observer?.data(use, this.site);
  }
  delegates(fn: Value, members?: readonly string[]): readonly ObjectValue[] {
    return delegatesOf(this.evaluator, fn, members);
  }
  handsOver(to: HandedOver): void {
    if (this.site) this.evaluator.observer?.handedOver(to, this.site);
  }
  letsErrorsThrough(fn: Value, parameter: number): boolean {
    return letsErrorsThrough(this.evaluator, fn, parameter);
  }
  delegatesLater(fn: Value): boolean {
    return delegatesLater(this.evaluator, fn);
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

/** `app.get<{ Body: … }>(…)`, `new Store<Tables>()`; those of the class that the constructed one extends: `class Own extends Store<Tables>`. */
function typeArgumentsOf(
  evaluator: Evaluator,
  site: Site | null,
  newTarget: Value | null,
): readonly ((member?: string) => Shape | undefined)[] {
  const extended = newTarget ? basesOf(newTarget) : null;
  if (extended) return asked(evaluator, extended.module, extended.types);
  if (!site || !(ts.isCallExpression(site.node) || ts.isNewExpression(site.node) || ts.isTaggedTemplateExpression(site.node))) return [];
  return asked(evaluator, site.module, site.node.typeArguments ?? []);
}

/** A member is asked for by itself: the other members of a type may be many. */
const asked = (
  evaluator: Evaluator,
  module: ModuleRecord,
  nodes: readonly ts.TypeNode[],
): readonly ((member?: string) => Shape | undefined)[] =>
  nodes.map((node) => (member) => {
    if (member === undefined) return evaluator.host.shapeOfType?.({ node, module, path: [] });
    for (const stated of evaluator.host.statedTypes?.(node) ?? []) {
      const shape = stated.member(member);
      if (shape) return shape;
    }
    return evaluator.host.shapeOfType?.({ node, module, path: [member] });
  });

/** Type arguments in the nearest `extends` that has some. */
function basesOf(newTarget: Value): { readonly module: ModuleRecord; readonly types: readonly ts.TypeNode[] } | null {
  for (let at: Value | null = newTarget; at?.kind === 'object';) {
    const data: Obj['fn'] = (at as Obj).fn;
    if (data?.kind !== 'class') return null;
    const types = data.node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.typeArguments;
    if (types && types.length > 0) return { module: data.module, types };
    at = data.base ?? null;
  }
  return null;
}

/** What the types of a constructor's parameters name, where that is a value: the compiler elides what is only a type. */
function parameterClasses(evaluator: Evaluator, value: Value): readonly (Value | null)[] | null {
  const simple = plain(value);
  const data = simple.kind === 'object' ? (simple as Obj).fn : null;
  if (data?.kind !== 'class') return null;
  const constructor = data.node.members.find(
    (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
  if (!constructor) return data.base ? parameterClasses(evaluator, data.base) : [];
  const context = evaluator.topContext(data.module);
  const named = (name: ts.EntityName): Value | null => {
    if (!ts.isIdentifier(name)) {
      const holder = named(name.left);
      return holder && evaluator.get(holder, name.right.text, context, name);
    }
    const binding = data.scope.find(name.text);
    return binding && (binding.lazy || binding.value) ? readBinding(binding, name.text) : null;
  };
  return constructor.parameters.map((parameter) => {
    if (!parameter.type || !ts.isTypeReferenceNode(parameter.type)) return null;
    const found = named(parameter.type.typeName);
    return found?.kind === 'object' && (found as Obj).fn ? found : found?.kind === 'unknown' && found.provenance ? found : null;
  });
}

function projectFiles(evaluator: Evaluator, from: string, host: RealmHost): ProjectFiles {
  const { workingDirectory } = evaluator.host;
  const at = (path: string): string => paths.resolve(workingDirectory, path);
  return {
    workingDirectory,
    directory: paths.dirname(from),
    mainFile: evaluator.host.mainFile,
    readDirectory: (folder) => evaluator.host.readDirectory(at(folder)),
    exists: (path) => evaluator.host.exists(at(path)),
    readText: (path) => evaluator.host.readText(at(path)),
    data: (path) => dataOf(evaluator, at(path)),
    dataOfText: (text) => dataOfText(evaluator, text),
    load: (path) => {
      const resolution = evaluator.host.resolve(at(path), from, true);
      return (
        (resolution.kind === 'source' || resolution.kind === 'json' ? loadFile(evaluator, resolution.file) : null) ??
        unknown(`the module ${evaluator.host.portable(path)}, which does not exist`)
      );
    },
    alias: (prefix, folder) => host.alias(prefix, at(folder)),
  };
}

/** Literal JSON of a value; what is not literal is left out, and nothing is invented. Undefined when it is no literal or more than `budget` nodes. */
export function literalJson(evaluator: Evaluator, value: Value, budget = 200): Json | undefined {
  let left = budget;
  const convert = (item: Value, depth: number): Json | undefined => {
    if (--left < 0 || depth > 6) return undefined;
    const simple = plain(item);
    if (simple.kind === 'const' && typeof simple.value === 'string') return evaluator.host.portable(simple.value);
    if (simple.kind === 'const')
      return simple.value === null || typeof simple.value === 'boolean' || Number.isFinite(simple.value)
        ? (simple.value as Json)
        : undefined;
    if (simple.kind !== 'object') return undefined;
    const object = simple as Obj;
    if (object.fn || object.host || object.cls === 'Namespace') return undefined;
    if (object.elements)
      return object.elements
        .filter((element) => !mayBeAbsent(element))
        .map((element) => convert(presentOrUndefined(element), depth + 1))
        .filter((entry): entry is Json => entry !== undefined);
    if (object.cls !== 'Object') return undefined;
    const result: Record<string, Json> = {};
    for (const key of evaluator.keys(object)) {
      const own = evaluator.ownProperty(object, key);
      const entry = own && !own.get ? convert(own.value, depth + 1) : undefined;
      if (left < 0) return undefined;
      if (entry !== undefined && key !== '__proto__') result[key] = entry;
    }
    return result;
  };
  const result = convert(value, 0);
  return left < 0 ? undefined : result;
}

export type { BodyFacts };
