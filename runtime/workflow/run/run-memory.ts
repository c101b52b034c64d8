import type { Memory } from '../../../schemas/index.js';
import { memoryValue } from '../../store/index.js';
import { valueAtPath } from '../../simulate/value-at-path.js';

/** A change of the memory, as the store takes it. */
export interface Remembered {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/**
 * What one run of a workflow remembers: what the file held when it began, and above that what the run captured, with its types.
 * Two runs at once do not see each other.
 */
export class RunMemory {
  readonly #start: Memory;
  readonly #captured = new Map<string, { readonly scope: string; readonly key: string; readonly value: unknown }>();

  constructor(start: Memory) {
    this.#start = start;
  }

  set(scope: string, key: string, value: unknown): void {
    this.#captured.set(`${scope}:${key}`, { scope, key, value });
  }

  /**
   * Whether this run captured it; what the file held does not count.
   * @param address `scope:key`
   */
  isCaptured(address: string): boolean {
    if (this.#captured.has(address)) return true;
    const colon = address.indexOf(':');
    const scope = address.slice(0, colon);
    const key = address.slice(colon + 1);
    for (let part = key; ; part = part.slice(0, part.lastIndexOf('.'))) {
      if (this.#captured.has(`${scope}:${part}`)) return true;
      if (!part.includes('.')) return false;
    }
  }

  /** The value with its type; `user.id` reads a field of what was remembered as `user`. Undefined when there is none. */
  get(scope: string, key: string): unknown {
    const exact = this.#exact(scope, key);
    if (exact !== undefined) return exact;
    for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
      const whole = this.#exact(scope, key.slice(0, dot));
      if (whole !== undefined) return valueAtPath(structured(whole), key.slice(dot + 1));
    }
    return undefined;
  }

  /** Everything the run captured, as texts: the file holds no others. */
  changes(): Remembered[] {
    return [...this.#captured.values()].map(({ scope, key, value }) => ({ scope, key, value: textOf(value) }));
  }

  #exact(scope: string, key: string): unknown {
    const captured = this.#captured.get(`${scope}:${key}`);
    return captured === undefined ? memoryValue(this.#start, { scope, key }) : captured.value;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** A list or an object comes back from the file as its JSON text. */
function structured(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
