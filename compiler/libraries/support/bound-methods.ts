import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { argument } from './fallback.js';

const ofObject = (call: Call, name: string, ...args: readonly Value[]): Value =>
  call.invoke(call.get(call.global?.('Object') ?? call.const(undefined), name), args);

/** The names of the methods that an object has of its own. */
const methodsOf = (call: Call, owner: Value): readonly string[] =>
  (call.elements(ofObject(call, 'getOwnPropertyNames', owner)) ?? [])
    .map((name) => call.text(name))
    .filter((name): name is string => name !== null && name !== 'constructor' && call.isFunction(ofOwn(call, owner, name)));

/** Without asking a getter. */
function ofOwn(call: Call, owner: Value, name: string): Value {
  const described = ofObject(call, 'getOwnPropertyDescriptor', owner, call.const(name));
  return described.kind === 'object' ? call.get(described, 'value') : described;
}

const bindOne = (call: Call, self: Value, name: string): void => {
  const method = call.get(self, name);
  if (call.isFunction(method)) call.set(self, name, call.invoke(call.get(method, 'bind'), [self], method));
};

/** Methods of the classes of an object, its own and those of the ones behind it, without what every object has. */
function inheritedMethods(call: Call, self: Value): ReadonlySet<string> {
  const names = new Set<string>();
  const last = call.get(call.global?.('Object') ?? call.const(undefined), 'prototype');
  for (let at = ofObject(call, 'getPrototypeOf', self), depth = 0; at.kind === 'object' && at !== last && depth < 20; depth++) {
    for (const name of methodsOf(call, at)) names.add(name);
    at = ofObject(call, 'getPrototypeOf', at);
  }
  return names;
}

/** `autoBind(this)`, `autoBind(this, { include: ['index', /^on/], exclude })`. */
export const bindAll: Transfer = (call) => {
  const self = argument(call, 0);
  if (self.kind !== 'object') return self;
  const options = argument(call, 1);
  const listed = (key: string): readonly Value[] | null => (options.kind === 'object' ? call.elements(call.get(options, key)) : null);
  const [include, exclude] = [listed('include'), listed('exclude')];
  const names = (patterns: readonly Value[], name: string): boolean =>
    patterns.some((pattern) => call.text(pattern) === name || new RegExp(call.pattern(pattern)?.source ?? '(?!)').test(name));
  for (const name of inheritedMethods(call, self))
    if ((!include || names(include, name)) && !(exclude && names(exclude, name))) bindOne(call, self, name);
  return self;
};

/** lodash's `bindAll(this, ['index', 'show'])`. */
export const bindNamed: Transfer = (call) => {
  const self = argument(call, 0);
  for (const given of call.args.slice(1))
    for (const name of call.elements(given) ?? [given]) if (call.text(name) !== null) bindOne(call, self, call.text(name)!);
  return self;
};

/** A member that gives the method bound to whatever it is asked of. */
function bound(call: Call, method: Value): Value {
  const get = call.fn('get', (inner) => inner.invoke(inner.get(method, 'bind'), [inner.receiver], method));
  return call.record({ configurable: call.const(true), get });
}

/** `@autobind` on a method or on a class. */
export const autobind: Transfer = (call) => {
  const [target, , descriptor] = call.args;
  if (!target) return call.fn('autobind', autobind);
  if (descriptor) {
    const method = call.get(descriptor, 'value');
    return call.isFunction(method) ? bound(call, method) : descriptor;
  }
  if (!call.isFunction(target)) return target;
  const prototype = call.get(target, 'prototype');
  for (const name of methodsOf(call, prototype))
    ofObject(call, 'defineProperty', prototype, call.const(name), bound(call, ofOwn(call, prototype, name)));
  return target;
};
