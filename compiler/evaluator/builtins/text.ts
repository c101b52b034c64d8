import { longestText } from '@tool/ir';
import type { Const, Primitive, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { matchIn } from '../requests/pairs.js';
import { patternOf, testedOf, textTest, withTested } from '../requests/tested.js';
import { joinParts } from '../language/expressions.js';
import type { Shape } from '@tool/ir';
import { BOOLEAN, INTEGER, STRING, asText, shaped } from '../requests/observation.js';
import { askedByExpression, askedByMethod } from '../requests/request-tests.js';
import { UNSET, stringPart } from '../language/operators.js';
import {
  Obj,
  UNDEFINED,
  bool,
  constant,
  isNullish,
  oneOf,
  plain,
  prop,
  taintOf,
  taintOfPieces,
  asSomething,
  isSomething,
  unknown,
  withTaint,
  ABSENT,
  type Site,
  mayBeAbsent,
} from '../values/values.js';
import type { Define } from './making.js';

/** No built-in may make a string so long that it hurts. */
const MAX_TEXT = 100_000;

/** The real expression, when it can be built and is run on text that is short enough to be harmless. */
function toRegExp(value: Value, text: string): RegExp | null {
  const pattern = patternOf(value);
  if (!pattern || text.length > longestText(pattern.source)) return null;
  try {
    const regexp = new RegExp(pattern.source, pattern.flags);
    regexp.lastIndex = pattern.lastIndex;
    return regexp;
  } catch {
    return null;
  }
}

/** A text that is made of another one was written where that one was, if anywhere: `'GET /users'.split(' ')`, lines of a file that is no source. */
function cutFrom(whole: Value, value: Value): Value {
  if (whole.kind !== 'const' || value.kind !== 'const' || typeof value.value !== 'string' || value.written) return value;
  const at = whole.written ?? whole.origin;
  return { ...value, origin: at, ...(at && { written: at }) };
}

/** What is left of a text that is something: that of blanks is nobody's configuration. */
const LEAVES_SOMETHING: ReadonlySet<string> = new Set(['trim', 'toString', 'toLowerCase', 'toUpperCase']);

const plainMethods = [
  'charAt',
  'charCodeAt',
  'codePointAt',
  'concat',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'localeCompare',
  'normalize',
  'padEnd',
  'padStart',
  'repeat',
  'slice',
  'startsWith',
  'substr',
  'substring',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
  'trimLeft',
  'trimRight',
  'valueOf',
  'at',
  'toWellFormed',
  'isWellFormed',
] as const;

/** What `String(value)` gives. */
export function textOf(ev: Evaluator, value: Value, site: Site): Value {
  if (isUnset(value)) return constant(UNSET, value.origin, value.taint);
  if (value === ABSENT) return constant('undefined');
  const part = stringPart(ev, value, ev.contextOf(site), site.node);
  if (typeof part === 'string') return constant(part, value.origin, taintOf(value));
  if (part.kind !== 'oneOf') return asText(ev, part, site);
  return oneOf(
    part.values.map((alternative) => textOf(ev, alternative, site)),
    part.condition,
    part.preferred,
  );
}

export function installText(evaluator: Evaluator, prototype: Obj, define: Define): Obj {
  const onText = (
    name: string,
    run: (ev: Evaluator, text: string, args: readonly Value[], site: Site, self: Value) => Value,
    partly?: (ev: Evaluator, parts: readonly (string | Value)[], args: readonly Value[], site: Site) => Value,
  ): void =>
    define(prototype, name, (ev, self, args, site) => {
      if (self.kind === 'oneOf')
        return oneOf(
          self.values
            .filter((alternative) => alternative !== ABSENT)
            .map((alternative) =>
              ev.call(ev.get(alternative, name, ev.contextOf(site), site.node), alternative, args, ev.contextOf(site), site.node),
            ),
          self.condition,
          self.preferred,
        );
      if (self.kind === 'template') return partly?.(ev, self.parts, args, site) ?? unknown(`${name} of a partly known string`, site);
      const part =
        self.kind === 'const' && typeof self.value === 'string' ? self.value : stringPart(ev, self, ev.contextOf(site), site.node);
      if (typeof part !== 'string') return unknown(`${name} of something unknown`, site, null, [], taintOf(self));
      const made = cutFrom(self, withTaint(run(ev, part, args, site, self), taintOf(self)));
      return isSomething(self) && LEAVES_SOMETHING.has(name) ? asSomething(made) : made;
    });
  for (const name of plainMethods)
    onText(
      name,
      (ev, text, args) => {
        const values: Primitive[] = [];
        for (const arg of args) {
          const simple = plain(arg);
          if (simple.kind !== 'const') return unknown(`${name} with something unknown`);
          values.push(simple.value);
        }
        if (name === 'repeat' && Number(values[0]) * text.length > MAX_TEXT) return shaped(STRING, 'a very long string');
        try {
          return constant((text as unknown as Record<string, (...inner: Primitive[]) => Primitive>)[name]!(...values));
        } catch {
          return unknown(`${name} of a string`);
        }
      },
      partlyKnown(name),
    );
  onText(
    'split',
    (ev, text, args, site, self) => {
      const separator = args[0] ?? UNDEFINED;
      const regexp = toRegExp(separator, text);
      const simple = ev.constantOf(separator);
      if (!regexp && typeof simple !== 'string') return isNullish(separator) ? ev.list([constant(text)], site) : openList(ev, site);
      const limit = ev.constantOf(args[1] ?? UNDEFINED);
      const pieces = ev.list(
        text
          .split((regexp ?? simple) as string, typeof limit === 'number' ? limit : undefined)
          .map((piece) => cutFrom(self, constant(piece, site, taintOfPieces(self)))),
        site,
      );
      pieces.counted = taintOfPieces(self);
      return pieces;
    },
    (ev, _parts, _args, site) => openList(ev, site),
  );
  const replace =
    (all: boolean) =>
    (ev: Evaluator, text: string, args: readonly Value[], site: Site): Value => {
      const regexp = toRegExp(args[0] ?? UNDEFINED, text);
      const search = regexp ?? ev.constantOf(args[0] ?? UNDEFINED);
      if (search === undefined || (typeof search !== 'string' && !(search instanceof RegExp)))
        return shaped(STRING, 'replace with something unknown', site);
      const replacement = args[1] ?? UNDEFINED;
      if (replacement.kind === 'object' && (replacement as Obj).fn) {
        const pieces: (string | Value)[] = [];
        let at = 0;
        const matches =
          search instanceof RegExp
            ? search.global
              ? [...text.matchAll(search)]
              : [text.match(search)].filter((match) => match !== null)
            : literalMatches(text, search, all);
        for (const match of matches) {
          pieces.push(text.slice(at, match.index));
          const result = ev.call(
            replacement,
            UNDEFINED,
            [...match.map((group) => (group === undefined ? UNDEFINED : constant(group))), constant(match.index), constant(text)],
            ev.contextOf(site),
            site.node,
          );
          pieces.push(stringPart(ev, result, ev.contextOf(site), site.node));
          at = match.index! + match[0].length;
        }
        pieces.push(text.slice(at));
        return joinParts(ev, pieces, site);
      }
      const value = ev.constantOf(replacement);
      if (value === undefined && !isNullish(replacement)) {
        if (typeof search === 'string' && text.includes(search)) {
          const index = text.indexOf(search);
          return joinParts(
            ev,
            [text.slice(0, index), stringPart(ev, replacement, ev.contextOf(site), site.node), text.slice(index + search.length)],
            site,
          );
        }
        return (search instanceof RegExp ? search.test(text) : text.includes(search))
          ? shaped(STRING, 'replace with something unknown', site)
          : constant(text);
      }
      try {
        return constant(all ? text.replaceAll(search, String(value)) : text.replace(search, String(value)), site);
      } catch {
        return unknown('replace');
      }
    };
  onText('replace', replace(false), partlyKnown('replace'));
  onText('replaceAll', replace(true), partlyKnown('replace'));
  onText('match', (ev, text, args, site, self) => {
    const regexp = toRegExp(args[0] ?? UNDEFINED, text) ?? literalPattern(ev.constantOf(args[0] ?? UNDEFINED));
    return regexp ? matchValue(ev, text.match(regexp), self, site) : unknown('a match');
  });
  onText('matchAll', (ev, text, args, site, self) => {
    const regexp = toRegExp(args[0] ?? UNDEFINED, text);
    return regexp?.global
      ? ev.list(
          [...text.matchAll(regexp)].map((match) => matchValue(ev, match, self, site)),
          site,
        )
      : openList(ev, site);
  });
  onText('search', (_ev, text, args) => {
    const regexp = toRegExp(args[0] ?? UNDEFINED, text);
    return regexp ? constant(text.search(regexp)) : unknown('an index');
  });
  onText('link', () => unknown('a link'));
  define(prototype, Symbol.iterator as unknown as string, (ev, self, _args, site) => {
    const part = stringPart(ev, self, ev.contextOf(site), site.node);
    return typeof part === 'string'
      ? ev.list(
          [...part].map((character) => constant(character)),
          site,
        )
      : openList(ev, site);
  });
  const constructor = evaluator.native('String', (ev, _self, args, site) => (args[0] ? textOf(ev, args[0], site) : constant('')));
  define(constructor, 'raw', (ev, _self, args, site) => {
    const strings = ev.get(ev.get(args[0] ?? UNDEFINED, 'raw', ev.contextOf(site), site.node), 'length', ev.contextOf(site), site.node);
    const count = ev.constantOf(strings);
    if (typeof count !== 'number') return unknown('String.raw');
    const parts: (string | Value)[] = [];
    for (let index = 0; index < count; index++) {
      parts.push(
        String(ev.constantOf(ev.get(ev.get(args[0]!, 'raw', ev.contextOf(site), site.node), String(index), ev.contextOf(site), site.node))),
      );
      if (index < count - 1 && args[index + 1]) parts.push(stringPart(ev, args[index + 1]!, ev.contextOf(site), site.node));
    }
    return joinParts(ev, parts, site);
  });
  for (const name of ['fromCharCode', 'fromCodePoint'] as const)
    define(constructor, name, (ev, _self, args) => {
      const codes = args.map((arg) => ev.constantOf(arg));
      return codes.every((code) => typeof code === 'number') ? constant(String[name](...codes)) : unknown('a character');
    });
  return constructor;
}

/** What is decided although only a part of the string is known. */
const partlyKnown =
  (name: string) =>
  (ev: Evaluator, parts: readonly (string | Value)[], args: readonly Value[], site: Site): Value => {
    const wanted = args[0] ? ev.constantOf(args[0]) : undefined;
    const first = parts[0],
      last = parts.at(-1);
    if (
      name === 'startsWith' &&
      typeof wanted === 'string' &&
      typeof first === 'string' &&
      (first.length >= wanted.length || !wanted.startsWith(first))
    )
      return bool(first.startsWith(wanted));
    if (
      name === 'endsWith' &&
      typeof wanted === 'string' &&
      typeof last === 'string' &&
      (last.length >= wanted.length || !wanted.endsWith(last))
    )
      return bool(last.endsWith(wanted));
    if (name === 'includes' && typeof wanted === 'string' && parts.some((part) => typeof part === 'string' && part.includes(wanted)))
      return bool(true);
    if (name === 'concat') return joinParts(ev, [...parts, ...args.map((arg) => stringPart(ev, arg, ev.contextOf(site), site.node))], site);
    if (name === 'toString' || name === 'valueOf') return joinParts(ev, parts, site);
    if (LETTER_CASE.has(name))
      return joinParts(
        ev,
        parts.map((part) =>
          typeof part === 'string'
            ? /Lower/.test(name)
              ? part.toLowerCase()
              : part.toUpperCase()
            : asText(ev, { ...unknown(`${name} of a text`, site), shape: STRING }, site),
        ),
        site,
      );
    const result = RESULTS.get(name) ?? STRING;
    return shaped(result, `${name} of a partly known string`, site);
  };
const LETTER_CASE: ReadonlySet<string> = new Set(['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase']);
/** What methods of texts give that is no text. */
const RESULTS: ReadonlyMap<string, Shape> = new Map([
  ...['endsWith', 'startsWith', 'includes', 'isWellFormed'].map((name): [string, Shape] => [name, BOOLEAN]),
  ...['charCodeAt', 'codePointAt', 'indexOf', 'lastIndexOf', 'localeCompare'].map((name): [string, Shape] => [name, INTEGER]),
]);

const openList = (evaluator: Evaluator, site: Site): Obj => {
  const list = evaluator.list([], site);
  list.open = true;
  return list;
};
const literalPattern = (value: Primitive): RegExp | null => {
  if (typeof value !== 'string') return null;
  try {
    return new RegExp(value);
  } catch {
    return null;
  }
};

function literalMatches(text: string, search: string, all: boolean): RegExpMatchArray[] {
  const matches: RegExpMatchArray[] = [];
  for (let at = text.indexOf(search); at >= 0; at = search === '' ? -1 : text.indexOf(search, at + search.length)) {
    matches.push(Object.assign([search], { index: at, input: text }) as unknown as RegExpMatchArray);
    if (!all) break;
  }
  return matches;
}

function matchValue(evaluator: Evaluator, match: RegExpMatchArray | null, whole: Value, site: Site): Value {
  if (!match) return constant(null);
  const list = evaluator.list(
    match.map((group) => (group === undefined ? UNDEFINED : cutFrom(whole, constant(group, site)))),
    site,
  );
  // All matches of a global pattern are a plain list; one match knows where it begins.
  if (match.index !== undefined) list.props = new Map([['index', prop(constant(match.index))]]);
  if (match.groups)
    (list.props ??= new Map()).set(
      'groups',
      prop(
        evaluator.record(
          Object.entries(match.groups).map(
            ([key, value]) => [key, value === undefined ? UNDEFINED : cutFrom(whole, constant(value))] as const,
          ),
        ),
      ),
    );
  return list;
}

/** What only the configuration gives, and here does not. */
const isUnset = (value: Value): value is Const => value.kind === 'const' && value.value === undefined && value.taint !== null;

export function installRegExp(evaluator: Evaluator, prototype: Obj, define: Define): Obj {
  const subject = (ev: Evaluator, args: readonly Value[], site: Site): string | null => {
    if (args[0] && isUnset(args[0])) return UNSET;
    const part = stringPart(ev, args[0] ?? UNDEFINED, ev.contextOf(site), site.node);
    return typeof part === 'string' ? part : null;
  };
  define(prototype, 'test', (ev, self, args, site) => {
    const text = subject(ev, args, site);
    const regexp = text === null ? null : toRegExp(self, text);
    return regexp
      ? withTaint(bool(regexp.test(text!)), taintOf(args[0]!))
      : askedByExpression(textTest(ev, self, args[0] ?? UNDEFINED, site), self, args[0] ?? UNDEFINED);
  });
  define(prototype, 'exec', (ev, self, args, site) => {
    const text = subject(ev, args, site);
    const regexp = text === null ? null : toRegExp(self, text);
    if (!regexp) {
      const of = args[0] ?? UNDEFINED;
      const matched = withTested(unknown('a match', site), testedOf(textTest(ev, self, of, site)));
      return askedByMethod(matchIn(of, matched, site), of, 'match', [self]);
    }
    const match = regexp.exec(text!);
    patternOf(self)!.lastIndex = regexp.lastIndex;
    return matchValue(ev, match, args[0] ?? UNDEFINED, site);
  });
  define(prototype, 'toString', (_ev, self) => {
    const pattern = patternOf(self);
    return pattern ? constant(`/${pattern.source}/${pattern.flags}`) : unknown('a regular expression');
  });
  for (const name of ['source', 'flags', 'global'] as const)
    evaluator.defineAccessor(
      prototype,
      name,
      'get',
      evaluator.native(name, (_ev, self) => {
        const pattern = patternOf(self);
        return !pattern ? UNDEFINED : name === 'global' ? bool(pattern.flags.includes('g')) : constant(pattern[name]);
      }),
      false,
    );
  return evaluator.native('RegExp', (ev, _self, args, site) => {
    const inner = patternOf(args[0] ?? UNDEFINED);
    const source = inner ? inner.source : ev.constantOf(args[0] ?? UNDEFINED);
    const flags = ev.constantOf(args[1] ?? UNDEFINED);
    return typeof source === 'string'
      ? ev.builtins.regexp(source, typeof flags === 'string' ? flags : (inner?.flags ?? ''), site)
      : unknown('a regular expression', site);
  });
}

/** `list.join(separator)`. */
export function join(evaluator: Evaluator, list: Obj, separatorValue: Value | undefined, site: Site): Value {
  const separator =
    !separatorValue || (separatorValue.kind === 'const' && separatorValue.value === undefined) ? ',' : evaluator.constantOf(separatorValue);
  if (typeof separator !== 'string' || list.open || list.elements!.some(mayBeAbsent))
    return shaped(STRING, 'a joined list of which only a part is known', site);
  const parts: (string | Value)[] = [];
  list.elements!.forEach((element, index) => {
    if (index > 0) parts.push(separator);
    parts.push(isNullish(element) && taintOf(element) === null ? '' : stringPart(evaluator, element, evaluator.contextOf(site), site.node));
  });
  return joinParts(evaluator, parts, site);
}
