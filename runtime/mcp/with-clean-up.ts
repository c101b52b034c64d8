/** Milliseconds for clean-up after a cancellation. */
const PATIENCE_MS = 15_000;

/** Runs something that cleans up after itself: when the call is cancelled, clean-up goes on for a while and is then ended, too. */
export async function withCleanUp<Result>(signal: AbortSignal, run: (cleanupSignal: AbortSignal) => Promise<Result>): Promise<Result> {
  const cleanup = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => {
      cleanup.abort();
    }, PATIENCE_MS);
  };
  signal.addEventListener('abort', begin, { once: true });
  try {
    return await run(cleanup.signal);
  } finally {
    signal.removeEventListener('abort', begin);
    clearTimeout(timer);
  }
}
