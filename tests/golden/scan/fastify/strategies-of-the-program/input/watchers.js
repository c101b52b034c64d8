const watchers = new Map([['a', { id: 1 }]]);
export const findWatcher = async (key) => watchers.get(key);
