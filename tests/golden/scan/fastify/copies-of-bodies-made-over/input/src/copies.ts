type Members = Record<string, any>;

const parsedText = (value: any) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

// Lists and records are gone through as well; texts may be JSON.
export function parsedFields(body: Members): Members {
  const copy: Members = {};
  for (const name in body) {
    const value = body[name];
    if (Array.isArray(value)) {
      copy[name] = value.map((each) => (typeof each === 'object' ? parsedFields(each) : each));
      continue;
    }
    if (value?.kind === 'field') {
      copy[name] = parsedText(value.value);
      continue;
    }
    if (typeof value === 'object' && value !== null) {
      copy[name] = parsedFields(value);
      continue;
    }
    copy[name] = parsedText(value);
  }
  return copy;
}

export const trimmed = (body: Members): Members =>
  Object.entries(body).reduce((copy: Members, [name, value]) => {
    copy[name] = typeof value === 'string' ? value.trim() : value;
    return copy;
  }, {});

export const withoutBlanks = (body: Members): Members =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));

// What it holds is nothing of the body.
export function counted(body: Members): Members {
  const seen: Members = {};
  for (const name in body) seen[name] = 1;
  return seen;
}
