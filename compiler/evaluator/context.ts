import type { ts } from '../typescript/index.js';
import type { RequestCondition } from '@tool/ir';
import type { Tested, Trace, Value } from '@tool/scanner-sdk';
import { EarlyReturns } from './conditions/early-returns.js';
import type { Delta } from './values/journal.js';
import type { Scope } from './values/scope.js';
import type { Escaped } from './conditions/escaped.js';
import type { Jump } from './conditions/jumps.js';
import type { Frame, ModuleRecord, Obj, WaitsFor } from './values/values.js';

/** A `return` in an arm of an undecided condition, while the function goes on in another arm. */
export interface PendingReturn {
  readonly value: Value;
  readonly delta: Delta;
  readonly condition: string;
  /** The default configuration returns here. */
  readonly preferred: boolean;
  /** Only another configuration does. */
  readonly elsewhere: boolean;
  /** What the function has asked of the request when it comes here. */
  readonly when: RequestCondition;
  /** The arm that it stands in. `isSure`: whoever takes that arm comes to it. */
  readonly exit?: { readonly branch: BranchInfo; readonly arm: number; readonly isSure: boolean };
}

const NO_JUMPS: readonly Jump[] = [];

/** One activation of a function (or of a module's top level). Arrow functions share that of their surroundings. */
export class Activation {
  pending: PendingReturn[] = [];
  /** Arms that have left a loop or a `switch` that is still run, while others went on. */
  jumps: readonly Jump[] = NO_JUMPS;
  /** While observing: what has changed behind them. */
  readonly earlyReturns = new EarlyReturns();
  /** What a generator has yielded. */
  yields: Value[] | null = null;
  /** It is a generator that is run as an asynchronous function. */
  waitsFor: WaitsFor | null = null;
  /** Values of `await`s and `yield`s inside a statement that was suspended for them. */
  resolved: Map<ts.Node, Value> | null = null;
  /** While observing: what its arms threw beside going on. */
  escaped: Escaped[] | null = null;
  constructor(
    private own: Value | null,
    readonly fn: Obj | null,
    readonly home: Obj | null,
    readonly newTarget: Value | null,
    readonly args: readonly Value[],
    /** Of an arrow function: the activation whose `this` is meant, looked up when it is read, since `super()` may come in between. */
    private readonly around: Activation | null = null,
  ) {}
  addJump(jump: Jump): void {
    this.jumps = [...this.jumps, jump];
  }
  get self(): Value | null {
    return this.around ? this.around.self : this.own;
  }
  set self(value: Value | null) {
    if (this.around) this.around.self = value;
    else this.own = value;
  }
}

/** What `this` is in an arrow function: that of what it was made in. Null for other functions. */
export const surroundingThis = (fn: Obj): Value | null => (fn.internal instanceof Activation ? fn.internal.self : null);

/** Where evaluation is. */
export class Context {
  constructor(
    readonly activation: Activation,
    readonly scope: Scope,
    readonly frame: Frame,
    readonly module: ModuleRecord,
  ) {}
  within(scope: Scope): Context {
    return new Context(this.activation, scope, this.frame, this.module);
  }
}

/** How a statement ends other than normally. */
export type Completion =
  | null
  | { readonly kind: 'return'; readonly value: Value }
  | { readonly kind: 'break' | 'continue'; readonly label: string | null };

/** Under which arm of which undecided condition the program runs. */
export class Guard {
  /** How many conditions it stands under, its own included. */
  readonly depth: number;
  constructor(
    readonly parent: Guard | null,
    readonly branch: BranchInfo,
    readonly arm: number,
    /** Further arms that go on here: what follows several arms runs after any of them. */
    readonly others: readonly number[] = [],
    /** Where the arms that go on end, when parts of them have returned: under which of their own conditions. */
    readonly ends: ReadonlyMap<number, Guard> | null = null,
  ) {
    this.depth = parent ? parent.depth + 1 : 1;
  }
}

/** An arm that runs as the default configuration has it, under no guard. */
export interface PlainArm {
  readonly parent: PlainArm | null;
  readonly branch: BranchInfo;
  readonly arm: number;
}

/** What two arms stand under both. */
export function commonGuard(one: Guard | null, other: Guard | null): Guard | null {
  const around = new Set<Guard>();
  for (let at = one; at; at = at.parent) around.add(at);
  let at = other;
  while (at && !around.has(at)) at = at.parent;
  return at;
}

/** What a condition says of values of the request that are missing. */
export interface Absence {
  readonly arm: number;
  readonly traces: readonly Trace[];
  /** Nobody else comes into the arm. With `token && !isKnown(token)` the arm that is not taken is that of tokens that are known, too. */
  readonly isExact: boolean;
}

export interface BranchInfo {
  readonly id: number;
  readonly condition: string;
  readonly cause: 'configuration' | 'unknown';
  /** The configuration value that has another value than its default under this branch. */
  readonly taint: string | null;
  readonly node: ts.Node;
  readonly module: ModuleRecord;
  readonly arms: number;
  /** One of the arms always runs. */
  readonly exhaustive: boolean;
  /** No condition of the program: its arms keep apart what happens after an error that was thrown already. */
  aside?: true;
  /** By arm: how values of the request look where it does not run: one that does not leads here. */
  tested?: readonly (readonly Tested[])[];
  /** By arm: the error that its code has caught. */
  errors?: readonly (Value | null)[];
  /** By arm: what runs it says of the address and the method of the request. */
  asks?: readonly RequestCondition[];
  /** By arm: the values of the request that are there, since the condition says what they are. */
  present?: readonly (readonly Trace[])[];
  /** Who lacks one of these values of the request comes into this arm. */
  absence?: Absence | null;
}
