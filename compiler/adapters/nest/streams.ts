import {
  defineHostType,
  functions,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type ObjectValue,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { packageClass } from './class-bases.js';
import { argument } from './paths.js';

/** What a stream gives last; null: nobody knows. Throws what the stream fails with. */
type Gives = (call: Call) => Value | null;

/** Somebody looks at what a stream fails with: `select` of `catchError`, or whoever takes what it gives. */
export type LooksAtErrors = (select?: Value) => void;

interface StreamData {
  readonly gives: Gives;
  /**
   * It gives what stands behind an interceptor: what nobody knows to fail there is an accident. Told who looks at what it fails with. What is behind has not
   * run while the interceptor puts its operators there: they run when it has.
   */
  readonly ofRoute?: LooksAtErrors;
}

/** These hand on what comes to them. */
const SAME: ReadonlySet<string> = new Set([
  'timeout',
  'finalize',
  'delay',
  'retry',
  'share',
  'shareReplay',
  'take',
  'takeUntil',
  'first',
  'last',
  'filter',
  'throwIfEmpty',
  'defaultIfEmpty',
  'startWith',
  'takeLast',
  'takeWhile',
  'distinctUntilChanged',
  'debounceTime',
  'retryWhen',
]);
/** What comes out of these, whatever comes to them. */
const INSTEAD: Readonly<Record<string, (call: Call, args: readonly Value[]) => Value | null>> = {
  mapTo: (_call, [value]) => value ?? null,
  endWith: (_call, args) => args.at(-1) ?? null,
  ignoreElements: (call) => call.const(undefined),
  ...Object.fromEntries(
    ['mergeMapTo', 'switchMapTo', 'concatMapTo'].map((name) => [
      name,
      (call: Call, [to]: readonly Value[]) => (to ? given(call, to) : null),
    ]),
  ),
};
const FLAT: ReadonlySet<string> = new Set(['mergeMap', 'switchMap', 'concatMap', 'exhaustMap', 'flatMap']);

interface Operator {
  readonly name: string;
  readonly args: readonly Value[];
}
const operatorOf = (value: Value): Operator | null =>
  value.kind === 'unknown' && value.provenance && /^rxjs(\/|$)/.test(value.provenance.module)
    ? { name: value.provenance.path.replace(/\(\)$/, '').split('.').at(-1)!, args: value.provenance.args ?? [] }
    : null;

export const streamType: HostType<StreamData> = defineHostType<StreamData>({
  name: 'rxjs.Observable',
  inert: true,
  methods: {
    pipe: (call) => {
      const data = call.data(call.receiver, streamType);
      if (!data || call.args.length === 0) return call.receiver;
      const operators = call.args.map(operatorOf);
      if (data.ofRoute) return call.host(streamType, { ...data, gives: (at) => through(at, data, operators) });
      const value = through(call, data, operators);
      return call.host(streamType, { gives: () => value });
    },
    toPromise: (call) => promised(call, call.receiver),
    subscribe: (call) => {
      const data = call.data(call.receiver, streamType);
      if (data?.ofRoute) subscribed(call, data, argument(call, 0));
      return call.unknown('a subscription');
    },
  },
});

/** What comes out behind operators, which run where the program puts them behind the stream. */
function through(call: Call, data: StreamData, operators: readonly (Operator | null)[]): Value | null {
  const at = operators.map((operator) => operator?.name).lastIndexOf('catchError');
  const before = at < 0 ? data.gives(call) : recovered(call, data, operators.slice(0, at), operators[at]!.args[0]);
  return operators.slice(at + 1).reduce<Value | null>((value, operator) => applied(call, value, operator), before);
}

/** `catchError(select)` behind other operators: as in a `catch` it is run for each error that is known to come, and for others. */
function recovered(call: Call, data: StreamData, operators: readonly (Operator | null)[], select: Value | undefined): Value | null {
  const ways: (Value | null)[] = [];
  data.ofRoute?.(select);
  const recover = (error: Value): void => {
    ways.push(select && call.isFunction(select) ? given(call, call.awaited(call.invoke(select, [error]))) : null);
  };
  const run = (): void => {
    ways.push(through(call, data, operators));
  };
  let thrown: { readonly signal: unknown } | null = null;
  if (call.catching)
    call.catching(run, (error) => {
      try {
        for (const each of call.alternatives(error)) recover(each);
      } catch (signal) {
        thrown = { signal };
        throw signal;
      }
    });
  else run();
  // No way leads on.
  if (ways.length === 0 && thrown) throw (thrown as { readonly signal: unknown }).signal;
  const perhaps = (error: () => Value): void =>
    call.either?.(call.unknown('whether a stream fails'), (fails) => {
      if (fails) recover(error());
    });
  if (operators.some((operator) => operator?.name === 'timeout'))
    perhaps(() => call.construct(call.get(call.module!('rxjs'), 'TimeoutError'), []));
  if (!data.ofRoute) perhaps(() => call.unknown('an error'));
  return joined(call, ways, 'a stream fails');
}

function applied(call: Call, value: Value | null, known: Operator | null): Value | null {
  const instead = known && INSTEAD[known.name];
  if (instead) return instead(call, known.args);
  if (!known || value === null) return null;
  if (known.name === 'toArray') return call.list([value]);
  if (known.name === 'pluck')
    return known.args.reduce((from, key) => (key.kind === 'const' ? call.get(from, String(key.value)) : from), value);
  if (known.name === 'tap' || known.name === 'do') {
    noted(call, value, known.args[0]);
    return value;
  }
  if (SAME.has(known.name)) return value;
  const [project] = known.args;
  if (!project || !call.isFunction(project) || !(known.name === 'map' || FLAT.has(known.name))) return null;
  const made = call.invoke(project, [value, call.const(0)]);
  return known.name === 'map' ? made : given(call, call.awaited(made));
}

/** `tap(fn)`, `tap({ next: fn })`: what it does with the value is no part of what is sent, unless it changes it. */
function noted(call: Call, value: Value, observer: Value | undefined): void {
  const next = observer && !call.isFunction(observer) && observer.kind === 'object' ? call.get(observer, 'next') : observer;
  if (next && call.isFunction(next)) call.invoke(next, [value]);
}

/** Tells an observer, a function or a record of some, what a stream gives and what it fails with. */
function subscribed(call: Call, data: StreamData, observer: Value): void {
  const told = (name: string, value: Value): void => {
    const to = call.isFunction(observer)
      ? name === 'next'
        ? observer
        : null
      : observer.kind === 'object'
        ? call.get(observer, name)
        : null;
    if (to && call.isFunction(to)) call.invoke(to, [value], observer);
    else if (name === 'error') call.throws?.(value);
  };
  const run = (): void => told('next', data.gives(call) ?? call.unknown('what a stream gives'));
  if (call.catching && observer.kind === 'object') call.catching(run, (error) => told('error', error));
  else run();
}

/** `new Observable(subscribe)`: what it tells whoever subscribes. */
const observable: Transfer = (made) =>
  made.host(streamType, {
    gives: (call) => {
      const values: Value[] = [];
      const transfers: Readonly<Record<string, Transfer>> = {
        next: (inner) => void values.push(argument(inner, 0)),
        error: (inner) => inner.throws?.(argument(inner, 0)),
        complete: () => undefined,
      };
      call.awaited(call.invoke(argument(made, 0), [call.record(functions(call, transfers))]));
      return joined(call, values, 'what is told');
    },
  });

const source =
  (gives: (given: Call) => Gives): Transfer =>
  (call) =>
    call.host(streamType, { gives: gives(call) });
/** `forkJoin({ a, b })`, `forkJoin([a, b])`, `forkJoin(a, b)`. */
const together = source((made) => (call) => {
  const first = argument(made, 0);
  const isList = made.args.length === 1 && call.elements(first) !== null;
  if (made.args.length > 1 || isList || call.data(first, streamType)) {
    const values = (isList ? call.elements(first)! : made.args).map((each) => given(call, each));
    return values.includes(null) ? null : call.list(values as Value[]);
  }
  const entries = first.kind === 'object' ? call.entries(first) : null;
  return (
    entries &&
    call.record(Object.fromEntries(entries.map(([key, each]) => [key, given(call, each) ?? call.unknown('what a stream gives')])))
  );
});

/** What makes streams; it runs where somebody wants what they give. */
const SOURCES: Readonly<Record<string, Transfer>> = {
  of: source((made) => () => made.args.at(-1) ?? made.const(undefined)),
  from: source((made) => (call) => {
    const elements = call.elements(argument(made, 0));
    return elements ? (elements.at(-1) ?? null) : sentBy(call, call.awaited(argument(made, 0)));
  }),
  defer: source((made) => (call) => given(call, call.awaited(call.invoke(argument(made, 0), [])))),
  throwError: source((made) => (call) => {
    const error = argument(made, 0);
    return call.throws?.(call.isFunction(error) ? call.invoke(error, []) : error) ?? null;
  }),
  forkJoin: together,
  combineLatest: together,
  zip: together,
  firstValueFrom: (call) => promised(call, argument(call, 0)),
  lastValueFrom: (call) => promised(call, argument(call, 0)),
};

function promised(call: Call, of: Value): Value {
  call.data(of, streamType)?.ofRoute?.();
  const value = given(call, of) ?? call.unknown('what a stream gives');
  return call.promise?.(value) ?? value;
}

/** Operators are kept with their functions, which run when a stream goes through them. */
const OPERATORS: readonly string[] = [...SAME, ...FLAT, ...Object.keys(INSTEAD), 'toArray', 'pluck', 'catchError', 'tap', 'do', 'map'];
export const operatorsModule =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, {
      ...Object.fromEntries(
        OPERATORS.map((name) => [
          name,
          realm.fn(name, (call) => call.unknown(`${name} of ${module}`, { module, path: `${name}()`, args: call.args })),
        ]),
      ),
      ...(module === 'rxjs' && {
        ...Object.fromEntries(Object.entries(SOURCES).map(([name, transfer]) => [name, realm.fn(name, transfer)])),
        Observable: realm.fn('Observable', observable, { prototype: realm.prototype(streamType) }),
        TimeoutError: packageClass(realm, realm.unknown('TimeoutError', { module, path: 'TimeoutError' }), 'TimeoutError', {}),
      }),
    });

