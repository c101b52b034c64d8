/** As many files are kept; a repository with more servers reads some of them again. */
const MOST = 16;

/**
 * What this process has read in files, or has written into them last, by their text: a process that scans again and again finds its own files as it left
 * them. Whoever asks for a value shares it with others, and must not change it.
 */
export class KnownFiles<Value> {
  readonly #known = new Map<string, { readonly text: string; readonly value: Value }>();

  /** What the text of a file says. Nothing is kept when reading it throws. */
  of(file: string, text: string, read: () => Value): Value {
    const known = this.#known.get(file);
    return known?.text === text ? known.value : this.keep(file, text, read());
  }

  keep(file: string, text: string, value: Value): Value {
    this.#known.delete(file);
    this.#known.set(file, { text, value });
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST) this.#known.delete(oldest);
    return value;
  }
}
