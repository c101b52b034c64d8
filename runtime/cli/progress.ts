import type { Style } from './style.js';

export interface Progress {
  update(text: string): void;
  /** Removes the progress line, so that what follows starts on a clean one. */
  end(): void;
}

/** One line that is rewritten in place; nothing at all where the stream is no terminal. Scans block the loop, so there is no timer. */
export function createProgress(
  stream: { isTTY?: boolean; columns?: number; write(text: string): unknown },
  style: Style,
  enabled: boolean,
): Progress {
  if (!enabled || stream.isTTY !== true) return { update: () => {}, end: () => {} };
  let shown = false;
  let last = 0;
  return {
    update(text) {
      const now = performance.now();
      if (shown && now - last < 50) return;
      last = now;
      shown = true;
      stream.write(`\r\u001B[2K${style.dim(text.slice(0, (stream.columns ?? 80) - 1))}`);
    },
    end() {
      if (shown) stream.write('\r\u001B[2K');
      shown = false;
    },
  };
}
