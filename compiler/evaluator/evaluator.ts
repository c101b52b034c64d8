import { Bug } from '@tool/ir';
import type { Primitive, Provenance, Value } from '@tool/scanner-sdk';
import { eachAlternative, join, runArms, truthOf, type ArmResult, type Truth } from './conditions/arms.js';
import { installBuiltins, type Builtins } from './builtins/index.js';
import type { PromiseState } from './builtins/promise.js';
import { callClosure, constructClosure, failsLater } from './language/calls.js';
import { constructClass } from './language/classes.js';
import { Activation, Context, commonGuard, type BranchInfo, type Guard, type PlainArm } from './context.js';
import type { DeclaredAs } from './language/declared-types.js';
import { Fuel } from './bounds/fuel.js';
import type { EvaluatorHost } from './host.js';
import type { IteratorState } from './values/iterate.js';
import { JobQueue, drain, reportLeftOut, type JobKind } from './jobs/jobs.js';
import type { WaysOut } from './conditions/early-returns.js';
import type { Journal } from './values/journal.js';
import type { Gathered } from './requests/missing.js';
import type { Escaped } from './conditions/escaped.js';
import type { Observer } from './requests/observation.js';
import type { Uses } from './requests/observing.js';
import { reportUncaught } from './uncaught.js';
import {
  defineAccessor,
  defineProperty,
  getProperty,
  keysOf,
  ownProperty,
  pushElements,
  removeProperty,
  setOpen,
  setProperty,
  setUnknownKey,
} from './values/properties.js';
import { Written } from './requests/request-tests.js';
import type { NarrowedInRound } from './conditions/narrowing.js';
import type { UndecidedRound } from './conditions/rounds.js';
import { ExitSignal, FuelSignal, QuietSignal, isSignal, isStackFull, ThrowSignal, type Signal } from './signals.js';
import type { ts } from './language/syntax.js';
import { callBack, callUnknown } from './packages/unknown-calls.js';
import { reportMissingMethod } from './packages/missing-methods.js';
import {
  ABSENT,
  Frame,
  Obj,
  Site,
  UNDEFINED,
  constant,
  isNullish,
  plain,
  prop,
  taintOf,
  unknown,
  type ModuleRecord,
  type Native,
  type Prop,
} from './values/values.js';
import type { Timed, TimerRound } from './jobs/timers.js';
import { Background } from './jobs/background.js';
import { isUnsetText, whyUnset } from './language/operators.js';

/** Steps to look at what a function has left. */
const LOOKING_FUEL = 5_000;

/**
 * The abstract interpreter: runs set-up code on abstract values. It knows JavaScript and nothing of frameworks;
 * what host objects do is in natives that the host puts into modules.
 */
