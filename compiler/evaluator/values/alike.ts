import type { Value } from '@tool/scanner-sdk';
import { Activation } from '../context.js';
import type { Binding, Scope } from './scope.js';
import { summarizeSyntax, ts } from '../language/syntax.js';
import { Obj, Site, isOfSetUp, type ClassData, type Closure } from './values.js';

/** How many objects of two values are held against each other. */
const MAX_PAIRS = 2_000;

type Code = Closure | ClassData;

/**
 * Which functions are alike: of the same code, made of values that are the same or alike themselves. Set-up code that runs for every entry of a table
 * makes such functions by the hundred; run on the same arguments they do the same.
 */
export class Alike {
  /** For objects that were found to be like an older one, that one. */
  private readonly known = new Map<Obj, Obj>();

  /** Objects and variables of which each of some functions that are alike has one of its own. */
  private readonly own = new Set<object>();

  private readonly numbers = new Map<ts.Node, number>();

  /** The same text for values that are alike, and another one for most functions that are not. */
  mark(value: Value, inner = false): string {
    if (!(value instanceof Obj)) return value.kind === 'const' ? `${typeof value.value} ${String(value.value)}` : value.kind;
    const { fn } = value;
    if (fn?.kind === 'bound') return `bound ${this.mark(fn.target, inner)}`;
    if (fn?.kind !== 'closure') return value.cls;
    const number = this.numbers.get(fn.node) ?? this.numbers.size;
    this.numbers.set(fn.node, number);
    return inner
      ? String(number)
      : [
          number,
          ...summarizeSyntax(fn.node).free.map((name) => {
            const held = fn.scope.find(name)?.value;
            return held ? this.mark(held, true) : '';
          }),
        ].join('\0');
  }

  /** Whether two values, or what else makes a difference, are alike, as they are now. */
  of(one: unknown, other: unknown): boolean {
    if (one === other) return true;
    const comparison = new Comparison(this.known);
    if (!comparison.same(one, other)) return false;
    for (const [left, right] of comparison.pairs) this.known.set(right, this.known.get(left) ?? left);
    for (const [left] of comparison.pairs) this.own.add(left);
    for (const variable of comparison.variables) this.own.add(variable);
    return true;
  }

  /** Whether functions that were found to be alike have an object or a variable each where the older one has this. */
  isOwn(holder: object): boolean {
    return this.own.has(holder);
  }
}

/** Whether two values are alike and, of what the set-up made, hold the same: whoever is given the one would do the same with the other. */
export function areExchangeable(one: unknown, other: unknown): boolean {
  const comparison = new Comparison(new Map());
  return comparison.same(one, other) && [...comparison.pairs.keys(), ...comparison.variables].every(({ serial }) => !isOfSetUp(serial));
}

/** One comparison: what was met so far is taken to be alike, and each object to stand for one other only. */
class Comparison {
  readonly pairs = new Map<Obj, Obj>();
  /** Of the older one those that the other has by itself. */
  readonly variables = new Set<Binding>();
  private readonly others = new Map<Obj, Obj>();
  constructor(private readonly known: ReadonlyMap<Obj, Obj>) {}

  same(one: unknown, other: unknown): boolean {
    if (Object.is(one, other)) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (one instanceof Obj) return other instanceof Obj && this.objects(one, other);
    // Places of values are told, so they have to be the same; the calls that led there need not be.
    if (one instanceof Site) return other instanceof Site && one.node === other.node;
    if (Array.isArray(one)) return Array.isArray(other) && this.lists(one, other);
    if (one instanceof Map) return other instanceof Map && this.lists([...one], [...other]);
    if (one instanceof Activation) return other instanceof Activation && this.activations(one, other);
    return isRecord(one) && isRecord(other) && this.records(one, other);
  }

  private lists(one: readonly unknown[], other: readonly unknown[]): boolean {
    return one.length === other.length && one.every((each, index) => this.same(each, other[index]));
  }

  private records(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && this.same(one[key], other[key]));
  }

  private objects(one: Obj, other: Obj): boolean {
    if ((this.known.get(one) ?? one) === (this.known.get(other) ?? other)) return true;
    const partner = this.pairs.get(one);
    if (partner || this.others.has(other)) return partner === other;
    if (this.pairs.size >= MAX_PAIRS) return false;
    this.pairs.set(one, other);
    this.others.set(other, one);
    return (
      one.cls === other.cls &&
      one.open === other.open &&
      one.uniform === other.uniform &&
      one.mayBeEmpty === other.mayBeEmpty &&
      this.same(one.host, other.host) &&
      this.same(one.origin, other.origin) &&
      this.code(one.fn, other.fn) &&
      this.same(one.proto, other.proto) &&
      this.same(one.internal, other.internal) &&
      this.same(one.rest, other.rest) &&
      this.same(one.elements, other.elements) &&
      this.same(one.props, other.props) &&
      this.same(one.entries, other.entries)
    );
  }

  private code(one: Obj['fn'], other: Obj['fn']): boolean {
    if (one === null || other === null || one.kind === 'native' || one.kind === 'bound') return this.same(one, other);
    if (one.kind !== other.kind || one.node !== other.node || one.module !== other.module) return false;
    if (one.kind === 'closure' && other.kind === 'closure')
      return this.same(one.home, other.home) && this.same(one.newTarget, other.newTarget) && this.scopes(one, other);
    return (
      one.kind === 'class' &&
      other.kind === 'class' &&
      this.same(one.base, other.base) &&
      one.fieldKeys.size === 0 &&
      other.fieldKeys.size === 0 &&
      this.scopes(one, other)
    );
  }

  /** The variables around them that they mention. */
  private scopes(one: Code, other: Code): boolean {
    if (one.scope === other.scope) return true;
    const { free, usesArguments } = summarizeSyntax(one.node);
    return !(usesArguments && ts.isArrowFunction(one.node)) && free.every((name) => this.variable(name, one.scope, other.scope));
  }

  private variable(name: string, one: Scope, other: Scope): boolean {
    const [left, right] = [one.find(name), other.find(name)];
    if (left === right) return true;
    if (left === null || right === null || left.lazy !== null || right.lazy !== null || !this.same(left.value, right.value)) return false;
    this.variables.add(left);
    return true;
  }

  /** What `this` is in an arrow function. */
  private activations(one: Activation, other: Activation): boolean {
    return this.same(one.self, other.self) && one.home === other.home && one.newTarget === other.newTarget;
  }
}

const isRecord = (value: object): value is Readonly<Record<string, unknown>> => Object.getPrototypeOf(value) === Object.prototype;
