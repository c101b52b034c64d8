import { isSecretName } from '../../store/index.js';

const PLAIN = new Set([
  'id',
  'ids',
  'uuid',
  'slug',
  'name',
  'email',
  'username',
  'title',
  'url',
  'uri',
  'href',
  'path',
  'location',
  'status',
  'count',
  'total',
  'page',
  'number',
  'code',
  'type',
  'kind',
  'date',
  'at',
]);

/**
 * Whether a remembered value of this name may be shown. Values of the memory are secrets unless their name says that they
 * identify something: identifiers are part of addresses, and a report without them says nothing.
 */
export function isPlainName(key: string): boolean {
  let plain = judged.get(key);
  if (plain === undefined) {
    plain = judge(key);
    // Names come from workflow files, which are few; a server that stays up reads many.
    if (judged.size > 10_000) judged.clear();
    judged.set(key, plain);
  }
  return plain;
}

const judged = new Map<string, boolean>();

function judge(key: string): boolean {
  if (isSecretName(key)) return false;
  const last = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .at(-1);
  return last !== undefined && PLAIN.has(last);
}