export class Evaluator {
  builtins!: Builtins;
  readonly modules = new Map<string, ModuleRecord>();
  readonly packages = new Map<string, Value>();
  guard: Guard | null = null;
  /** Of the round of a loop that the set-up is in. */
  narrowedInRound: NarrowedInRound | null = null;
  round: UndecidedRound | null = null;
  /** The call of an optional chain that was evaluated last, where the chain had ended before it. */
  endedAt: ts.CallExpression | null = null;
  journal: Journal | null = null;
  /** Set while a function that serves requests is run. */
  observer: Observer | null = null;
  /** What changes the state of the program beside requests. */
  readonly background = new Background();
  /** While observing: how often the rest of a function was run once for each value of a variable. */
  splits = 0;
  /** How many choices the code that runs now is a way of. */
  splitDepth = 0;
  /** While observing: the conditions under which an error was thrown, for whoever is handed it later. */
  thrownUnder = new WeakMap<Value, Guard>();
  /** While observing: where errors were thrown, however often they are thrown again. */
  raisedAt = new WeakMap<Value, Site>();
  /** While observing: the conditions under which a function returned an object; null: under several. */
  returnedUnder = new WeakMap<Value, Guard | null>();
  /** The last variables that were made of one of several values. */
  takenApart: { readonly node: ts.Node; readonly value: Value } | null = null;
  /** Functions are tried out on arguments of which nothing is known: that they fail says nothing of the program. */
  trying = false;
  /** Errors that tell a program what it has asked, and is ready for: that a file is not there. */
  readonly answers = new WeakSet<Value>();
  /** Where errors were thrown with which asynchronous functions ended. */
  readonly thrownAt = new WeakMap<Value, Site>();
  /** While observing: what lists and records were given under conditions. */
  gathered: Gathered | null = null;
  /** While observing: errors of arms beside which the program goes on, for whoever catches them. */
  escaped: Escaped[] | null = null;
  /** Calls so far, in a run for a request of nobody, that may have failed for a reason that is not seen. */
  mayHaveFailed = 0;
  /** Calls so far, while observing, those that hand a request on aside. */
  callsMade = 0;
  /** Under which conditions the calls stand that may fail, since the block around began; undefined where there was none. */
  failedUnder: Guard | null | undefined = undefined;
  /** While it is asked what becomes of errors: those that a `catch`, or a callback for rejections, was given. */
  handledErrors: Set<Value> | null = null;
  /** While observing: the types that the program states for unknown values, the innermost first. */
  declaredAs = new WeakMap<Value, DeclaredAs[]>();
  /** Members that are not in what nobody knows, since the program has taken it apart. */
  readonly without = new WeakMap<Value, ReadonlySet<PropertyKey>>();
  /** Functions without a name, and values of packages → what the program first assigned or imported them as. */
  readonly heldAs = new WeakMap<Value, string>();
  /** Lengths of which it is known what they are the length of. */
  readonly lengths = new WeakMap<Value, Value>();
  /** What conditions that are written with operators ask of the request that is served. */
  readonly written = new Written();
  /** Records that functions in front of the observed one left on the request, with the names that lead to them; null while there is none. */
  leftUnder: WeakMap<Value, readonly string[]> | null = null;
  /** While observing: the ways out of the function that was called last. */
  waysOut: WaysOut | null = null;
  /** While observing: the functions that were given to timers, by their code. */
  timed = new Map<ts.Node, Timed>();
  /** How often timers that start themselves again were left, by where they are started. */
  readonly timersLeft = new Map<ts.Node, number>();
  /** The timers that what runs now goes back to. */
  timer: TimerRound | null = null;
  /** While observing: what the function uses that may change with the sources. */
  uses: Uses | null = null;
  /** Functions whose bodies were read and not run outside of observations: each asks once more, and says whether the answer is the same. */
  readonly consulted = new Map<ts.Node, readonly (() => boolean)[]>();
  /** Functions and classes of which it was asked what they mention. */
  readonly summarized = new Set<ts.Node>();
  /** Objects from which a host object can be reached (see `asides.ts`). */
  readonly reaching = new WeakSet<Obj>();
  /** Texts as they stand in the sources: each is one value. */
  readonly literals = new WeakMap<ts.Node, Value>();
  /** Functions from which too much can be reached to look at. */
  readonly manyMentioned = new WeakSet<ts.Node>();
  /** Modules that a function which serves requests was the first to need. */
  readonly lateModules = new Set<string>();
  /** While observing: promises of the set-up that were settled or waited for, as they were. */
  touchedPromises: Map<Obj, PromiseState> | null = null;
  /** Counts what host objects were told; loops and recursion without effect are cut early. */
  effects = 0;
  readonly fuel: Fuel;
  /** The innermost call that runs. */
  frame: Frame | null = null;
  queue = new JobQueue();
  /** Callbacks that are older than the modules that run now, outermost first. */
  postponed: readonly JobQueue[] = [];
  private branchIds = 0;
  /** Set when an arm left a function, loop or iteration early; the rest of it runs under a guard. */
  earlyExits = 0;
  /** How deep what is evaluated now nests in its function (see `nesting.ts`). */
  nesting = 0;
  /** Links of long chains that were evaluated before the chain is. */
  readonly ahead = new Map<ts.Node, Value>();
  /** Depth of arms, whether undecided or default: `process.exit()` ends the arm only there. */
  armDepth = 0;
  /** How many functions that were handed to what nobody can see are being called. */
  callbacks = 0;
  /** The arms of default configurations around, which run under no guard: the innermost first. */
  plainArms: PlainArm | null = null;
  private readonly choices = new WeakMap<Value, number>();
  readonly active = new Map<
    ts.Node,
    {
      readonly node: ts.Node;
      count: number;
      effects: number;
      guard: Guard | null;
      returns: Value[];
      cuts: number;
      conditionalCuts: number;
      cutAt: number;
    }
  >();
  /** Functions that the request which is observed leaves alone, and what they were given (see `asides.ts`). */
  readonly leftAlone = new Map<ts.Node | Obj, Set<string>>();
  /** Functions that were handed to callees nobody can see, and what calling them did. */
  readonly unknownCalls = new Map<ts.Node, { runs: number; quiet: boolean }>();
  /** Functions that were called, so that exports nobody called can be told. */
  readonly called = new Set<ts.Node>();
  readonly requiredEnvironment = new Set<string>();
  /** Promises that something waits for and that nothing has resolved yet. */
  readonly pendingPromises: Obj[] = [];
  /** Files of which it is known that what they load acts no more. */
  readonly searched = new Set<string>();
  readonly imports: { readonly from: ModuleRecord; readonly file: string; readonly names: readonly string[]; read: boolean }[] = [];

