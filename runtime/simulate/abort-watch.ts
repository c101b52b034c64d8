/** What can be ended before its time. */
export interface Abortable {
  giveUp(): void;
}

const watched = new WeakMap<AbortSignal, Set<Abortable>>();

/**
 * Has a signal end what is going on. A run has one signal and thousands of requests: the signal gets one listener, whatever the number.
 * The caller takes the entry out again when it has ended.
 */
export function abortedBy(signal: AbortSignal): Set<Abortable> {
  let ongoing = watched.get(signal);
  if (ongoing === undefined) {
    const all = (ongoing = new Set<Abortable>());
    signal.addEventListener(
      'abort',
      () => {
        for (const each of [...all]) each.giveUp();
      },
      { once: true },
    );
    watched.set(signal, all);
  }
  return ongoing;
}
