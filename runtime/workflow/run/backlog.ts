/** Work of which the next request does not depend. */
export interface Backlog {
  /** Does it soon, while a server works on a request. */
  add(task: () => void): void;
  /** Does what is left. @throws what a task has thrown */
  finish(): void;
}

/**
 * Records of requests that are over are made while the next one is on the wire: a run then takes hardly longer than its requests. Tasks are done
 * in their order.
 */
export function createBacklog(): Backlog {
  let waiting: (() => void)[] = [];
  let thrown: { readonly error: unknown } | undefined;
  const work = (): void => {
    const tasks = waiting;
    waiting = [];
    try {
      for (const task of tasks) task();
    } catch (error) {
      thrown ??= { error };
    }
  };
  return {
    add(task) {
      // After what is ready to be sent was sent: a connection that is kept looks for one turn whether the server has closed it, and then sends.
      if (waiting.push(task) === 1)
        setImmediate(() => {
          setImmediate(work);
        });
    },
    finish() {
      work();
      if (thrown !== undefined) throw thrown.error;
    },
  };
}
