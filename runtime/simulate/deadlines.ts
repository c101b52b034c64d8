/** What must have ended at its time. */
export interface Limited {
  overdue(): void;
}

/**
 * Time limits of many short things with one timer: most end long before their limit, and a timer for each costs more than noting it. The timer
 * does not keep the process alive; what it watches does.
 */
export class Deadlines {
  readonly #limits = new Map<Limited, number>();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer goes off; it may be for something that has ended. */
  #next = Infinity;

  /** @param at on the clock of `performance.now()` */
  add(limited: Limited, at: number): void {
    this.#limits.set(limited, at);
    if (at < this.#next) this.#wake(at);
  }

  remove(limited: Limited): void {
    this.#limits.delete(limited);
  }

  #wake(at: number): void {
    clearTimeout(this.#timer);
    this.#next = at;
    // The clock of timers has whole milliseconds and may be one behind.
    this.#timer = setTimeout(
      () => {
        this.#look();
      },
      Math.max(1, Math.ceil(at - performance.now())),
    ).unref();
  }

  #look(): void {
    const now = performance.now();
    let next = Infinity;
    for (const [limited, at] of this.#limits) {
      if (at > now) {
        next = Math.min(next, at);
        continue;
      }
      this.#limits.delete(limited);
      limited.overdue();
    }
    this.#next = Infinity;
    if (next < Infinity) this.#wake(next);
  }
}
