import type { Value } from '@tool/scanner-sdk';
import { alternativesOf as among, commonGuard, oneOf, type Evaluator, type Guard } from '../../evaluator/index.js';

/** A member of an object that an adapter watches through one run (`context.status`): what it was when something was thrown or returned. */
export class WatchedMember {
  private watched: { readonly object: Value; readonly key: string; readonly failed?: (() => Value | undefined) | undefined } | null = null;
  private readonly whenThrown = new WeakMap<Value, Value>();
  /** When the value was returned: by one way of several all of these, otherwise the last time. */
  private readonly whenReturned = new WeakMap<Value, { readonly state: Value; readonly guard: Guard | null }>();

  constructor(private readonly evaluator: Evaluator) {}

  watch(object: Value, key: string, failed?: () => Value | undefined): void {
    this.watched = { object, key, failed };
  }

  thrown(value: Value): void {
    const state = this.now();
    if (state && value.kind === 'object' && !this.whenThrown.has(value)) this.whenThrown.set(value, state);
  }

  /** Who handles an error finds it as it was when that was thrown: the arm in which it was set has ended there. */
  caught(error: Value): void {
    const state = this.whenThrown.get(error) ?? this.watched?.failed?.();
    const { context, node } = this.evaluator.builtins.nowhere;
    if (state) this.evaluator.set(this.watched!.object, this.watched!.key, state, context, node);
  }

  returned(value: Value): void {
    const state = this.now();
    if (!state) return;
    const { guard } = this.evaluator;
    for (const alternative of value.kind === 'oneOf' ? value.values : [value]) {
      const known = this.whenReturned.get(alternative);
      // Handed on by who called the function: on the way of this value it is still what it was.
      if (known && among(known.state).every((each) => among(state).includes(each))) continue;
      const common = known && commonGuard(known.guard, guard);
      const isBeside = known !== undefined && common !== known.guard && common !== guard;
      this.whenReturned.set(
        alternative,
        isBeside ? { state: oneOf([known.state, state], 'what is returned'), guard: common! } : { state, guard },
      );
    }
  }

  returnedWith(value: Value): Value | undefined {
    return this.whenReturned.get(value)?.state;
  }

  thrownWith(error: Value): Value | undefined {
    return this.whenThrown.get(error) ?? this.now();
  }

  private now(): Value | undefined {
    const { context, node } = this.evaluator.builtins.nowhere;
    return this.watched ? this.evaluator.get(this.watched.object, this.watched.key, context, node) : undefined;
  }
}
