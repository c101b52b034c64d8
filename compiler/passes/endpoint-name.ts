import type { Segment } from '@tool/ir';

/**
 * A name for people: `List users`, `Create user`, `Get user by id`, `Update user settings`, `Login`. From the method and the
 * path; a handler called after what it does (`createUser`) is asked where the path alone does not say.
 */
export function endpointName(method: string, segments: readonly Segment[], handlerName: string): string {
  const { noun, by, owner } = parts(segments);
  if (noun === null)
    return capital([VERBS[method] ?? method.toLowerCase(), by === null ? 'root' : by === '' ? 'anything' : `by ${by}`].join(' '));
  const words = humanWords(noun);
  const one = singular(words);
  const plural = one !== words;
  const of = owner === null ? '' : ` of ${singular(humanWords(owner))}`;
  if (by === '') return capital(`${VERBS[method] ?? method.toLowerCase()} ${words}`);
  if (by !== null) return capital(`${VERBS[method] ?? method.toLowerCase()} ${one} by ${by}`);
  if (method === 'GET') return capital(`${plural ? 'list' : 'get'} ${words}${of}`);
  if (method === 'POST') return capital(plural ? `create ${one}${of}` : (spokenHandler(handlerName) ?? `${words}${of}`));
  return capital(`${VERBS[method] ?? method.toLowerCase()} ${words}${of}`);
}

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
  HEAD: 'check',
  OPTIONS: 'options of',
  ALL: 'any request to',
};

/** Segments that say where an API lives, not what it is about. */
const PREFIX = /^(api|rest|v\d+(\.\d+)*)$/i;

/** The last named thing, the parameter right behind it, and the thing that owns it (`/users/:id/posts`). */
function parts(segments: readonly Segment[]): { readonly noun: string | null; readonly by: string | null; readonly owner: string | null } {
  const names = segments.map((segment) => ({
    literal: segment.kind === 'lit' && !PREFIX.test(segment.text) ? segment.text : null,
    segment,
  }));
  const at = names.findLastIndex((each) => each.literal !== null);
  const noun = names[at]?.literal ?? null;
  const following = segments[at + 1];
  const by = following === undefined || following.kind === 'lit' ? null : parameterWords(following, noun);
  const before = at >= 2 && segments[at - 1]!.kind === 'param' ? names[at - 2]!.literal : null;
  return { noun, by, owner: before };
}

/** `userId` behind `users` is `id`; a wildcard says nothing. */
function parameterWords(segment: Segment, noun: string | null): string {
  if (segment.kind === 'mixed')
    return segment.pieces.flatMap((piece) => (piece.kind === 'param' ? [humanWords(piece.name)] : [])).join(' and ');
  if (segment.kind !== 'param') return '';
  const words = humanWords(segment.name);
  const prefix = noun === null ? null : `${singular(humanWords(noun))} `;
  return prefix !== null && words.startsWith(prefix) ? words.slice(prefix.length) : words;
}

/** `createUser` → `create user`; nothing for names that are no phrase. */
function spokenHandler(handlerName: string): string | null {
  const words = humanWords(handlerName.split('.').at(-1)!);
  return /^[a-z]+( [a-z]+)+$/.test(words) && !/(handler|controller|wrapper|middleware|bound)/.test(words) ? words : null;
}

/** `forgotPassword`, `forgot-password`, `forgot_password.json` → `forgot password`. */
const humanWords = (text: string): string =>
  text
    .replace(/\.\w+$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();

function singular(words: string): string {
  if (/(ss|us|is|news|series|settings|analytics|stats|metrics|docs|status)$/.test(words)) return words;
  if (/ies$/.test(words)) return words.replace(/ies$/, 'y');
  if (/(ch|sh|x|ss|z)es$/.test(words)) return words.slice(0, -2);
  if (/statuses$|addresses$/.test(words)) return words.slice(0, -2);
  return words.length > 2 && words.endsWith('s') ? words.slice(0, -1) : words;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replace(/\s+$/, '');
