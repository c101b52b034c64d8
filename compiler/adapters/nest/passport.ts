import { openModule, type Call, type ModuleModel, type Transfer, type Unknown, type Value } from '@tool/scanner-sdk';
import type { Injector } from './injection.js';
import { storeOf } from './store.js';

/** `@nestjs/passport`: a guard that names no strategy takes the one of the module's options. */
const MODULE = '@nestjs/passport';

const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);

/** The module as the program imports it; its options are kept as the provider that gives them. */
function options(call: Call, provider: Value): Value {
  storeOf(call).passportOptions.push(provider);
  return call.record({ module: call.receiver, providers: call.list([provider]) });
}

const TOKEN = 'AuthModuleOptions';
const register: Transfer = (call) => options(call, call.record({ provide: call.const(TOKEN), useValue: call.args[0] ?? call.record({}) }));
const registerAsync: Transfer = (call) => {
  const given = argument(call, 0);
  const taken = ['useFactory', 'inject', 'useValue'].flatMap((name) => { const value = given.kind === 'object' ? call.get(given, name) : call.const(undefined); return call.isUndefined(value) ? [] : [[name, value] as const]; });
  return options(call, call.record({ provide: call.const(TOKEN), ...Object.fromEntries(taken) }));
};

export const passportModule: ModuleModel = (realm) => openModule(realm, MODULE, {
  PassportModule: realm.fn('PassportModule', () => undefined, { register: realm.fn('register', register), registerAsync: realm.fn('registerAsync', registerAsync) }),
});

/** `AuthGuard()` as the guard of the strategy that all modules agree on; where they do not, only the framework's injection knows. */
export function withDefaultStrategy(call: Call, injector: Injector, base: Unknown): Unknown {
  const { module, path, args } = base.provenance!;
  if (module !== MODULE || !/\bAuthGuard\(\)/.test(path) || (args?.[0] && !call.isUndefined(args[0]))) return base;
  const strategies = storeOf(call).passportOptions.map((provider) => { const given = injector.make(call, provider); return given.kind === 'object' ? call.get(given, 'defaultStrategy') : call.const(undefined); });
  const texts = new Set(strategies.map((strategy) => JSON.stringify(call.json(strategy) ?? null)));
  return texts.size === 1 && !call.isUndefined(strategies[0]!) ? { ...base, provenance: { ...base.provenance!, args: [strategies[0]!] } } : base;
}
