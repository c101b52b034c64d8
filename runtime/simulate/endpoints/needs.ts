/** Two things need each other: who waits for one would wait for ever. */
export class CircleError extends Error {
  override readonly name = 'CircleError';
}

/**
 * What requests need of each other: accounts, credentials, answers. Each is obtained once, by whoever needs it first; all others wait for it. Who waits
 * for whom is known, so that a circle is an error and not an endless wait.
 */
export class Needs {
  readonly #known = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, string>();

  /**
   * @param what names what is needed
   * @param asker names the thing that is being obtained and needs it; it waits for one thing at a time
   * @throws CircleError, and whatever `obtain` throws
   */
  async get<Value>(what: string, asker: string | undefined, obtain: () => Promise<Value>): Promise<Value> {
    if (asker === undefined) return this.#begin(what, obtain);
    for (let at: string | undefined = what; at !== undefined; at = this.#waiting.get(at))
      if (at === asker) throw new CircleError(`${what} is needed for itself`);
    this.#waiting.set(asker, what);
    try {
      return await this.#begin(what, obtain);
    } finally {
      this.#waiting.delete(asker);
    }
  }

  #begin<Value>(what: string, obtain: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(what) as Promise<Value> | undefined;
    if (known !== undefined) return known;
    const value = obtain();
    this.set(what, value);
    return value;
  }

  /** From now on this is what is needed, whatever was known. */
  set(what: string, value: Promise<unknown>): void {
    value.catch(() => undefined);
    this.#known.set(what, value);
  }

  forget(what: string): void {
    this.#known.delete(what);
  }
}
