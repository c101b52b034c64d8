import {
  defineHostType,
  functions,
  openModule,
  type Call,
  type Emit,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { bindingsOf } from './bindings.js';

/** Answers requests with what it finds in an argument. */
type ServeArgument = (call: Call, emit: Emit, value: Value) => void;

/** `Bun.env.PORT`: the variables of the process. */
const environmentType = defineHostType<null>({
  name: 'environment',
  inert: true,
  methods: {},
  missing: (call, key) => (key === 'then' ? undefined : call.environment?.(key)),
});

const variable: Transfer = (call) => {
  const name = call.args[0] ? call.text(call.args[0]) : null;
  return name === null ? call.unknown('a variable of the environment') : call.environment?.(name);
};

const server =
  (module: string, serveArgument: ServeArgument): Transfer =>
  (call, emit) => {
    for (const argument of call.args) serveArgument(call, emit, argument);
    return call.unknown(`what serve of ${module} makes`, { module, path: 'serve()' });
  };

/** `Bun.serve({ fetch })` and `Deno.serve(options, handler)`: the evaluator gives the globals of other runtimes as these modules. */
export const runtimeModules = (serveArgument: ServeArgument): Readonly<Record<string, ModuleModel>> => ({
  bun: (realm) =>
    openModule(realm, 'bun', { ...functions(realm, { serve: server('bun', serveArgument) }), env: realm.host(environmentType, null) }),
  deno: (realm) =>
    openModule(realm, 'deno', {
      ...functions(realm, { serve: server('deno', serveArgument) }),
      env: realm.record(functions(realm, { get: variable })),
    }),
});

/** Where a program runs, by what its starting file says and by the files of the platform beside it; null where nothing does. */
function runtimeOf(realm: Realm): string | null {
  const { project } = realm;
  const text = (project?.mainFile !== undefined && project.readText(project.mainFile)) || '';
  if (/\bDeno\.serve\b/.test(text)) return 'deno';
  if (/\bBun\.serve\b|^#!.*\bbun\b/.test(text)) return 'bun';
  if (/['"]@hono\/node-server['"]|['"](?:node:)?https?['"]/.test(text)) return 'node';
  if (/\bcloudflare\b/i.test(text) || ['jsonc', 'json', 'toml'].some((ending) => project?.exists(`wrangler.${ending}`) === 'file'))
    return 'workerd';
  return null;
}

/** `getRuntimeKey()` of `hono/adapter`, and `env(context)`, which is what the platform gives. */
export const adapterModule: ModuleModel = (realm) =>
  openModule(realm, 'hono/adapter', {
    getRuntimeKey: realm.fn('getRuntimeKey', (call) => {
      const key = runtimeOf(call);
      return key === null ? call.unknown('the runtime that the program is started in') : call.const(key);
    }),
    env: realm.fn('env', bindingsOf),
  });
