import {
  defineHostType,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { Injector } from './injection.js';
import { storeOf } from './store.js';

/** `@nestjs/cqrs`: a command or query is answered by the one class that is decorated for its class. */
const MODULE = '@nestjs/cqrs';

/** `@CommandHandler(MakeSail)`: the handler of a class of messages. */
const handlerOf = (realm: Realm, name: string): ObjectValue =>
  realm.fn(name, (given) =>
    given.fn(name, (call) => {
      const [message] = given.args;
      const [cls] = call.args;
      if (message?.kind === 'object' && cls?.kind === 'object') storeOf(call).messageHandlers.set(message, cls);
    }),
  );

interface Bus {
  readonly injector: Injector;
}
const busType: HostType<Bus> = defineHostType<Bus>({
  name: 'nest.bus',
  inert: true,
  methods: { execute: (call, emit) => execute(call, emit), register: () => undefined },
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a bus`, { module: MODULE, path: `bus.${key}` })),
});

/** Runs the handler, as the bus does; what nobody handles gives what nobody knows. */
const execute: Transfer = (call) => {
  const bus = call.data(call.receiver, busType);
  const message = call.args[0];
  const cls = message?.kind === 'object' ? call.get(message, 'constructor') : null;
  const handler = cls?.kind === 'object' ? storeOf(call).messageHandlers.get(cls) : undefined;
  if (!bus || !handler) return call.promise?.(call.unknown('what a handler gives', { module: MODULE, path: 'bus.execute()' }));
  const instance = bus.injector.resolve(call, handler);
  return call.invoke(call.get(instance, 'execute'), [message!], instance);
};

/** What is injected for `CommandBus` and `QueryBus`; null for another token. */
export function busFor(call: Call, token: Value, injector: Injector): Value | null {
  return token.kind === 'object' && storeOf(call).buses.has(token) ? call.host(busType, { injector }) : null;
}

export const cqrsModule: ModuleModel = (realm) => {
  const bus = (name: string): ObjectValue => {
    const cls = realm.fn(name, (call) => call.unknown(`a ${name}`, { module: MODULE, path: `new ${name}()` }));
    storeOf(realm).buses.add(cls);
    return cls;
  };
  return openModule(realm, MODULE, {
    CommandBus: bus('CommandBus'),
    QueryBus: bus('QueryBus'),
    CommandHandler: handlerOf(realm, 'CommandHandler'),
    QueryHandler: handlerOf(realm, 'QueryHandler'),
  });
};
