const HIDDEN = /secret|token/i;

export function hide(value, depth = 0) {
  if (depth > 8) return '[deep]';
  if (Array.isArray(value)) return value.map((each) => hide(each, depth + 1));
  if (value && typeof value === 'object') {
    const copy = {};
    for (const [key, each] of Object.entries(value)) copy[key] = HIDDEN.test(key) ? '[hidden]' : hide(each, depth + 1);
    return copy;
  }
  return value;
}

export function forbidOperators(value, path = '') {
  if (value === null || typeof value !== 'object') return;
  for (const key of Object.keys(value)) {
    if (key.startsWith('$')) throw new Error(`${path}.${key} is an operator`);
    forbidOperators(value[key], `${path}.${key}`);
  }
}

export const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value && typeof value === 'object') {
    return Object.keys(value)
      .sort()
      .reduce((all, key) => ({ ...all, [key]: sorted(value[key]) }), {});
  }
  return value;
};

export function texts(value, isTop) {
  if (isTop) return texts(value.labels, false);
  if (typeof value === 'string') return [value];
  return null;
}