  constructor(readonly host: EvaluatorHost) {
    this.fuel = new Fuel(this);
    installBuiltins(this);
  }

  // ---- values -------------------------------------------------------------------------------------------------------

  site(context: Context, node: ts.Node): Site {
    return new Site(node, context.module, context.frame, this.spanOf);
  }
  /** Where the function of a frame is called; null for what the evaluator calls itself. */
  siteOfCall(frame: Frame): Site | null {
    return frame.callNode && frame.callModule ? new Site(frame.callNode, frame.callModule, frame.parent, this.spanOf) : null;
  }
  private readonly spanOf = (site: Site): Site['span'] => this.host.spanOf(site);

  object(origin: Site | null = null): Obj {
    return new Obj('Object', this.builtins.objectPrototype, origin);
  }

  list(elements: Value[], origin: Site | null = null): Obj {
    const list = new Obj('Array', this.builtins.arrayPrototype, origin);
    list.elements = elements;
    return list;
  }

  native(name: string, call: Native, length = 0): Obj {
    const fn = new Obj('Function', this.builtins?.functionPrototype ?? null, null);
    fn.fn = { kind: 'native', call };
    fn.props = new Map([
      ['name', prop(constant(name), false)],
      ['length', prop(constant(length), false)],
    ]);
    return fn;
  }

  record(entries: Iterable<readonly [string, Value]>, origin: Site | null = null): Obj {
    const record = this.object(origin);
    record.props = new Map();
    for (const [key, value] of entries) record.props.set(key, prop(value));
    return record;
  }

  /** An iterator over known elements; `open` when there may be more. */
  iterator(elements: readonly Value[], open: boolean, origin: Site | null = null, result: Value = UNDEFINED): Obj {
    const iterator = new Obj('Generator', this.builtins.generatorPrototype, origin);
    iterator.open = open;
    let at = 0;
    iterator.internal = {
      next: () =>
        at < elements.length
          ? { value: elements[at++]!, done: false }
          : { value: open ? unknown('an element of a partly known list') : result, done: true },
    } satisfies IteratorState;
    return iterator;
  }

  promise(value: Value, origin: Site | null = null): Obj {
    const promise = new Obj('Promise', this.builtins.promisePrototype, origin);
    promise.internal = { status: 'fulfilled', value, reactions: [] } satisfies PromiseState;
    return promise;
  }

  // ---- conditions ---------------------------------------------------------------------------------------------------

  branchInfo(
    context: Pick<Context, 'module'>,
    node: ts.Node,
    condition: string,
    cause: BranchInfo['cause'],
    arms: number,
    exhaustive: boolean,
    taint: string | null = null,
  ): BranchInfo {
    return { id: this.branchIds++, condition, cause, taint, node, module: context.module, arms, exhaustive };
  }

  /** The number of the condition that decides which of its alternatives a value is: the one given where it is asked for the first time. */
  choiceOf(value: Value, id: number): number {
    const known = this.choices.get(value);
    if (known === undefined) this.choices.set(value, id);
    return known ?? id;
  }

  /** A value as it is where the program runs: in the arm of another configuration, what that configuration decides is not the default. */
  assumed(value: Value): Value {
    if (this.guard === null || value.kind !== 'const' || value.taint === null) return value;
    for (let guard: Guard | null = this.guard; guard; guard = guard.parent)
      if (guard.branch.taint === value.taint)
        return typeof value.value === 'boolean'
          ? constant(!value.value, value.origin, value.taint)
          : unknown(value.taint, value.origin, null, [], value.taint);
    return value;
  }

  /** What a value says as a condition. */
  truth(value: Value): Truth {
    return truthOf(value);
  }

  /** Runs the arms of a condition that the source does not decide, each from the same state; see `arms.ts`. */
  runArms<Result>(info: BranchInfo, arms: readonly (() => Result)[], preferred: boolean): ArmResult<Result>[] {
    return runArms(this, info, arms, preferred);
  }