/** Whether a value is a stream, or one of several. */
export const isStream = (call: Call, value: Value): boolean => call.alternatives(value).every((each) => call.data(each, streamType));
export const stream = (call: Call, value: Value): ObjectValue => call.host(streamType, { gives: () => value });
/** What `next.handle()` gives to an interceptor. */
export const streamOfRoute = (call: Call, gives: Gives, ofRoute: LooksAtErrors): ObjectValue => call.host(streamType, { gives, ofRoute });

/** What a returned value sends: of a stream what it gives, of anything else itself; null when nobody knows. Throws what a stream fails with. */
export function sentBy(call: Call, value: Value): Value | null {
  const data = call.data(value, streamType);
  if (data) return data.gives(call);
  const { provenance } = value.kind === 'unknown' ? value : { provenance: null };
  // A stream that another package has made, behind operators.
  const operators = provenance && /\.pipe\(\)$/.test(provenance.path) ? (provenance.args ?? []).map(operatorOf) : [];
  if (operators.some((operator) => operator !== null))
    return through(call, { gives: () => call.unknown('what a stream of a package gives') }, operators);
  return operatorOf(value) ? null : value;
}

/** The same of one of several ways: what it fails with may be thrown. Undefined: it fails. */
export function sentOnWay(
  call: Call,
  way: Value,
  sent: () => Value | null = () => sentBy(call, way),
  failed?: (error: Value) => void,
): Value | null | undefined {
  let value: Value | null | undefined;
  const run = (): void => {
    value = sent();
  };
  if (!call.catching || !call.either) run();
  else
    call.catching(run, (error) => {
      failed?.(error);
      call.either!(call.unknown('which way it goes'), (fails) => {
        if (fails) call.throws?.(error);
      });
    });
  return value;
}

/** What one of several streams gives. */
export function given(call: Call, value: Value, sent: (way: Value) => Value | null = (way) => sentBy(call, way)): Value | null {
  const ways = call.alternatives(value);
  if (ways.length === 1) return sent(ways[0]!);
  const errors: Value[] = [];
  const values = ways
    .map((way) =>
      sentOnWay(
        call,
        way,
        () => sent(way),
        (error) => errors.push(error),
      ),
    )
    .filter((each) => each !== undefined);
  // No way leads on.
  if (values.length === 0 && errors[0]) call.throws?.(errors[0]);
  return joined(call, values, value.kind === 'oneOf' ? value.condition : '');
}

/** Of several ways those say something of which the result is known. */
function joined(call: Call, values: readonly (Value | null)[], condition: string): Value | null {
  const found = values.filter((each) => each !== null);
  const known = found.filter((each) => call.shapeOf!(each).kind !== 'any');
  const [first, ...others] = known.length > 0 ? known : found;
  return first && others.length > 0 ? (call.oneOf?.([first, ...others], condition) ?? null) : (first ?? null);
}
