interface Asked<T, U> {
  question: T;
  resolve: (answer: U) => void;
  reject: (reason?: unknown) => void;
}

/** At most so many calls in a second; what is more waits for its turn. */
export function paced<T, U>(fn: (question: T) => Promise<U>, limit: number): (question: T) => Promise<U> {
  const state: { queue: Asked<T, U>[]; times: number[]; timer?: NodeJS.Timeout } = { queue: [], times: [] };
  const next = () => {
    state.times = state.times.filter((time) => Date.now() - time < 1000);
    if (state.times.length < limit) {
      const item = state.queue.shift();
      if (!item) return;
      state.times.push(Date.now());
      fn(item.question).then(item.resolve).catch(item.reject);
      next();
    } else {
      if (state.timer) clearTimeout(state.timer);
      state.timer = setTimeout(next, 1000 - (Date.now() - state.times[0]!));
    }
  };
  return (question) =>
    new Promise<U>((resolve, reject) => {
      state.queue.push({ question, resolve, reject });
      next();
    });
}