  /** Runs arms for their values and joins states and values. Throws when every arm throws. */
  join(info: BranchInfo, arms: readonly (() => Value)[], preferred: boolean): Value {
    return join(this, info, arms, preferred);
  }

  /** For each alternative of a value, under an arm of its own when there are several. Absent alternatives run nothing. */
  eachAlternative(context: Context, node: ts.Node, value: Value, run: (alternative: Value) => Value, absent?: Value): Value {
    return eachAlternative(this, context, node, value, run, absent);
  }

  // ---- jobs and failures --------------------------------------------------------------------------------------------

  step(site: Site | null = null): void {
    this.fuel.step(site);
  }

  /** Queues what Node runs after the current top level: promise reactions, timers, events. */
  later(run: () => void, when: JobKind = 'microtask', depth = Infinity): void {
    if (!this.queue.push(when, { run, guard: this.guard, depth, timer: this.timer })) reportLeftOut(this);
  }

  /** Runs something as what goes back to these timers. */
  ofTimer(timer: TimerRound | null, run: () => void): void {
    const outer = this.timer;
    this.timer = timer;
    try {
      run();
    } finally {
      this.timer = outer;
    }
  }

  /** Runs what is queued, in order, to the end or until something has happened. Inside an arm only what the arm itself queued. */
  drain(until: () => boolean = () => false): void {
    drain(this, until);
  }

  /** Says that something was left. Of a worker or a command beside a server nothing more is expected. */
  outOfFuel(what: string, site: Site | null): void {
    if (!this.host.isBesideServer) this.host.report('out-of-fuel', { what }, site);
  }

  /** Runs something with fuel of its own; what it throws ends it and nothing else. */
  guarded(what: string, site: Site | null, fuel: number, run: () => void): boolean {
    const { armDepth, frame, nesting } = this;
    try {
      this.fuel.within(fuel, run);
      return true;
    } catch (error) {
      this.armDepth = armDepth;
      if (error instanceof ThrowSignal) reportUncaught(this, error, site, frame);
      else if (error instanceof QuietSignal && error.frame && runsBelow(error.frame, frame)) throw error;
      else if (error instanceof ExitSignal) {
        /* the program said so */
      } else if (error instanceof FuelSignal || error instanceof QuietSignal)
        this.outOfFuel(what, error.site && error.site.module !== this.builtins.nowhere.context.module ? error.site : site);
      else this.crash(what, site, error);
      return false;
    } finally {
      this.frame = frame;
      this.nesting = nesting;
    }
  }

  /** Looks at what a function has left, and runs what that needs of the program (`toJSON()`, accessors); null where it ends otherwise or takes too long. */
  looking<Result>(look: () => Result): Result | null {
    const { armDepth, frame, nesting } = this;
    let found: Result | null = null;
    try {
      this.fuel.within(LOOKING_FUEL, () => {
        found = look();
      });
    } catch (error) {
      if (!isSignal(error) && !(error instanceof FuelSignal) && !(error instanceof QuietSignal)) throw error;
    } finally {
      Object.assign(this, { armDepth, frame, nesting });
    }
    return found;
  }

  /** A function is called. */
  use(node: ts.Node): void {
    (this.uses ? this.uses.functions : this.called).add(node);
  }

  /** An error is thrown for the first time, or once more. */
  raised(error: Value, site: Site | null): void {
    if (site) this.observer?.followed(site.node, error.origin instanceof Site ? error.origin.node : undefined);
    if (this.observer && site && error.kind === 'object' && !this.raisedAt.has(error)) this.raisedAt.set(error, site);
  }

  reportThrow(error: Signal, site: Site | null): void {
    if (error instanceof ThrowSignal) reportUncaught(this, error, site);
  }

