import type { Value } from './values.js';

/** Changes the known text of a path value; parts that are not known stay as they are. */
export function mapText(value: Value, change: (text: string) => string): Value {
  switch (value.kind) {
    case 'const':
      return typeof value.value === 'string' ? { ...value, value: change(value.value) } : value;
    case 'template':
      return { ...value, parts: value.parts.map((part) => (typeof part === 'string' ? change(part) : mapText(part, change))) };
    case 'oneOf':
      return { ...value, values: value.values.map((alternative) => mapText(alternative, change)) };
    default:
      return value;
  }
}

/** The same text without the places where it was written: a prefix is no place of the routes that stand below it. */
export function withoutOrigin(value: Value): Value {
  switch (value.kind) {
    case 'const':
      return { ...value, origin: null };
    case 'template':
      return { ...value, origin: null, parts: value.parts.map((part) => (typeof part === 'string' ? part : withoutOrigin(part))) };
    default:
      return value;
  }
}

/** `prefix` directly followed by `path`: one text when both are known, with the place of the path. */
export function concatText(prefix: Value, path: Value): Value {
  if (prefix.kind === 'const' && path.kind === 'const' && prefix.taint === null)
    return { ...path, value: `${String(prefix.value)}${String(path.value)}` };
  return { kind: 'template', parts: [withoutOrigin(prefix), path], origin: path.origin };
}
