import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { settledNow } from '../jobs/awaiting.js';
import { spreadInto } from '../language/collection-literals.js';
import type { ts } from '../language/syntax.js';
import { nameOfTrace } from '../requests/missing.js';
import { STRING, shaped } from '../requests/observation.js';
import { lackKey } from '../conditions/configured-members.js';
import { ThrowSignal } from '../signals.js';
import { Obj, UNDEFINED, asConfigured, constant, isNullish, noteKept, oneOf, taintOf, unknown, type Site } from '../values/values.js';
import { makeError } from './errors.js';
import { safely, type Define } from './making.js';

/** What has no JSON that is known. */
export const NOT_PLAIN: unique symbol = Symbol('not plain');

/** Objects in objects that are followed. */
const MAX_DEPTH = 30;

/** The JSON of a value: plain data, `undefined` for what JSON leaves out, `NOT_PLAIN` for what is not wholly known. */
export function toJson(evaluator: Evaluator, value: Value, depth = 0): unknown {
  if (depth > MAX_DEPTH) return NOT_PLAIN;
  if (value.kind === 'const') return typeof value.value === 'symbol' || typeof value.value === 'bigint' ? undefined : value.value;
  if (value.kind !== 'object') return NOT_PLAIN;
  const object = value as Obj;
  if (object.fn) return undefined;
  if (object.open || object.host || writesItself(object)) return NOT_PLAIN;
  if (object.elements) {
    const list = object.elements.map((element) => toJson(evaluator, element, depth + 1));
    return list.includes(NOT_PLAIN) ? NOT_PLAIN : list;
  }
  const result: Record<string, unknown> = {};
  for (const key of evaluator.keys(object)) {
    const own = evaluator.ownProperty(object, key);
    if (!own || own.get) return NOT_PLAIN;
    const item = toJson(evaluator, own.value, depth + 1);
    if (item === NOT_PLAIN) return NOT_PLAIN;
    if (item !== undefined && key !== '__proto__') result[key] = item;
  }
  return result;
}

/** A member of a request that is parsed is a text, where no condition around asks what it is. */
export function readAsText({ observer, guard }: Evaluator, text: Value, site: Site): void {
  if (text.kind !== 'unknown' || !text.trace || text.shape || text.json || text.trace.derived || text.trace.path.length === 0) return;
  const name = nameOfTrace(text.trace);
  for (let at = guard; at; at = at.parent)
    if (at.branch.tested?.some((arm) => arm.some(({ trace }) => nameOfTrace(trace) === name))) return;
  observer?.typed(text.trace, STRING, 'code', site);
}

/** Whether the object or its class has a `toJSON`. */
function writesItself(object: Obj): boolean {
  for (let at: Value | null = object; at?.kind === 'object'; at = (at as Obj).proto) if ((at as Obj).props?.has('toJSON')) return true;
  return false;
}

/**
 * A copy of a value and of all that is in it, as far as it is known. `json`: as `JSON.parse` makes it of what `JSON.stringify` has written, where dates
 * are texts, `toJSON` is asked and functions are left out. `structure`: as `structuredClone` makes it.
 */
export const copied = (evaluator: Evaluator, value: Value, as: 'json' | 'structure', context: Context, node: ts.Node): Value =>
  new Copier(evaluator, as, context, node).copy(value, 0);

class Copier {
  private readonly copies = new Map<Obj, Value>();
  constructor(
    private readonly evaluator: Evaluator,
    private readonly as: 'json' | 'structure',
    private readonly context: Context,
    private readonly node: ts.Node,
  ) {}

  copy(value: Value, depth: number): Value {
    if (value.kind === 'oneOf')
      return oneOf(
        value.values.map((alternative) => this.copy(alternative, depth)),
        value.condition,
        value.preferred,
      );
    if (value.kind !== 'object') return value;
    const object = value as Obj;
    const known = this.copies.get(object);
    if (known) return known;
    if (depth > MAX_DEPTH) return unknown('data that is nested deeply');
    if (object.elements) return this.ofList(object, depth);
    return this.as === 'json' ? this.written(object, depth) : this.cloned(object, depth);
  }

