import { prototypeOf, type Call, type ObjectValue, type Value } from '@tool/scanner-sdk';

/** A verb of a method, with the call that stated it: its place is the route's. */
export interface StatedVerb {
  readonly verb: string;
  readonly caller: Call;
}

/** What is said of a method, or of the whole controller. */
export interface Config {
  readonly paths: readonly Value[];
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  readonly verbs: readonly StatedVerb[];
}
export interface State {
  readonly root: Config;
  readonly methods: ReadonlyMap<string, Config>;
}

const NOTHING: Config = { paths: [], before: [], after: [], verbs: [] };
export const EMPTY: State = { root: NOTHING, methods: new Map() };

/** A method that is said something of goes to the end, as in awilix-router-core. `name` null: the whole controller. */
function changed(state: State, name: string | null, change: (config: Config) => Partial<Config>): State {
  const known = name === null ? state.root : (state.methods.get(name) ?? NOTHING);
  const config = { ...known, ...change(known) };
  return name === null
    ? { ...state, root: config }
    : { ...state, methods: new Map([...[...state.methods].filter(([key]) => key !== name), [name, config]]) };
}

const same = (one: Value, other: Value): boolean =>
  one === other || (one.kind === 'const' && other.kind === 'const' && one.value === other.value);

export const withPath = (state: State, name: string | null, path: Value): State =>
  changed(state, name, ({ paths }) => ({ paths: paths.some((each) => same(each, path)) ? paths : [...paths, path] }));
export const withMiddleware = (state: State, name: string | null, when: 'before' | 'after', values: readonly Value[]): State =>
  changed(state, name, (config) => ({ [when]: [...config[when], ...values] }));
export const withVerbs = (state: State, name: string, verbs: readonly StatedVerb[]): State =>
  changed(state, name, (config) => ({
    verbs: [
      ...config.verbs,
      ...verbs.filter(({ verb }, index) => [...config.verbs, ...verbs.slice(0, index)].every((known) => known.verb !== verb)),
    ],
  }));

/** Objects belong to one evaluation. */
const states = new WeakMap<ObjectValue, State>();

/** What decorators are applied to: of a class the prototype, of a member the object that holds it. */
const holderOf = (call: Call, target: Value): Value => {
  const prototype = call.get(target, 'prototype');
  return prototype.kind === 'object' ? prototype : target;
};

/** A class has what was said of those that it extends. */
export function stateOf(call: Call, target: Value): State | null {
  let at = holderOf(call, target);
  for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) {
    const known = states.get(at);
    if (known) return known;
    at = prototypeOf(call, at);
  }
  return null;
}

export function updateState(call: Call, target: Value, change: (state: State) => State): void {
  const holder = holderOf(call, target);
  if (holder.kind === 'object') states.set(holder, change(stateOf(call, target) ?? EMPTY));
}
