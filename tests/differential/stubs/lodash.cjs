const each = (all, run) => {
  for (const key of Object.keys(all)) if (run(all[key], Array.isArray(all) ? Number(key) : key, all) === false) break;
  return all;
};
const merge = (target, ...sources) => {
  for (const source of sources)
    for (const key of Object.keys(source || {}))
      target[key] =
        source[key] && typeof source[key] === 'object' && !Array.isArray(source[key]) ? merge(target[key] || {}, source[key]) : source[key];
  return target;
};
module.exports = {
  each,
  forEach: each,
  forOwn: each,
  merge,
  map: (all, run) => Object.keys(all).map((key) => run(all[key], Array.isArray(all) ? Number(key) : key)),
  get: (object, path, otherwise) => {
    const found = path.split('.').reduce((at, key) => (at == null ? undefined : at[key]), object);
    return found === undefined ? otherwise : found;
  },
  kebabCase: (text) =>
    text
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .replace(/\s+/g, '-')
      .toLowerCase(),
  sortBy: (all, key) => [...all].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0)),
  defaults: (target, ...sources) => {
    for (const source of sources) for (const key of Object.keys(source)) if (target[key] === undefined) target[key] = source[key];
    return target;
  },
};