  /** What JSON says of it. */
  private written(object: Obj, depth: number): Value {
    const { evaluator, context, node } = this;
    if (object.fn && !object.host) return UNDEFINED;
    if (object.cls === 'Date') return shaped({ kind: 'string', format: 'date-time' }, 'a date as a text');
    const own = evaluator.get(object, 'toJSON', context, node);
    if (own.kind === 'object' && (own as Obj).fn) {
      const written = settledNow(evaluator, evaluator.call(own, object, [], context, node));
      // It is asked once: what gives itself is written as it is.
      return written === object ? this.ofRecord(object, true, depth) : this.copy(written, depth + 1);
    }
    if (object.host) return unknown('the JSON of what a package made');
    return this.ofRecord(object, object.cls !== 'Map' && object.cls !== 'Set' && object.cls !== 'RegExp', depth);
  }

  private cloned(object: Obj, depth: number): Value {
    return object.cls !== 'Object' || object.host || object.fn ? object : this.ofRecord(object, true, depth);
  }

  private ofRecord(object: Obj, hasMembers: boolean, depth: number): Value {
    const { evaluator, context, node } = this;
    const copy = evaluator.record([]);
    this.copies.set(object, copy);
    if (hasMembers) spreadInto(evaluator, context, node, copy, object);
    for (const [key, property] of copy.props ?? []) {
      const value = this.copy(property.value, depth + 1);
      if (this.as === 'json' && value.kind === 'const' && value.value === undefined) copy.props!.delete(key);
      else property.value = value;
    }
    return copy;
  }

  private ofList(list: Obj, depth: number): Value {
    const copy = this.evaluator.list([]);
    this.copies.set(list, copy);
    const { open, uniform, mayBeEmpty, counted } = list;
    Object.assign(copy, { open, uniform, mayBeEmpty, counted, elements: list.elements!.map((element) => this.copy(element, depth + 1)) });
    return copy;
  }
}

/** The global `JSON`. */
export function installJson(evaluator: Evaluator, define: Define): Obj {
  const json = evaluator.object();
  define(json, 'parse', (ev, _self, args, site) => {
    const text = args[0] ?? UNDEFINED;
    if (text.kind === 'oneOf') {
      for (const alternative of text.values) readAsText(ev, alternative, site);
      return oneOf(
        text.values.map((alternative) =>
          alternative.kind === 'unknown' && alternative.json
            ? copied(ev, alternative.json, 'json', ev.contextOf(site), site.node)
            : alternative.kind === 'const' && typeof alternative.value === 'string'
              ? safely(
                  () => ev.builtins.fromJson(JSON.parse(alternative.value as string)),
                  () => unknown('JSON'),
                )
              : noteKept(unknown('JSON'), alternative),
        ),
        text.condition,
        text.preferred,
      );
    }
    if (text.kind === 'unknown' && text.json) return copied(ev, text.json, 'json', ev.contextOf(site), site.node);
    const value = ev.constantOf(text);
    if (typeof value !== 'string') {
      readAsText(ev, text, site);
      return noteKept(unknown('JSON that only run time knows', site), text);
    }
    const setting = taintOf(text);
    const made = safely(
      () => ev.builtins.fromJson(JSON.parse(value.replace(/^\uFEFF/, '')), setting ?? undefined),
      () => {
        throw new ThrowSignal(makeError(ev, 'JSON that cannot be parsed', site), site);
      },
    );
    if (setting === null) return made;
    // `JSON.parse(process.env.FLAGS || '{}')`: another configuration has other members.
    if (made.kind === 'object' && !(made as Obj).elements) lackKey(made as Obj, setting);
    return asConfigured(made, setting);
  });
  define(json, 'stringify', (ev, _self, args, site) => {
    const value = toJson(ev, args[0] ?? UNDEFINED);
    const indent = ev.constantOf(args[2] ?? UNDEFINED);
    return value === NOT_PLAIN
      ? { ...shaped(STRING, 'JSON text', site), ...(isNullish(args[1] ?? UNDEFINED) && args[0] && { json: args[0] }) }
      : value === undefined
        ? UNDEFINED
        : constant(JSON.stringify(value, null, typeof indent === 'number' ? indent : undefined));
  });
  return json;
}
