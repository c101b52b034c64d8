import { plainName } from './fields.js';

/** Words of a name, in lower case: `orderItemID`, `order_item-id` → `order`, `item`, `id`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** Plurals that no ending shows. */
const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  teeth: 'tooth',
  criteria: 'criterion',
  phenomena: 'phenomenon',
  media: 'medium',
  data: 'datum',
  indices: 'index',
  matrices: 'matrix',
  vertices: 'vertex',
  appendices: 'appendix',
  alumni: 'alumnus',
  quizzes: 'quiz',
};
/** What stands behind a noun in the plural, and what may have stood behind it in the singular. */
const ENDINGS: readonly (readonly [plural: string, singular: string])[] = [
  ['ies', 'y'],
  ['ves', 'f'],
  ['ves', 'fe'],
  ['ses', 'sis'],
  ['es', ''],
  ['s', ''],
];

/**
 * All nouns that a name may stand for, itself the first: `movies` → `movies`, `movy`, `movie`. Which of them is a word only a dictionary
 * knows; two names mean the same thing when they share one. Joined without separators, in lower case.
 */
export const nounForms = remembering(formsOf);

/** Names are asked for again with every value that could be meant. Only so many are kept, for processes that stay. */
function remembering<Answer>(find: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>();
  return (name) => {
    let answer = known.get(name);
    if (answer === undefined) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(name, (answer = find(name)));
    }
    return answer;
  };
}
const MAX_KNOWN = 20_000;

function formsOf(name: string): readonly string[] {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1).join('');
  const endings = last.endsWith('ss') ? [] : ENDINGS.filter(([plural]) => last.endsWith(plural) && last.length > plural.length + 1);
  return [
    ...new Set([
      last,
      ...(Object.hasOwn(IRREGULAR, last) ? [IRREGULAR[last]!] : []),
      ...endings.map(([plural, singular]) => last.slice(0, -plural.length) + singular),
    ]),
  ].map((form) => before + form);
}

/** Members that hold what a record is known by, whatever each application calls it. */
const ID = new Set(['id', 'uuid', 'guid']);
/** Members that tell records apart, each under its own name. */
const KEYS = new Set(['slug', 'key', 'code', 'number', 'handle']);
export const isId = (member: string): boolean => ID.has(plainName(member));
export const isKey = (member: string): boolean => isId(member) || KEYS.has(plainName(member));
export const ID_MEMBERS: readonly string[] = [...ID];

/** In front of a resource these say what part it plays, not which resource it is. */
const ROLES = new Set([
  'parent',
  'child',
  'from',
  'to',
  'source',
  'target',
  'src',
  'dst',
  'sender',
  'receiver',
  'recipient',
  'origin',
  'destination',
  'previous',
  'prev',
  'next',
  'new',
  'old',
  'current',
  'default',
  'primary',
  'main',
  'other',
  'related',
  'linked',
  'selected',
  'assigned',
  'billing',
  'shipping',
  'home',
  'away',
  'first',
  'second',
  'original',
  'my',
  'x',
]);

/** What a name says of the value under it: the resources it may be of, best first, and the member of those. */
export interface Named {
  readonly nouns: readonly string[];
  readonly member: string;
}

/** `authorId`, `author_ids`, `X-Author-Id` → a member `id` of an `author`; `id` → of nothing that is named; null for names of other things. */
export const namedIdentifier = remembering(namedBy);

function namedBy(name: string): Named | null {
  const words = splitRun(wordsOf(name));
  const last = words.at(-1) ?? '';
  const member = isKey(last) ? last : last.endsWith('s') && isKey(last.slice(0, -1)) ? last.slice(0, -1) : null;
  if (member === null) return null;
  const stem = words.slice(0, -1);
  const role = stem.findIndex((word) => !ROLES.has(word));
  return { member, nouns: [...new Set([stem.join(''), role > 0 ? stem.slice(role).join('') : ''])].filter((noun) => noun !== '') };
}

/** `userid` is written without a border. */
function splitRun(words: readonly string[]): readonly string[] {
  const [, stem, member] = words.length === 1 && !isKey(words[0]!) ? (/^(.{2,}?)((?:uuid|guid|id|slug)s?)$/.exec(words[0]!) ?? []) : [];
  return stem !== undefined && member !== undefined ? [stem, member] : words;
}
