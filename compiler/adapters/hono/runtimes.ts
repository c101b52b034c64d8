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

/** Where a program may run, by what its starting file says and by the files of the platforms beside it; nothing where they say nothing. */
function runtimesOf({ project }: Realm): readonly string[] {
  const main = project?.mainFile ?? '';
  const text = project?.readText(main) ?? '';
  const has = (name: string): boolean => [name, main.replace(/[^/]*$/, name)].some((path) => project?.exists(path) === 'file');
  if (/\bDeno\.serve\b/.test(text)) return ['deno'];
  if (/\bBun\.serve\b|^#!.*\bbun\b/.test(text)) return ['bun'];
  if (/['"]@hono\/node-server['"]|['"](?:node:)?https?['"]/.test(text)) return ['node'];
  if (/\bcloudflare\b/i.test(text) || ['jsonc', 'json', 'toml'].some((ending) => has(`wrangler.${ending}`))) return ['workerd'];
  // Deno takes what is exported as well, where somebody has set it up.
  const isOther = /^export default\b/m.test(text) && !has('deno.json') && !has('deno.jsonc');
  return isOther ? ['workerd', 'bun', 'node', 'edge-light', 'fastly', 'other'] : [];
}

/** `getRuntimeKey()` of `hono/adapter`, and `env(context)`, which is what the platform gives. */
export const adapterModule: ModuleModel = (realm) =>
  openModule(realm, 'hono/adapter', {
    getRuntimeKey: realm.fn('getRuntimeKey', (call) => {
      const why = 'the runtime that the program is started in';
      const [key, ...others] = runtimesOf(call).map((each) => call.const(each));
      return !key ? call.unknown(why) : others.length === 0 ? key : (call.oneOf?.([key, ...others], why) ?? call.unknown(why));
    }),
    env: realm.fn('env', bindingsOf),
  });
