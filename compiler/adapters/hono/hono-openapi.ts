import {
  defineHostType,
  functions,
  meaningOf,
  openModule,
  type Call,
  type HostType,
  type Meaning,
  type ModuleModel,
  type StatedContract,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { statedBy } from './stated.js';

const MODULE = 'hono-openapi';
/** Until 1.0 each library of schemas had an entry of its own. */
const LIBRARIES = ['zod', 'valibot', 'typebox', 'arktype', 'effect'] as const;

/** What its validators are called by in provenances, and whose error their hooks are given. */
export const HONO_OPENAPI_VALIDATORS: Readonly<Record<string, string>> = Object.fromEntries(
  [MODULE, ...LIBRARIES.map((library) => `${MODULE}/${library}`)].map((module) => [module, 'validator()']),
);

/** `resolver(schema)`: what describes the schema where an OpenAPI description wants one. */
const resolverType: HostType<{ readonly meaning: Meaning }> = defineHostType<{ readonly meaning: Meaning }>({
  name: 'resolver',
  module: MODULE,
  inert: true,
  methods: {},
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a resolver`)),
});

const resolver =
  (module: string): Transfer =>
  (call) => {
    const meaning = call.args[0] && meaningOf(call.args[0]);
    return meaning
      ? call.host(resolverType, { meaning })
      : call.unknown('a schema that nobody can read', { module, path: 'resolver()', args: call.args });
  };

/** Where a handler keeps what `describeResponse` says of it. */
const RESPONSES = '#responses';

/** `describeResponse(handler, responses)` gives the handler back. */
const describeResponse: Transfer = (call) => {
  const [handler, responses] = call.args;
  if (handler?.kind === 'object' && responses) call.set(handler, RESPONSES, responses);
  return handler ?? call.const(undefined);
};

/** What handlers and middlewares of a route say of its answers: documentation, to which nothing holds them. */
export function describedBy(call: Call, items: readonly Value[]): StatedContract | undefined {
  const answers = items.flatMap((item) => {
    const own = item.kind === 'object' ? call.get(item, RESPONSES) : undefined;
    const [spec] = (item.kind === 'unknown' && item.provenance?.path === 'describeRoute()' && item.provenance.args) || [];
    const described = own?.kind === 'object' ? call.record({ responses: own }) : spec;
    const isDescribed = own?.kind === 'object' || (item.kind === 'unknown' && item.provenance?.module === MODULE);
    return (isDescribed && described?.kind === 'object' && statedBy(call, described, true)?.answers) || [];
  });
  return answers.length > 0 ? { refinements: [], answers } : undefined;
}

/** Handlers that describe an application read it, and serve nothing of it. */
const description =
  (name: string): Transfer =>
  (call) =>
    call.unknown('a description of the API', { module: MODULE, path: `${name}()` });

const root: ModuleModel = (realm) =>
  openModule(
    realm,
    MODULE,
    functions(realm, {
      openAPIRouteHandler: description('openAPIRouteHandler'),
      openAPISpecs: description('openAPISpecs'),
      generateSpecs: description('generateSpecs'),
      resolver: resolver(MODULE),
      describeResponse,
    }),
  );

/** `hono-openapi`, and its entries for libraries of schemas. Their validators stay Unknown with their provenance. */
export const honoOpenApiModules: Readonly<Record<string, ModuleModel>> = {
  [MODULE]: root,
  ...Object.fromEntries(
    LIBRARIES.map((library): [string, ModuleModel] => {
      const module = `${MODULE}/${library}`;
      return [module, (realm) => openModule(realm, module, functions(realm, { resolver: resolver(module) }))];
    }),
  ),
};
