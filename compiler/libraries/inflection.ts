import { defineLibrary, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, unmodelled } from './support/fallback.js';

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['person', 'people'],
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['mouse', 'mice'],
]);
const BOTH: ReadonlySet<string> = new Set(['news', 'series', 'species', 'sheep', 'fish', 'deer', 'equipment', 'information']);
/** Words of such endings go by lists that the packages have: `quiz`, `shelf`, `photo`, `status`, `index`, `datum`. */
const LISTED = /(?:f|fe|o|us|is|um|ix|ex|on|[^aeiou]a|z|oes|ves|ices|[aeiou]i)$/i;

/** Words that have no plural in the one package, and one in the other. */
const DOUBTFUL =
  /^(?:money|media|rice|software|hardware|firmware|music|traffic|police|feedback|homework|cash|luck|advice|health|wealth|help|work|stuff|garbage|labour|machinery|pollution|salmon|spam|trout|tuna|you|ox|goose|movies?|cookies?|axes)$/;

/** The plural of one lower-case word; null where only the package knows it. */
function pluralOf(word: string): string | null {
  if (DOUBTFUL.test(word)) return null;
  if (BOTH.has(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if ([...IRREGULAR.values()].includes(word)) return word;
  if (/s$/.test(word) && !/ss$/.test(word)) return LISTED.test(word) ? null : word;
  if (/(?:[^aeiou]|qu)y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:ss|sh|ch|x)$/.test(word) && !/[ie]x$/.test(word)) return `${word}es`;
  return LISTED.test(word) && !/(?:ion|son|[^aeiou]oon)$/.test(word) ? null : `${word}s`;
}

/** The singular of one lower-case word; null where only the package knows it. */
function singularOf(word: string): string | null {
  if (DOUBTFUL.test(word)) return null;
  if (BOTH.has(word)) return word;
  for (const [one, many] of IRREGULAR) if (word === many || word === one) return one;
  if (!/s$/.test(word) || /ss$/.test(word)) return word;
  if (/sses$/.test(word)) return word.slice(0, -2);
  if (LISTED.test(word) || /(?:s|z)es$/.test(word)) return null;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Of the last word, in its own case: `OrderItem`, `order_item`. */
const ofLastWord =
  (change: (word: string) => string | null) =>
  (text: string): string | null => {
    const last = /[A-Z]?[a-z]+$/.exec(text)?.[0];
    if (last === undefined) return null;
    const changed = change(last.toLowerCase());
    return changed === null ? null : text.slice(0, -last.length) + last.charAt(0) + changed.slice(1);
  };
export const plural = ofLastWord(pluralOf);
const singular = ofLastWord(singularOf);

export const underscored = (text: string): string =>
  text
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
const inCamels = (text: string): string => text.replace(/(?:^|_)([a-z\d])/gi, (_, letter: string) => letter.toUpperCase());

/** What a function makes of its first argument, a text that is known; of anything else, and with options, only run time knows. */
const ofText =
  (module: string, name: string, change: (text: string) => string | null): Transfer =>
  (call) => {
    const text = call.text(argument(call, 0));
    const changed = text !== null && call.args.length === 1 && /^\w*$/.test(text) ? change(text) : null;
    return changed === null ? unmodelled(call, module, name) : call.const(changed);
  };

/** `pluralize(word, count)`: one of it is the word itself. */
const pluralize: Transfer = (call) => {
  const text = call.text(argument(call, 0));
  const count = call.constant(argument(call, 1));
  if (text === null || call.args.length > 2 || (call.args.length === 2 && typeof count !== 'number'))
    return unmodelled(call, 'pluralize', 'pluralize');
  const changed = count === 1 ? singular(text) : plural(text);
  return changed === null ? unmodelled(call, 'pluralize', 'pluralize') : call.const(changed);
};

const pluralizeModel: ModuleModel = (realm) => {
  const members = {
    plural: realm.fn('plural', ofText('pluralize', 'plural', plural)),
    singular: realm.fn('singular', ofText('pluralize', 'singular', singular)),
  };
  const rule = (name: string): Record<string, Value> => ({ [name]: realm.fn(name, (call: Call) => call.const(undefined)) });
  const rules = { ...rule('addPluralRule'), ...rule('addSingularRule'), ...rule('addIrregularRule'), ...rule('addUncountableRule') };
  return realm.fn('pluralize', pluralize, { ...members, ...rules, default: realm.fn('pluralize', pluralize, { ...members, ...rules }) });
};

const inflectionModel: ModuleModel = (realm) => {
  const changes: Readonly<Record<string, (text: string) => string | null>> = {
    pluralize: plural,
    singularize: singular,
    underscore: underscored,
    camelize: inCamels,
    dasherize: (text) => text.replace(/_/g, '-'),
    capitalize: capitalized,
    tableize: (text) => plural(underscored(text)),
    classify: (text) => {
      const one = singular(text);
      return one === null ? null : inCamels(one);
    },
  };
  const members = Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, realm.fn(name, ofText('inflection', name, change))]),
  );
  return realm.record({ ...members, default: realm.record(members) });
};

/** pluralize, inflection: names of tables and of what answers hold, made of names of models. */
export const inflectionLibrary = defineLibrary({ modules: { pluralize: pluralizeModel, inflection: inflectionModel } });
