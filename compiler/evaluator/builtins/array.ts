import type { RequestCondition } from '@tool/ir';
import type { Const, Tested, Trace, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { addedArguments, anyOf, becomeAlike, isAlike, iterate, ofRounds } from '../values/iterate.js';
import { orNoElement } from '../values/properties.js';
import { missingOf, union, withMissing } from '../requests/missing.js';
import { BOOLEAN, INTEGER, NUMBER, asCameIn, askWhetherList, shaped, traced } from '../requests/observation.js';
import { all, any, askedAmong, askedByMethod, askedPosition, asksOf, noteFound, withAsks, type Choice } from '../requests/request-tests.js';
import { holderOfKey, keysThatPass, listedKey, whetherBrought } from '../requests/request-keys.js';
import { asRound, filledWith } from '../conditions/rounds.js';
import { testFor, testedOf, withTested } from '../requests/tested.js';
import { testedTogether } from '../requests/tested-texts.js';
import { binary, compare } from '../language/operators.js';
import { ts } from '../language/syntax.js';
import {
  noteOfMany,
  ABSENT,
  Obj,
  UNDEFINED,
  addMaybe,
  alternativesOf,
  bool,
  constant,
  isNullish,
  ofEach,
  oneOf,
  unknown,
  taintOf,
  withTaint,
  type Native,
  type Site,
  mayBeAbsent,
  presentOrUndefined,
  tookOut,
} from '../values/values.js';
import type { Define } from './making.js';

const listOf = (self: Value): Obj | null => (self.kind === 'object' && (self as Obj).elements ? (self as Obj) : null);
const numberOf = (evaluator: Evaluator, value: Value | undefined): number | undefined => {
  const number = value && evaluator.constantOf(value);
  return typeof number === 'number' ? number : undefined;
};

/** Calls a callback for an element; one that may be absent gets an arm of its own. `absent`: what comes of it where it is. */
function eachElement(evaluator: Evaluator, element: Value, site: Site, run: (present: Value) => Value, absent: Value = ABSENT): Value {
  return mayBeAbsent(element) ? evaluator.eachAlternative(evaluator.contextOf(site), site.node, element, run, absent) : run(element);
}

/** `[undefined, null].includes(body.name)`, `[body.name, body.age].includes(undefined)`: null where it is none of these. */
function whetherMissing(evaluator: Evaluator, list: Obj, wanted: Value, site: Site): Value | null {
  const context = evaluator.contextOf(site);
  const isMissing = (value: Value): Value => binary(evaluator, ts.SyntaxKind.EqualsEqualsEqualsToken, value, UNDEFINED, context, site.node);
  const isNone = (value: Value): boolean => value.kind === 'const' && value.value === undefined;
  if (list.elements!.some(isNone) && list.elements!.every((each) => each.kind === 'const' && !each.value)) return isMissing(wanted);
  if (!isNone(wanted)) return null;
  const test = evaluator.native('isMissing', (_inner, _self, args) => isMissing(args[0]!));
  return evaluator.call(evaluator.get(list, 'some', context, site.node), list, [test], context, site.node);
}

/** A value of the request is looked for among constants. */
function whetherListed(evaluator: Evaluator, list: Obj, wanted: Value, site: Site): Value {
  const of = list.uniform ? holderOfKey(list.elements![0]!) : undefined;
  const brought = of && whetherBrought(evaluator, traced(of, site), evaluator.key(wanted), evaluator.contextOf(site), site.node);
  if (brought) return brought;
  const missing = evaluator.observer && !list.open ? whetherMissing(evaluator, list, wanted, site) : null;
  if (missing) return missing;
  const values = list.elements!.map((element) => (element.kind === 'const' ? element.value : undefined));
  const known =
    !list.open &&
    values.length > 0 &&
    values.every((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
  if (!known) return shaped(BOOLEAN, 'whether a list includes something', site);
  const kinds = new Set(values.map((value) => typeof value));
  const ofKey = listedKey(evaluator, wanted, values);
  return (
    ofKey ??
    testFor(
      evaluator,
      wanted,
      { kind: kinds.size === 1 ? ([...kinds][0] as 'string' | 'number' | 'boolean') : 'any', enum: values },
      true,
      site,
    )
  );
}

/** What a shape of one of these kinds describes is a list, or is none. */
const KINDS_OF_JSON: ReadonlySet<string> = new Set(['array', 'object', 'string', 'number', 'integer', 'boolean', 'null']);

function whetherList(evaluator: Evaluator, asked: Value, site: Site): Value {
  const value = asCameIn(asked);
  const one = (alternative: Value): Value =>
    alternative.kind !== 'unknown'
      ? bool(listOf(alternative) !== null)
      : alternative.shape && !alternative.trace && KINDS_OF_JSON.has(alternative.shape.kind)
        ? bool(alternative.shape.kind === 'array')
        : unknown('whether something is a list');
  const tested = testFor(evaluator, value, { kind: 'array' }, value.kind === 'unknown', site);
  const of = value.kind === 'unknown' ? value.trace : value.kind === 'oneOf' ? testedOf(tested)[0]?.trace : undefined;
  if (of) {
    askWhetherList(of);
    return tested;
  }
  return value.kind === 'oneOf'
    ? oneOf(value.values.filter((alternative) => alternative !== ABSENT).map(one), value.condition, value.preferred)
    : one(value);
}

/** Where an element stands: in a list in which one stands for all, anywhere. */
const placeOf = (list: Obj | null, index: number, site: Site): Value =>
  list?.uniform ? shaped(INTEGER, 'an index', site) : constant(index);

/** `forEach`, `map` … on a list: known elements in order, then once for the ones that nobody knows. The result for one that is absent is absent. */
function visit(
  evaluator: Evaluator,
  self: Value,
  callback: Value,
  thisArg: Value,
  site: Site,
  take: (result: Value, element: Value, index: number, present: boolean) => boolean | void,
): void {
  const context = evaluator.contextOf(site);
  const list = listOf(self);
  const iteration = list
    ? { elements: [...list.elements!], open: list.open && !list.uniform, why: 'an element of a partly known list' }
    : iterate(evaluator, context, site.node, self);
  const undecided = list ? list.open && list.uniform : iteration.open;
  for (let index = 0; index < iteration.elements.length; index++) {
    const element = iteration.elements[index]!;
    evaluator.step(site);
    const result = asRound(evaluator, undecided, () =>
      eachElement(evaluator, element, site, (present) =>
        evaluator.call(callback, thisArg, [present, placeOf(list, index, site), self], context, site.node),
      ),
    );
    if (take(result, element, index, true) === false) return;
  }
  if (iteration.open) {
    const element = noteOfMany(unknown(iteration.why, site));
    take(
      asRound(evaluator, true, () => evaluator.call(callback, thisArg, [element, unknown('an index'), self], context, site.node)),
      element,
      iteration.elements.length,
      false,
    );
  }
}

/** The setting by which a list has an element at a place, or does not have the one that is looked for: one of an element, or of how many there are. */
const settingAmong = (list: Obj, at: number): string | null =>
  at >= 0 ? taintOf(list.elements![at]!) : (list.elements!.map(taintOf).find((taint) => taint !== null) ?? list.counted);
const countedOf = (value: Value): string | null => listOf(value)?.counted ?? null;

const absent = (value: Value, condition: string, preferred: boolean, defaultKeeps: boolean): Value =>
  preferred
    ? defaultKeeps
      ? oneOf([value, ABSENT], condition, true)
      : oneOf([ABSENT, value], condition, true)
    : oneOf([ABSENT, value], condition);

/** Of what an element may be, what passes a test: `[cache && router, api].filter(Boolean)`; null where nothing does. */
function passing(evaluator: Evaluator, element: Value, test: (each: Value) => Value): Value | null {
  if (element.kind !== 'oneOf') return element;
  const kept = element.values.filter((each) => each !== ABSENT && evaluator.truth(test(each)).value !== false);
  return kept.length === 0 ? null : oneOf(kept, element.condition, element.preferred && kept[0] === element.values[0]);
}

/** Of what an element may be, all but nothing where that does not pass: `found.filter((each) => each !== null)`. */
function unlessNothing(evaluator: Evaluator, element: Value, test: (each: Value) => Value): Value {
  if (element.kind !== 'oneOf' || !element.values.some((each) => isNullish(each))) return element;
  const kept = element.values.filter((each) => !isNullish(each) || evaluator.truth(test(each)).value !== false);
  return kept.length > 0 && kept.length < element.values.length ? oneOf(kept, element.condition) : element;
}

/** Which of the elements these take only run time says: it may be none. */
const LEAVES_OUT: ReadonlySet<string> = new Set(['filter', 'slice', 'splice']);

/** A list made of one of unknown length is of unknown length itself; what is true of its one known element is true of all. */
function likeSource(source: Obj | null, result: Value, name: string): Value {
  const copy = (source?.uniform || source?.filled) && result !== source ? listOf(result) : null;
  if (copy && source!.filled) copy.filled = true;
  const made = source?.uniform ? copy : null;
  if (!made || made.elements!.length === 0) return result;
  made.open = true;
  made.uniform = true;
  made.mayBeEmpty = LEAVES_OUT.has(name) || (source!.mayBeEmpty && name !== 'concat');
  made.elements = made.elements!.map((element) =>
    mayBeAbsent(element) && element.kind === 'oneOf'
      ? oneOf(
          element.values.filter((value) => value !== ABSENT),
          element.condition,
        )
      : element,
  );
  return made;
}

/** What a list is where it goes into another one: of one whose element stands for all, an element that may be there never or often. */
function withinAnother(ev: Evaluator, { elements, open, uniform }: Obj): { readonly elements: readonly Value[]; readonly open: boolean } {
  const isAlike = ev.observer !== null && open && uniform && elements!.length === 1;
  return isAlike ? { elements: elements!.map(ofRounds), open: false } : { elements: elements!, open };
}

/** Some of the elements of a list, which ones only a request says. */
function piece(ev: Evaluator, list: Obj, site: Site): Obj | null {
  const elements = list.elements!.flatMap((element) =>
    element.kind === 'oneOf' ? element.values.filter((each) => each !== ABSENT) : element,
  );
  if (!ev.observer || list.open || elements.length === 0) return null;
  return anyOf(ev, oneOf(elements, 'which elements are taken'), site);
}

/** An element of a list of which one stands for all: taking it out leaves one that looks like it. */
export const oneOfAlike = (list: Obj): Value =>
  list.elements![0] ? orNoElement(list, presentOrUndefined(list.elements![0])) : unknown('an element of a partly known list');

/** Where a list has an element that was looked for: it is there. */
const places = new WeakMap<Value, Obj>();
function placeIn(list: Obj | null, index: number): Value {
  const place = constant(index);
  if (list) places.set(place, list);
  return place;
}

/** What a list has where it was found to have something. */
export const foundAt = (list: Value, place: Value, value: Value): Value =>
  value.kind === 'oneOf' && places.get(place) === list
    ? oneOf(
        value.values.filter((each) => each !== ABSENT && !isUndefined(each)),
        value.condition,
      )
    : value;

/** The same of a list that loses it: there may be no other. Null of a list whose elements are told apart. */
function takenFrom(evaluator: Evaluator, list: Obj): Value | null {
  if (!list.uniform) {
    const filled = filledWith(list);
    return filled && oneOf([filled, UNDEFINED], 'the list has an element');
  }
  const element = oneOfAlike(list);
  evaluator.journal?.open(list);
  list.mayBeEmpty = true;
  return element;
}

/** What one element was added to has one, whatever it had before. Of those that are spread there may be none, and of rounds of a loop. */
function hasOneNow(evaluator: Evaluator, list: Obj, { node }: Site): void {
  if (!list.mayBeEmpty || (evaluator.round && list.serial <= evaluator.round.since)) return;
  if (!ts.isCallExpression(node) || node.arguments.every(ts.isSpreadElement)) return;
  evaluator.journal?.open(list);
  list.mayBeEmpty = false;
}

export function installArray(evaluator: Evaluator, prototype: Obj, define: Define): Obj {
  const simple = (name: string, native: (ev: Evaluator, list: Obj, args: readonly Value[], site: Site) => Value): void =>
    define(prototype, name, (ev, self, args, site) => {
      const list = listOf(self);
      if (!list) {
        // A string, a Map's keys, an array-like: as far as it can be iterated.
        const iteration = iterate(ev, ev.contextOf(site), site.node, self);
        const copy = ev.list([...iteration.elements], site);
        copy.open = iteration.open;
        copy.uniform = iteration.uniform === true;
        return likeSource(copy, native(ev, copy, args, site), name);
      }
      return likeSource(list, native(ev, list, args, site), name);
    });
  const callback = (
    name: string,
    native: (ev: Evaluator, self: Value, fn: Value, thisArg: Value, args: readonly Value[], site: Site) => Value,
  ): void =>
    define(prototype, name, (ev, self, args, site) =>
      likeSource(listOf(self), native(ev, self, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, args, site), name),
    );

  simple('push', (ev, list, given, site) => {
    const args = ev.observer ? addedArguments(given) : given;
    ev.pushElements(list, args);
    hasOneNow(ev, list, site);
    return list.open ? unknown('a length') : constant(list.elements!.length);
  });
  simple('unshift', (ev, list, given, site) => {
    const args = ev.observer ? addedArguments(given) : given;
    ev.journal?.elements(list);
    list.elements = [...args, ...list.elements!];
    hasOneNow(ev, list, site);
    return constant(list.elements.length);
  });
  simple('pop', (ev, list) => {
    const taken = takenFrom(ev, list);
    if (taken) return taken;
    ev.journal?.elements(list);
    if (list.open) return unknown('an element of a partly known list');
    tookOut(list.elements!, 1);
    const last = list.elements!.pop();
    return last ? presentOrUndefined(last) : UNDEFINED;
  });
  simple('shift', (ev, list) => {
    const taken = takenFrom(ev, list);
    if (taken) return taken;
    ev.journal?.elements(list);
    tookOut(list.elements!, 1);
    const first = list.elements!.shift();
    return first ? presentOrUndefined(first) : list.open ? unknown('an element of a partly known list') : UNDEFINED;
  });
  simple('splice', (ev, list, args, site) => {
    ev.journal?.elements(list);
    const start = numberOf(ev, args[0]),
      count = args.length < 2 ? Infinity : numberOf(ev, args[1]);
    const filled = filledWith(list);
    if (filled && args.length === 2) return anyOf(ev, filled, site);
    if (list.uniform) takenFrom(ev, list);
    // Of a list of any length one that was found is taken out, and others stay.
    if (start === undefined || count === undefined || (ev.observer && list.uniform && count !== Infinity)) {
      const taken = list.uniform && ev.observer ? ev.list([presentOrUndefined(list.elements![0]!)], site) : piece(ev, list, site);
      if (list.uniform && taken) taken.open = taken.uniform = taken.mayBeEmpty = true;
      ev.setOpen(list);
      ev.pushElements(list, args.slice(2));
      return taken ?? unknown('a part of a list');
    }
    tookOut(list.elements!, list.elements!.length);
    const taken = list.elements!.splice(start, Math.min(count, list.elements!.length), ...args.slice(2));
    return ev.list(
      taken.map((each) => foundAt(list, args[0]!, each)),
      site,
    );
  });
  simple('slice', (ev, list, args, site) => {
    const start = args[0] && !isUndefined(args[0]) ? numberOf(ev, args[0]) : 0,
      end = args[1] && !isUndefined(args[1]) ? numberOf(ev, args[1]) : Infinity;
    const filled = start === 0 ? null : filledWith(list);
    if (filled) return anyOf(ev, filled, site);
    const taken = start === undefined || end === undefined ? piece(ev, list, site) : null;
    if (taken) return taken;
    const copy = ev.list(
      start === undefined || end === undefined ? [...list.elements!] : list.elements!.slice(start, end === Infinity ? undefined : end),
      site,
    );
    copy.open = list.open || start === undefined || end === undefined;
    copy.counted = list.counted;
    return copy;
  });
  simple('concat', (ev, list, args, site) => {
    const copy = ev.list([...list.elements!], site);
    copy.open = list.open;
    for (const arg of args) {
      const other = listOf(arg);
      if (other) {
        const { elements, open } = withinAnother(ev, other);
        copy.elements!.push(...elements);
        copy.open ||= open;
      } else if (arg.kind === 'oneOf')
        arg.values.forEach((alternative, index) => {
          if (alternative === ABSENT) return;
          const inner = listOf(alternative);
          for (const element of inner?.elements ?? [alternative])
            if (arg.preferred && index === 0) copy.elements!.push(element);
            else if (!addMaybe(copy.elements!, element, arg.condition, arg.preferred)) copy.open = true;
          copy.open ||= inner?.open === true;
        });
      else if (arg.kind === 'unknown') {
        copy.open = true;
        if (arg.carries.length) copy.elements!.push(arg);
      } else copy.elements!.push(arg);
    }
    return copy;
  });
  const reordered =
    (inPlace: boolean, order: (ev: Evaluator, elements: Value[], args: readonly Value[], site: Site) => Value[]) =>
    (ev: Evaluator, list: Obj, args: readonly Value[], site: Site): Value => {
      const elements = order(ev, [...list.elements!], args, site);
      if (inPlace) {
        ev.journal?.elements(list);
        list.elements = elements;
        return list;
      }
      const copy = ev.list(elements, site);
      copy.open = list.open;
      return copy;
    };
  const reverse = (_ev: Evaluator, elements: Value[]): Value[] => elements.reverse();
  simple('reverse', reordered(true, reverse));
  simple('toReversed', reordered(false, reverse));
  simple('sort', reordered(true, sortElements));
  simple('toSorted', reordered(false, sortElements));
  simple('with', (ev, list, args, site) => {
    const copy = ev.list([...list.elements!], site);
    const at = numberOf(ev, args[0]);
    if (at !== undefined) copy.elements![at < 0 ? copy.elements!.length + at : at] = args[1] ?? UNDEFINED;
    return copy;
  });
  simple('join', (ev, list, args, site) => ev.builtins.join(ev, list, args[0], site));
  simple('toString', (ev, list, _args, site) => ev.builtins.join(ev, list, undefined, site));
  simple('at', (ev, list, args) => {
    if (list.uniform) return oneOfAlike(list);
    const index = numberOf(ev, args[0]);
    if (index === undefined) return unknown('an element of a list');
    const element = list.elements!.at(index);
    return element ? presentOrUndefined(element) : list.open ? unknown('an element of a partly known list') : UNDEFINED;
  });
  const searched = (list: Obj, wanted: Value): number | null => {
    for (let index = 0; index < list.elements!.length; index++) {
      const equal = compare(list.elements![index]!, wanted, false);
      // A list of which one element stands for all may be empty.
      if (equal === null || (equal && list.open && list.uniform)) return null;
      if (equal) return index;
    }
    return list.open ? null : -1;
  };
  simple('includes', (ev, list, args, site) =>
    ofEach(args[0] ?? UNDEFINED, (wanted) => {
      const at = searched(list, wanted);
      return at === null
        ? askedByMethod(askedAmong(whetherListed(ev, list, wanted, site), list.elements!, wanted), list, 'includes', [wanted])
        : withTaint(bool(at >= 0), settingAmong(list, at));
    }),
  );
  simple('indexOf', (_ev, list, args) =>
    ofEach(args[0] ?? UNDEFINED, (wanted) => {
      const at = searched(list, wanted);
      if (at !== null) return constant(at, null, settingAmong(list, at));
      return list.open ? unknown('an index') : askedPosition(unknown('an index'), list.elements!, wanted);
    }),
  );
  simple('lastIndexOf', (_ev, list, args) => {
    const at = searched(list, args[0] ?? UNDEFINED);
    return at === null
      ? unknown('an index')
      : constant(list.elements!.findLastIndex((element) => compare(element, args[0] ?? UNDEFINED, false) === true));
  });
  simple('fill', (ev, list, args) => {
    ev.journal?.elements(list);
    list.elements = list.elements!.map(() => args[0] ?? UNDEFINED);
    return list;
  });
  simple('flat', (ev, list, args, site) => {
    const depth = args[0] ? (numberOf(ev, args[0]) ?? 1) : 1;
    const copy = ev.list([], site);
    if (ev.observer && depth === 1 && !list.open && list.elements!.length > 0 && list.elements!.every(isAlike)) {
      becomeAlike(
        copy,
        list.elements!.flatMap((each) => alternativesOf(each).flatMap((one) => listOf(one)!.elements!)),
      );
      return copy;
    }
    const within = new Set<Obj>();
    const flatten = (from: Obj, level: number, under: string | null): void => {
      const { elements, open } = from === list ? { elements: list.elements!, open: list.open } : withinAnother(ev, from);
      copy.open ||= open || within.has(from);
      // A list within itself has no end.
      if (within.has(from)) return;
      within.add(from);
      for (const element of elements) {
        const isEither = level > 0 && element.kind === 'oneOf' && element.values.some((each) => listOf(each));
        const condition = isEither ? element.condition : under;
        for (const part of isEither ? element.values : [element]) {
          const inner = listOf(part);
          if (inner && level > 0) flatten(inner, level - 1, condition);
          else if (isEither && part.kind === 'unknown' && !part.shape) copy.open ||= part !== ABSENT;
          else copy.elements!.push(condition === null ? part : absent(part, condition, false, false));
        }
      }
      within.delete(from);
    };
    flatten(list, Math.min(depth, 50), null);
    return copy;
  });
  simple('keys', (ev, list, _args, site) =>
    ev.iterator(
      list.elements!.map((_, index) => constant(index)),
      list.open,
      site,
    ),
  );
  const listed = (ev: Evaluator, list: Obj, site: Site, make: (element: Value, index: Value) => Value): Obj => {
    const iterator = ev.iterator(
      list.elements!.map((element, index) => make(element, placeOf(list, index, site))),
      list.open,
      site,
    );
    iterator.uniform = list.uniform;
    return iterator;
  };
  simple('values', (ev, list, _args, site) => listed(ev, list, site, (element) => element));
  simple('entries', (ev, list, _args, site) => listed(ev, list, site, (element, index) => ev.list([index, element], site)));

  callback('forEach', (ev, self, fn, thisArg, _args, site) => {
    visit(ev, self, fn, thisArg, site, () => undefined);
    return UNDEFINED;
  });
  callback('map', (ev, self, fn, thisArg, _args, site) => {
    const result = ev.list([], site);
    result.counted = countedOf(self);
    visit(ev, self, fn, thisArg, site, (value, _element, _index, known) => {
      if (!known) {
        result.open = true;
        return;
      }
      if (value !== ABSENT) result.elements!.push(value);
    });
    return result;
  });
  callback('flatMap', (ev, self, fn, thisArg, _args, site) => {
    const result = ev.list([], site);
    visit(ev, self, fn, thisArg, site, (value, _element, _index, known) => {
      const inner = listOf(value);
      if (!known) {
        result.open = true;
        return;
      }
      // An error for some requests, and nothing for the others.
      if (value.kind === 'oneOf') {
        for (const alternative of value.values) {
          const list = listOf(alternative);
          if (alternative === ABSENT || (alternative.kind === 'unknown' && !alternative.shape)) result.open ||= alternative !== ABSENT;
          else {
            const { elements, open } = list ? withinAnother(ev, list) : { elements: [alternative], open: false };
            result.elements!.push(...elements.map((each) => absent(each, value.condition ?? ev.describe(fn), false, false)));
            result.open ||= open;
          }
        }
        return;
      }
      if (inner) {
        const { elements, open } = withinAnother(ev, inner);
        result.elements!.push(...elements);
        result.open ||= open;
      } else if (value.kind === 'unknown') result.open = true;
      else result.elements!.push(value);
    });
    return result;
  });
  callback('filter', (ev, self, fn, thisArg, _args, site) => {
    const result = ev.list([], site);
    result.counted = countedOf(self);
    visit(ev, self, fn, thisArg, site, (verdict, element, _index, known) => {
      if (!known) {
        result.open = true;
        return;
      }
      const value = presentOrUndefined(verdict);
      const truth = ev.truth(value);
      const keys = truth.value === null ? keysThatPass(ev, element, value) : null;
      if (keys) {
        result.elements!.push(...keys.map((key) => absent(key, ev.describe(fn), false, false)));
        return;
      }
      if (truth.value === true && !truth.taint) result.elements!.push(element);
      else if (truth.value === null || truth.taint) {
        const missing = missingOf(value);
        if (missing?.when) ev.gathered?.forMissing(result, missing.traces);
        const test = (each: Value): Value => ev.call(fn, thisArg, [each], ev.contextOf(site), site.node);
        const kept = ev.observer ? unlessNothing(ev, element, test) : passing(ev, element, test);
        if (kept) result.elements!.push(absent(kept, truth.taint ?? ev.describe(fn), truth.value !== null, truth.value === true));
      }
    });
    return result;
  });
  const finder =
    (take: (value: Value, index: number, list: Obj | null) => Value, none: Const, backwards: boolean) =>
    (ev: Evaluator, self: Value, fn: Value, thisArg: Value, _args: readonly Value[], site: Site): Value => {
      const candidates: Value[] = [];
      const found: Choice[] = [];
      const traces: Trace[] = [];
      const said: Tested[] = [];
      let decided = false;
      let taint: string | null = null;
      const list = listOf(self);
      const source = backwards && list ? ev.list([...list.elements!].reverse()) : self;
      visit(ev, source, fn, thisArg, site, (verdict, element, index, known) => {
        const value = presentOrUndefined(verdict);
        const tested = ev.truth(value);
        const truth = tested.value;
        taint ??= tested.taint;
        if (truth === false) return;
        const candidate = known
          ? take(presentOrUndefined(element), backwards && list ? list.elements!.length - 1 - index : index, list)
          : none.value === -1
            ? shaped(INTEGER, 'a place in a list', site)
            : unknown('an element of a partly known list', site);
        candidates.push(candidate);
        const missing = ev.observer && missingOf(value);
        if (missing?.when) traces.push(...missing.traces);
        said.push(...testedOf(value).filter(({ when }) => when));
        found.push({ when: known ? asksOf(value) : null, value: candidate });
        if (truth === true) {
          decided = true;
          return false;
        }
        return;
      });
      if (candidates.length === 0) return withTaint(none, taint ?? countedOf(self));
      if (decided && candidates.length === 1) return withTaint(candidates[0]!, taint);
      const which = 'which element is found';
      const either = oneOf(decided ? candidates : [...candidates, none], which);
      // `names.find((name) => !body[name])`: it is a name when one of them is missing.
      const isSomething = !decided && candidates.every((each) => ev.truth(each).value === true);
      const value = isSomething ? withTested(withMissing(either, { when: true, traces: union(traces) }), said) : either;
      return ev.observer ? noteFound(value, found, decided ? null : none, (values) => oneOf(values, which)) : value;
    };
  callback(
    'find',
    finder((value) => value, UNDEFINED, false),
  );
  callback(
    'findLast',
    finder((value) => value, UNDEFINED, true),
  );
  callback(
    'findIndex',
    finder((_value, index, list) => placeIn(list, index), constant(-1), false),
  );
  callback(
    'findLastIndex',
    finder((_value, index, list) => placeIn(list, index), constant(-1), true),
  );
  const quantifier =
    (stopAt: boolean) =>
    (ev: Evaluator, self: Value, fn: Value, thisArg: Value, _args: readonly Value[], site: Site): Value => {
      let answer: boolean | null = !stopAt;
      let taint: string | null = null;
      const traces: Trace[] = [];
      const tested: Tested[] = [];
      // What all of them say together: it is none of those that each is compared with.
      let together: Value | null = null;
      const asked: RequestCondition[] = [];
      visit(ev, self, fn, thisArg, site, (verdict, _element, _index, known) => {
        const value = presentOrUndefined(verdict);
        const decided = ev.truth(value);
        const truth = decided.value;
        taint = truth === stopAt ? decided.taint : (taint ?? decided.taint);
        const missing = ev.observer && missingOf(value);
        if (missing && missing.when === stopAt) traces.push(...missing.traces);
        tested.push(...testedOf(value).filter(({ when }) => when === stopAt));
        if (truth === null)
          together = together ? withTested(shaped(BOOLEAN, 'a test of a list'), testedTogether(together, value, !stopAt)) : value;
        if (!known) together = UNDEFINED;
        asked.push(known ? asksOf(value) : null);
        // An element that need not be there decides nothing by itself.
        const decides = known && !(ev.observer && mayBeAbsent(verdict));
        if (truth === stopAt && decides && answer !== null) {
          answer = stopAt;
          return false;
        }
        if (truth === null || (truth === stopAt && !decides) || !known) answer = null;
        return;
      });
      return answer === null
        ? withAsks(
            withTested(withMissing(shaped(BOOLEAN, 'a test of a list'), { when: stopAt, traces: union(traces) }), [
              ...tested,
              ...(together ? testedOf(together).filter(({ when, shape }) => when !== stopAt && shape.enum) : []),
            ]),
            ev.observer ? (stopAt ? any : all)(asked) : null,
          )
        : withTaint(bool(answer), taint ?? (answer === stopAt ? null : countedOf(self)));
    };
  callback('some', quantifier(true));
  callback('every', quantifier(false));
  // One element stands for all, and for none: what is counted with it is not known, and of other constants it is either.
  const ofAnyNumber = (first: Value, once: Value, site: Site): Value => {
    const made = once.kind === 'oneOf' ? once.values : [once];
    const isFirst = (each: Value): boolean => each.kind === 'const' && first.kind === 'const' && Object.is(first.value, each.value);
    if (!made.every((each) => each.kind === 'const') || made.every(isFirst)) return once;
    return made.every((each) => typeof each.value === 'number')
      ? shaped(NUMBER, 'a sum', site)
      : oneOf([first, ...made], 'the elements of a list');
  };
  const reducer =
    (backwards: boolean): Native =>
    (ev, self, args, site) => {
      const context = ev.contextOf(site);
      const iteration = iterate(ev, context, site.node, self);
      const elements = backwards ? [...iteration.elements].reverse() : [...iteration.elements];
      const first = args.length > 1 ? args[1]! : (elements.shift() ?? UNDEFINED);
      let accumulator = first;
      elements.forEach((element, index) => {
        ev.step(site);
        const call = (present: Value): Value =>
          ev.call(
            args[0] ?? UNDEFINED,
            UNDEFINED,
            [accumulator, present, constant(backwards ? elements.length - 1 - index : args.length > 1 ? index : index + 1), self],
            context,
            site.node,
          );
        accumulator = eachElement(ev, element, site, call, accumulator);
      });
      if (iteration.open && !iteration.uniform) {
        const more = ev.call(
          args[0] ?? UNDEFINED,
          UNDEFINED,
          [accumulator, unknown(iteration.why, site), unknown('an index'), self],
          context,
          site.node,
        );
        if (more !== accumulator) accumulator = oneOf([accumulator, more], iteration.why);
      }
      return iteration.uniform ? ofAnyNumber(first, accumulator, site) : accumulator;
    };
  define(prototype, 'reduce', reducer(false));
  define(prototype, 'reduceRight', reducer(true));

  const constructor = evaluator.native('Array', (ev, _self, args, site) => {
    const length = args.length === 1 ? ev.constantOf(args[0]!) : undefined;
    if (typeof length === 'number')
      return ev.list(
        Array.from({ length: Math.min(length, 10_000) }, () => UNDEFINED),
        site,
      );
    const list = ev.list([...args], site);
    if (args.length === 1 && args[0]!.kind === 'unknown') {
      list.elements = [];
      list.open = true;
    }
    return list;
  });
  define(constructor, 'isArray', (ev, _self, args, site) => whetherList(ev, args[0] ?? UNDEFINED, site));
  define(constructor, 'of', (ev, _self, args, site) => ev.list([...args], site));
  define(constructor, 'from', (ev, _self, args, site) => {
    const source = args[0] ?? UNDEFINED;
    const context = ev.contextOf(site);
    let elements: readonly Value[];
    let open = false;
    let uniform = false;
    const length =
      source.kind === 'object' && !(source as Obj).elements && !(source as Obj).entries
        ? ev.constantOf(ev.get(source, 'length', context, site.node))
        : undefined;
    if (typeof length === 'number')
      elements = Array.from({ length: Math.min(length, 10_000) }, (_, index) => ev.get(source, String(index), context, site.node));
    else {
      const iteration = iterate(ev, context, site.node, source);
      elements = iteration.elements;
      open = iteration.open;
      uniform = iteration.uniform === true;
    }
    const list = ev.list([...elements], site);
    list.open = open;
    list.uniform = list.mayBeEmpty = uniform;
    if (args[1] && !isNullish(args[1])) return ev.call(ev.get(list, 'map', context, site.node), list, [args[1]], context, site.node);
    return list;
  });
  define(constructor, 'fromAsync', (ev, _self, args, site) => {
    const iteration = iterate(ev, ev.contextOf(site), site.node, args[0] ?? UNDEFINED);
    return ev.promise(ev.list([...iteration.elements], site), site);
  });
  return constructor;
}

const isUndefined = (value: Value): boolean => value.kind === 'const' && value.value === undefined;

/** Sorts when every comparison is known; otherwise the order stays, which is the best guess that loses nothing. */
function sortElements(evaluator: Evaluator, elements: Value[], args: readonly Value[], site: Site): Value[] {
  const comparator = args[0];
  const context = evaluator.contextOf(site);
  let undecided = false;
  const order = (a: Value, b: Value): number => {
    if (undecided) return 0;
    evaluator.fuel.spareWork();
    if (comparator && !isUndefined(comparator)) {
      const result = evaluator.call(comparator, UNDEFINED, [a, b], context, site.node);
      const number = evaluator.constantOf(result);
      if (typeof number === 'number') return number;
      undecided = true;
      return 0;
    }
    const left = evaluator.constantOf(a),
      right = evaluator.constantOf(b);
    if (a.kind !== 'const' || b.kind !== 'const') {
      undecided = true;
      return 0;
    }
    return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
  };
  const before = [...elements];
  const sorted = [...elements].sort(order);
  return undecided ? before : sorted;
}
