import { concatText, mapText, withoutOrigin, type Call, type Value } from '@tool/scanner-sdk';

/** The first and last characters of a text as far as they are known; null where they are not. */
export function ends(value: Value): { readonly first: string | null; readonly last: string | null; readonly empty: boolean } {
  if (value.kind === 'const') {
    const text = value.value == null ? '' : String(value.value);
    return { first: text[0] ?? '', last: text.at(-1) ?? '', empty: text === '' };
  }
  if (value.kind === 'template') {
    const [first, last] = [value.parts[0], value.parts.at(-1)];
    return {
      first: typeof first === 'string' ? first[0]! : first ? ends(first).first || null : '',
      last: typeof last === 'string' ? last.at(-1)! : last ? ends(last).last || null : '',
      empty: false,
    };
  }
  return { first: null, last: null, empty: false };
}

const dropFirst = (value: Value): Value => {
  if (value.kind === 'const') return { ...value, value: String(value.value).slice(1) };
  if (value.kind === 'template' && typeof value.parts[0] === 'string')
    return { ...value, parts: [value.parts[0].slice(1), ...value.parts.slice(1)] };
  return value;
};

/** The prefix of a plugin inside an instance with a prefix of its own: one slash between the two. */
export function joinPrefix(call: Call, outer: Value, inner: Value): Value {
  if (isNothing(inner)) return outer;
  const [above, below] = [ends(outer), ends(inner)];
  if (above.last === '/' && below.first === '/') return concatText(outer, dropFirst(inner));
  if (below.first !== '/' && below.first !== null && above.last !== '/') return concatText(concatText(outer, call.const('/')), inner);
  return concatText(outer, inner);
}

/** `undefined`, `null` or `''`, written so by the program. A variable of the environment that is not set is a value nobody knows. */
export const isNothing = (value: Value): boolean => value.kind === 'const' && !value.value && value.taint === null;

/** Whether Fastify puts the path of a route directly behind the prefix, without a slash. */
export function isGlued(prefix: Value, path: Value): boolean {
  const [above, below] = [ends(prefix), ends(path)];
  return !above.empty && above.last !== '/' && above.last !== null && !below.empty && below.first !== null && below.first !== '/';
}

export { concatText, mapText, withoutOrigin };
