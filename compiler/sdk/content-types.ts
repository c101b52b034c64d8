import type { Call, Transfer } from './adapter.js';
import type { Value } from './values.js';

/** `Content-Type` among headers that are given as a record. */
export function typeAmong(call: Call, headers: Value | undefined): Value | null {
  if (headers?.kind !== 'object' || call.elements(headers) !== null) return null;
  const found = (call.knownEntries?.(headers) ?? []).find(([name]) => name.toLowerCase() === 'content-type');
  return found ? found[1] : null;
}

/** On answers: the content type that the program has set. */
export const TYPE = '#type';

/** `header(name, value)`, `headers(record)`: of headers the content type says what is sent. */
export const setTypeHeader: Transfer = (call) => {
  const [first, second] = call.args;
  const type = first?.kind === 'object' ? typeAmong(call, first) : first && call.text(first)?.toLowerCase() === 'content-type' && second;
  if (type) call.set(call.receiver, TYPE, type);
  return call.receiver;
};
/** `type(value)`. */
export const setType: Transfer = (call) => {
  const [type] = call.args;
  if (type) call.set(call.receiver, TYPE, call.text(type) === 'json' ? call.const('application/json') : type);
  return call.receiver;
};

/** The one that a text goes out with; none where that is not known, or not the same in every arm. */
export function typeSet(call: Call, on: Value, otherwise: string): { readonly contentType?: string } {
  const types = new Set(
    call.alternatives(call.get(on, TYPE)).map((each) => (call.isUndefined(each) ? otherwise : call.text(each)?.split(';')[0]!.trim())),
  );
  const [type] = types;
  return types.size === 1 && type?.includes('/') ? { contentType: type } : {};
}

/** What a text is the JSON of, as the program wrote it; undefined where that is not known. */
function jsonIn(call: Call, text: Value): Value | undefined {
  const parse = call.global?.('JSON');
  const read = (each: Value): Value | undefined => {
    if (each.kind === 'unknown') return each.json;
    const constant = call.text(each);
    try {
      JSON.parse(constant ?? '');
    } catch {
      return undefined;
    }
    return parse && call.invoke(call.get(parse, 'parse'), [each]);
  };
  const found = call.alternatives(text).flatMap((each) => read(each) ?? []);
  return found.length < call.alternatives(text).length ? undefined : found.length > 1 ? call.oneOf?.(found, 'what is sent') : found[0];
}

/** A text that is sent: data where its content type says so and the program has written it as JSON. */
export const textOf = (call: Call, text: Value, type: { readonly contentType?: string }): { contentType?: string; body?: Value } => {
  const body = /json/.test(type.contentType ?? '') ? jsonIn(call, text) : undefined;
  return { ...type, ...(body && { body }) };
};
