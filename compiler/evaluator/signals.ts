import { Bug } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Guard } from './context.js';
import type { Frame, Site } from './values/values.js';

/** A `throw` of the program on its way to a `catch`. */
export class ThrowSignal {
  /** @param guard the conditions under which it was thrown */
  constructor(
    readonly value: Value,
    readonly site: Site | null,
    readonly guard: Guard | null = null,
  ) {}
}

/** The program ends here (`process.exit()` inside an arm). No `catch` sees it. */
export class ExitSignal {
  constructor(readonly site: Site | null) {}
}

/** The call chain has used up its steps. Caught where the chain began. */
export class FuelSignal {
  constructor(readonly site: Site | null) {}
}

/** One call has run long without telling a host object anything: it is cut, and the rest of the program goes on. */
export class QuietSignal {
  /**
   * @param frame the call that is cut; null for the top level of a module
   * @param innermost what runs then
   */
  constructor(
    readonly frame: Frame | null,
    readonly site: Site | null,
    readonly innermost: Frame | null = null,
  ) {}
}

export type Signal = ThrowSignal | ExitSignal;
export const isSignal = (error: unknown): error is Signal => error instanceof ThrowSignal || error instanceof ExitSignal;

/** The stack of the scanner itself is full: the code nests, or calls, deeper than the scan follows. */
export const isStackFull = (error: unknown): boolean => error instanceof RangeError && /call stack/i.test(error.message);

/** Control flow of the evaluation, and our own bugs: nothing that a failing model caused. */
export const isControl = (error: unknown): boolean =>
  isSignal(error) || error instanceof FuelSignal || error instanceof QuietSignal || error instanceof Bug || isStackFull(error);
