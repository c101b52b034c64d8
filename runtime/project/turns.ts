/** Who takes which piece of work, agreed between threads in memory that they share. What a thread has taken is known even when it ends in the middle. */
export class Turns {
  /** @param shared the number of the next piece that nobody has taken, then who has taken each */
  constructor(readonly shared: Int32Array) {}

  static of(pieces: number): Turns {
    return new Turns(new Int32Array(new SharedArrayBuffer((pieces + 1) * Int32Array.BYTES_PER_ELEMENT)).fill(NOBODY, 1));
  }

  /** The next piece, for this thread; null when none is left. */
  take(thread: number): number | null {
    const index = Atomics.add(this.shared, 0, 1);
    if (index >= this.shared.length - 1) return null;
    Atomics.store(this.shared, index + 1, thread);
    return index;
  }

  takenBy(thread: number): number[] {
    return [...this.shared.slice(1).entries()].flatMap(([index, taker]) => (taker === thread ? [index] : []));
  }

  /** Nobody takes any more. */
  end(): void {
    Atomics.store(this.shared, 0, this.shared.length);
  }
}

const NOBODY = -1;
