import { defineHostType, type Call, type HostType, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './paths.js';

/** What was said to a builder so far: its options, and those of its methods that were called. */
interface Builder {
  readonly options: Value;
  readonly method?: Value;
  readonly factory?: Value;
  readonly extras?: Value;
  readonly transform?: Value;
}

const member = (call: Call, value: Value, name: string): Value | null => {
  const found = value.kind === 'object' ? call.get(value, name) : null;
  return found && !call.isUndefined(found) ? found : null;
};

/** Each of its methods gives another builder. */
const saying =
  (said: (call: Call) => Omit<Builder, 'options'>): Transfer =>
  (call) => {
    const builder = call.data(call.receiver, builderType);
    return builder ? call.host(builderType, { ...builder, ...said(call) }) : undefined;
  };

const builderType: HostType<Builder> = defineHostType<Builder>({
  name: 'nest.ConfigurableModuleBuilder',
  inert: true,
  methods: {
    setExtras: saying((call) => ({ extras: argument(call, 0), ...(call.args[1] && { transform: call.args[1] }) })),
    setClassMethodName: saying((call) => ({ method: argument(call, 0) })),
    setFactoryMethodName: saying((call) => ({ factory: argument(call, 0) })),
    build: (call) => {
      const builder = call.data(call.receiver, builderType);
      return builder ? built(call, builder) : undefined;
    },
  },
});

function built(call: Call, builder: Builder): Value {
  const name = call.text(member(call, builder.options, 'moduleName') ?? call.const(undefined));
  const snake = name
    ?.trim()
    .split(/(?=[A-Z])/)
    .join('_')
    .toUpperCase();
  const token =
    member(call, builder.options, 'optionsInjectionToken') ??
    call.const(snake ? `${snake}_MODULE_OPTIONS` : Symbol('CONFIGURABLE_MODULE_OPTIONS'));
  const method = builder.method ? call.text(builder.method) : 'register';
  const methods: Readonly<Record<string, Transfer>> =
    method === null ? {} : { [method]: register(builder, token), [`${method}Async`]: registerAsync(builder, token) };
  return call.record({
    ConfigurableModuleClass: call.fn(
      'ConfigurableModuleClass',
      () => undefined,
      Object.fromEntries(Object.entries(methods).map(([key, transfer]) => [key, call.fn(key, transfer)])),
    ),
    MODULE_OPTIONS_TOKEN: token,
    ASYNC_OPTIONS_TYPE: call.unknown('a type'),
    OPTIONS_TYPE: call.unknown('a type'),
  });
}

/** A copy of options without some of them; of what nobody knows, all. */
function without(call: Call, given: Value, names: readonly string[]): Value {
  const entries = given.kind === 'object' && names.length > 0 ? call.knownEntries?.(given) : null;
  if (!entries) return given;
  const copy = call.record(Object.fromEntries(entries.filter(([key]) => !names.includes(key))));
  if (call.isOpen(given)) call.markOpen?.(copy);
  return copy;
}

/** The dynamic module, as the builder's own function changes it with the extras: those that are given, on top of the builder's. */
function transformed(call: Call, { extras, transform }: Builder, definition: Value, given: Value): Value {
  if (!transform || !call.isFunction(transform)) return definition;
  const assign = call.get(call.global!('Object'), 'assign');
  return call.invoke(transform, [definition, call.invoke(assign, [call.record({}), ...(extras ? [extras] : []), given])]);
}

/** `Module.register(options)`. */
const register =
  (builder: Builder, token: Value): Transfer =>
  (call) => {
    const options = argument(call, 0);
    const names = builder.extras?.kind === 'object' ? (call.knownEntries?.(builder.extras) ?? []).map(([key]) => key) : [];
    const provider = call.record({ provide: token, useValue: without(call, options, names) });
    return transformed(call, builder, call.record({ module: call.receiver, providers: call.list([provider]) }), options);
  };

const ASYNC_OPTIONS = ['useFactory', 'useClass', 'useExisting', 'inject', 'imports', 'provideInjectionTokensFrom'];

/** `Module.registerAsync({ useFactory | useClass | useExisting })`: of a class that makes options its method gives them. */
const registerAsync =
  (builder: Builder, token: Value): Transfer =>
  (call) => {
    const options = argument(call, 0);
    const [useFactory, useClass, useExisting] = ['useFactory', 'useClass', 'useExisting'].map((name) => member(call, options, name));
    const made = useExisting ?? useClass;
    const asked = call.fn('useFactory', (inner) =>
      inner.awaited(inner.invoke(inner.get(argument(inner, 0), method), [], argument(inner, 0))),
    );
    const method = (builder.factory && call.text(builder.factory)) ?? 'create';
    const provider = useFactory
      ? { useFactory, inject: member(call, options, 'inject') ?? call.list([]) }
      : { useFactory: asked, inject: call.list(made ? [made] : []) };
    const providers = [
      call.record({ provide: token, ...provider }),
      ...(useClass && !useFactory && !useExisting ? [call.record({ provide: useClass, useClass })] : []),
      ...(call.elements(member(call, options, 'provideInjectionTokensFrom') ?? call.const(undefined)) ?? []),
    ];
    const imports = member(call, options, 'imports') ?? call.list([]);
    const definition = call.record({ module: call.receiver, imports, providers: call.list(providers) });
    return transformed(call, builder, definition, builder.extras ? without(call, options, ASYNC_OPTIONS) : call.record({}));
  };

/** `ConfigurableModuleBuilder`: what it builds is a class for a module of the program to extend, with the methods that make dynamic modules of it. */
export const configurableModule = (realm: Realm): ObjectValue =>
  realm.fn('ConfigurableModuleBuilder', (call) => call.host(builderType, { options: argument(call, 0) }));
