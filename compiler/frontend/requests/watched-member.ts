import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../../evaluator/index.js';

/** A member of an object that an adapter watches through one run (`context.status`): what it was when something was thrown or returned. */
export class WatchedMember {
  private watched: { readonly object: Value; readonly key: string } | null = null;
  private readonly whenThrown = new WeakMap<Value, Value>();
  /** The last time that the value was returned. */
  private readonly whenReturned = new WeakMap<Value, Value>();

  constructor(private readonly evaluator: Evaluator) {}

  watch(object: Value, key: string): void {
    this.watched = { object, key };
  }

  thrown(value: Value): void {
    const state = this.now();
    if (state && value.kind === 'object' && !this.whenThrown.has(value)) this.whenThrown.set(value, state);
  }

  returned(value: Value): void {
    const state = this.now();
    if (!state) return;
    for (const alternative of value.kind === 'oneOf' ? value.values : [value]) {
      const known = this.whenReturned.get(alternative);
      // Handed on by who called the function: on the way of this value it is still what it was.
      if (!(known && state.kind === 'oneOf' && state.values.includes(known))) this.whenReturned.set(alternative, state);
    }
  }

  returnedWith(value: Value): Value | undefined {
    return this.whenReturned.get(value);
  }

  thrownWith(error: Value): Value | undefined {
    return this.whenThrown.get(error) ?? this.now();
  }

  private now(): Value | undefined {
    const { context, node } = this.evaluator.builtins.nowhere;
    return this.watched ? this.evaluator.get(this.watched.object, this.watched.key, context, node) : undefined;
  }
}