  /** A failure of our own ends the call it happened in, and is reported as what it is. */
  crash(what: string, site: Site | null, error: unknown): void {
    if (error instanceof Bug) throw error;
    if (isStackFull(error)) {
      this.host.report('too-deep', { what }, site);
      return;
    }
    this.host.report(
      'crash',
      { what, error: error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error) },
      site,
    );
  }

  // ---- calls --------------------------------------------------------------------------------------------------------

  call(callee: Value, self: Value, args: readonly Value[], context: Context, node: ts.Node): Value {
    this.step();
    if (callee.kind === 'oneOf')
      return this.eachAlternative(context, node, callee, (alternative) => this.call(alternative, self, args, context, node));
    if (callee.kind === 'object') {
      const object = callee as Obj;
      const data = object.fn;
      if (data) {
        switch (data.kind) {
          case 'native':
            return this.counted(object, this.native_(object, data.call, self, args, this.site(context, node), null));
          case 'closure':
            if (failsLater(data.node, node)) return this.withoutCalls(() => callClosure(this, object, data, self, args, context, node));
            this.callsMade++;
            return callClosure(this, object, data, self, args, context, node);
          case 'bound':
            return this.call(data.target, data.self, [...data.args, ...args], context, node);
          case 'class':
            return callUnknown(this, unknown('a class called without new'), self, args, context, node);
        }
      }
      return callUnknown(
        this,
        object.open
          ? unknown('call of something unknown', null, (object.internal as { provenance?: Provenance } | null)?.provenance ?? null)
          : unknown('call of something that is no function'),
        self,
        args,
        context,
        node,
      );
    }
    if (isNullish(callee)) {
      reportMissingMethod(this, self, context, node);
      return callUnknown(this, unknown('call of undefined', null, null, [], taintOf(callee)), self, args, context, node);
    }
    return callUnknown(this, callee, self, args, context, node);
  }

  /** Whatever is called meanwhile fails elsewhere. What still runs in it counts on from here: a `try` in there has seen what was called. */
  private withoutCalls(run: () => Value): Value {
    const { callsMade } = this;
    const result = run();
    if (result.kind === 'object' && ((result as Obj).internal as PromiseState | null)?.status !== 'pending') this.callsMade = callsMade;
    return result;
  }

  /** What gives something that comes from elsewhere may fail; what hands a request on fails for what stands behind. */
  private counted(fn: Obj, result: Value): Value {
    const isOfNobody = this.observer?.ofNobody === true;
    const isElsewhere = result.kind === 'unknown' ? isOfNobody || result.provenance !== null : (result as Obj).cls === 'Promise';
    if (this.observer && !isNext(fn)) {
      this.callsMade++;
      if (isElsewhere) this.mayFail(isOfNobody);
    }
    return result;
  }

  mayFail(isCounted = true): void {
    this.callsMade++;
    if (isCounted) this.mayHaveFailed++;
    this.failedUnder = this.failedUnder === undefined ? this.guard : commonGuard(this.failedUnder, this.guard);
  }

  private native_(fn: Obj, call: Native, self: Value, args: readonly Value[], site: Site, newTarget: Value | null): Value {
    try {
      return call(this, self, args, site, newTarget);
    } catch (error) {
      if (isSignal(error) || error instanceof FuelSignal || error instanceof QuietSignal || error instanceof Bug) throw error;
      if (isStackFull(error)) throw new FuelSignal(site);
      this.crash(`the call of ${this.describe(fn) || 'a function'}`, site, error);
      return unknown('the scanner failed here', site);
    }
  }

  construct(callee: Value, args: readonly Value[], context: Context, node: ts.Node, newTarget: Value = callee): Value {
    this.step();
    if (callee.kind === 'oneOf')
      return this.eachAlternative(context, node, callee, (alternative) =>
        this.construct(alternative, args, context, node, newTarget === callee ? alternative : newTarget),
      );
    if (callee.kind === 'object') {
      const object = callee as Obj;
      const data = object.fn;
      switch (data?.kind) {
        case 'native': {
          const made = this.native_(object, data.call, UNDEFINED, args, this.site(context, node), newTarget);
          if (newTarget !== callee && made.kind === 'object' && newTarget.kind === 'object')
            (made as Obj).proto = this.get(newTarget, 'prototype', context, node);
          return made;
        }
        case 'closure':
          return constructClosure(this, object, data, args, context, node, newTarget);
        case 'class':
          return constructClass(this, object, data, args, context, node, newTarget);
        case 'bound':
          return this.construct(data.target, [...data.args, ...args], context, node, newTarget === callee ? data.target : newTarget);
      }
    }
    const result = callUnknown(
      this,
      callee.kind === 'unknown' && callee.provenance
        ? { ...callee, provenance: { ...callee.provenance, path: `new ${callee.provenance.path}` } }
        : callee,
      UNDEFINED,
      args,
      context,
      node,
    );
    if (newTarget !== callee && newTarget.kind === 'object') {
      const instance = new Obj('Object', this.get(newTarget, 'prototype', context, node), this.site(context, node));
      instance.open = true;
      instance.internal = { provenance: result.kind === 'unknown' ? result.provenance : null };
      return instance;
    }
    return result;
  }

  /** Calls a function that was handed to an unknown callee; null when it was not worth it or could register nothing. */
  callBack(fn: Obj, context: Context, node: ts.Node): Value | null {
    return callBack(this, fn, context, node);
  }

  // ---- properties: see `properties.ts` ------------------------------------------------------------------------------

  get(value: Value, key: PropertyKey, context: Context, node: ts.Node): Value {
    return getProperty(this, value, key, context, node);
  }
  set(target: Value, key: PropertyKey, value: Value, context: Context, node: ts.Node): void {
    setProperty(this, target, key, value, context, node);
  }
  ownProperty(object: Obj, key: PropertyKey): Prop | undefined {
    return ownProperty(this, object, key);
  }
  define(object: Obj, key: PropertyKey, value: Value, enumerable = true): void {
    defineProperty(this, object, key, value, enumerable);
  }
  defineAccessor(object: Obj, key: PropertyKey, kind: 'get' | 'set', fn: Value, enumerable: boolean): void {
    defineAccessor(this, object, key, kind, fn, enumerable);
  }
  setUnknownKey(target: Value, value: Value, name?: Value): void {
    setUnknownKey(this, target, value, name);
  }
  setOpen(object: Obj): void {
    setOpen(this, object);
  }
  pushElements(list: Obj, values: readonly Value[]): void {
    pushElements(this, list, values);
  }
  remove(target: Value, key: PropertyKey): void {
    removeProperty(this, target, key);
  }
  keys(object: Obj): string[] {
    return keysOf(this, object);
  }

  key(value: Value): PropertyKey | null {
    const simple = plain(value);
    if (simple.kind !== 'const') return null;
    return typeof simple.value === 'symbol' ? simple.value : String(simple.value);
  }

  // ---- descriptions -------------------------------------------------------------------------------------------------

  /** Short text for names and messages. */
  describe(value: Value): string {
    switch (value.kind) {
      case 'const':
        return isUnsetText(value) ? whyUnset(value.taint!) : String(value.value);
      case 'template':
        return value.parts.map((part) => (typeof part === 'string' ? part : '{?}')).join('');
      case 'oneOf':
        return this.describe(value.values.find((alternative) => alternative !== ABSENT) ?? UNDEFINED);
      case 'unknown':
        return value.provenance ? `${value.provenance.module}` : value.why;
      case 'object': {
        const object = value as Obj;
        const message = object.cls === 'Error' ? object.props?.get('message')?.value : undefined;
        if (message) return this.describe(message);
        const name = object.props?.get('name')?.value;
        return name?.kind === 'const' && typeof name.value === 'string' ? name.value : '';
      }
    }
  }

  /** `const protect = wrap(async (…) => …)`, `import protect from './protect.js'`: nobody else says what to call it. */
  hold(given: Value, name: string): void {
    // Of a chain, what answers is the last one.
    const value = (given.kind === 'object' && (given as Obj).elements?.at(-1)) || given;
    if (name === '' || this.heldAs.has(value)) return;
    if (value.kind === 'unknown' ? value.provenance : value.kind === 'object' && (value as Obj).fn && !(value as Obj).host)
      this.heldAs.set(value, name);
  }

  constantOf(value: Value): Primitive {
    const simple = plain(value);
    return simple.kind === 'const' ? simple.value : undefined;
  }

  /** The state of a module's top level or of an entry: no function, no arm. */
  topContext(module: ModuleRecord, self: Value = UNDEFINED): Context {
    return new Context(new Activation(self, null, null, null, []), module.scope, new Frame(null, null, null, module, null), module);
  }

  /** The context a native needs to call back into the program from its call. */
  contextOf(site: Site): Context {
    return new Context(
      this.builtins.nowhere.context.activation,
      site.module.scope,
      site.frame ?? this.builtins.nowhere.context.frame,
      site.module,
    );
  }
}

/** Whether a call is one of those that run on when another one ends. */
function runsBelow(call: Frame, other: Frame | null): boolean {
  for (let frame = other; frame; frame = frame.below) if (frame === call) return true;
  return false;
}

/** It hands the request on. */
const isNext = ({ props }: Obj): boolean => {
  const name = props?.get('name')?.value;
  return name?.kind === 'const' && name.value === 'next';
};
