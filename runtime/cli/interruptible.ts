/** Signals of a run that cleans up after itself. */
export interface Interrupts {
  /** The first Ctrl-C: nothing new is begun, what was made is cleaned up. */
  readonly signal: AbortSignal;
  /** The second one: the clean-up is given up, too. */
  readonly cleanupSignal: AbortSignal;
}

/** Runs an action that Ctrl-C (or SIGTERM) interrupts instead of killing the process. A third signal kills it. */
export async function interruptible<T>(action: (interrupts: Interrupts) => Promise<T>, notify: (text: string) => void): Promise<T> {
  const first = new AbortController();
  const second = new AbortController();
  const onSignal = (): void => {
    if (!first.signal.aborted) {
      notify('Interrupted: cleaning up. Press Ctrl-C again to leave at once.');
      first.abort();
    } else if (!second.signal.aborted) second.abort();
    else process.exit(130);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await action({ signal: first.signal, cleanupSignal: second.signal });
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
