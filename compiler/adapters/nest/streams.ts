import { defineHostType, openModule, type Call, type HostType, type ModuleModel, type ObjectValue, type Value } from '@tool/scanner-sdk';

/** What a handler gives, on its way through the interceptors. Null: nobody knows what it became. */
interface StreamData {
  readonly value: Value | null;
}

const SAME: ReadonlySet<string> = new Set([
  'timeout',
  'finalize',
  'catchError',
  'delay',
  'retry',
  'share',
  'shareReplay',
  'take',
  'first',
  'throwIfEmpty',
]);

const operatorOf = (value: Value): { readonly name: string; readonly args: readonly Value[] } | null =>
  value.kind === 'unknown' && value.provenance && /^rxjs(\/|$)/.test(value.provenance.module)
    ? { name: value.provenance.path.replace(/\(\)$/, '').split('.').at(-1)!, args: value.provenance.args ?? [] }
    : null;

export const streamType: HostType<StreamData> = defineHostType<StreamData>({
  name: 'rxjs.Observable',
  inert: true,
  methods: {
    pipe: (call) => {
      const data = call.data(call.receiver, streamType);
      return call.host(streamType, {
        value: call.args.reduce<Value | null>((value, operator) => applied(call, value, operator), data?.value ?? null),
      });
    },
    toPromise: (call) => {
      const value = call.data(call.receiver, streamType)?.value ?? call.unknown('what a stream gives');
      return call.promise?.(value) ?? value;
    },
    subscribe: (call) => call.unknown('a subscription'),
  },
});

function applied(call: Call, value: Value | null, operator: Value): Value | null {
  const known = operatorOf(operator);
  if (!known || value === null) return null;
  if (known.name === 'tap' || known.name === 'do') {
    noted(call, value, known.args[0]);
    return value;
  }
  if (SAME.has(known.name)) return value;
  const [project] = known.args;
  if (!project || !call.isFunction(project) || !['map', 'mergeMap', 'switchMap', 'concatMap'].includes(known.name)) return null;
  const made = call.invoke(project, [value, call.const(0)]);
  return known.name === 'map' ? made : call.awaited(made);
}

/** `tap(fn)`, `tap({ next: fn })`: what it does with the value is no part of what is sent, unless it changes it. */
function noted(call: Call, value: Value, observer: Value | undefined): void {
  const next = observer && !call.isFunction(observer) && observer.kind === 'object' ? call.get(observer, 'next') : observer;
  if (next && call.isFunction(next)) call.invoke(next, [value]);
}

/** Operators are kept with their functions, which run when a stream goes through them. */
const OPERATORS: readonly string[] = [...SAME, 'tap', 'do', 'map', 'mergeMap', 'switchMap', 'concatMap'];
export const operatorsModule =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(
      realm,
      module,
      Object.fromEntries(
        OPERATORS.map((name) => [
          name,
          realm.fn(name, (call) => call.unknown(`${name} of ${module}`, { module, path: `${name}()`, args: call.args })),
        ]),
      ),
    );

export const stream = (call: Call, value: Value): ObjectValue => call.host(streamType, { value });

/** What a returned value sends: of a stream what it gives, of `of(x)` and `from(promise)` what they hold; null when nobody knows. */
export function sentBy(call: Call, value: Value): Value | null {
  const data = call.data(value, streamType);
  if (data) return data.value;
  const made = operatorOf(value);
  if (!made) return value;
  return made.args[0] && made.name === 'of' && made.args.length === 1
    ? made.args[0]
    : made.args[0] && made.name === 'from' && call.elements(made.args[0]) === null
      ? call.awaited(made.args[0])
      : null;
}
