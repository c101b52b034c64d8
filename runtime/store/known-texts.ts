/** As many characters of a text decide whether it is looked at closely; what is added must not be shorter. */
export const LEAST_LENGTH = 5;

const SLOTS = 1 << 12;

/**
 * Texts that are looked for in other texts, many of them and growing: a run learns a few with every request. Every position of a text is
 * looked up by a hash of its first characters, so that the time does not depend on how many are known.
 */
export class KnownTexts {
  /** Others that are looked for, too. */
  readonly #more: KnownTexts | undefined;
  readonly #all = new Set<string>();
  /** By their first characters, the longest first: one that is part of another must not leave the rest of it standing. */
  readonly #byStart = new Map<string, string[]>();
  #slots: Uint8Array | undefined;

  /** @param more what many sets have in common, complete when it is given: it is not copied into each of them */
  constructor(more?: KnownTexts) {
    this.#more = more;
    this.#slots = more === undefined ? undefined : more.#slots?.slice();
  }

  has(text: string): boolean {
    return this.#all.has(text) || this.#more?.has(text) === true;
  }

  add(text: string): void {
    if (text.length < LEAST_LENGTH || this.has(text)) return;
    this.#all.add(text);
    (this.#slots ??= new Uint8Array(SLOTS))[slotAt(text, 0)] = 1;
    const start = text.slice(0, LEAST_LENGTH);
    const known = this.#byStart.get(start);
    if (known) known.splice(known.findIndex((other) => other.length < text.length) >>> 0, 0, text);
    else this.#byStart.set(start, [text]);
  }

  /** The longest one that stands at a position of a text. */
  #at(text: string, at: number): string | undefined {
    const own = this.#byStart.get(text.slice(at, at + LEAST_LENGTH))?.find((known) => text.startsWith(known, at));
    const other = this.#more === undefined ? undefined : this.#more.#at(text, at);
    return own === undefined || (other !== undefined && other.length > own.length) ? other : own;
  }

  /** The text with what is known replaced; the same text when nothing of it occurs. */
  replaceIn(text: string, replacement: string): string {
    const slots = this.#slots;
    if (slots === undefined) return text;
    let result = '';
    let copied = 0;
    for (let at = 0; at <= text.length - LEAST_LENGTH; at++) {
      if (slots[slotAt(text, at)] === 0) continue;
      const found = this.#at(text, at);
      if (found === undefined) continue;
      result += text.slice(copied, at) + replacement;
      copied = at + found.length;
      at = copied - 1;
    }
    return copied === 0 ? text : result + text.slice(copied);
  }
}

/** Of `LEAST_LENGTH` characters. */
const slotAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 3) ^
    (text.charCodeAt(at + 2) << 6) ^
    (text.charCodeAt(at + 3) << 9) ^
    (text.charCodeAt(at + 4) << 11)) &
  (SLOTS - 1);
