import { openModule, type Call, type ModuleModel, type ObjectValue, type Transfer, type Value } from '@tool/scanner-sdk';
import { describedBy } from '../decorators.js';
import { nestDiagnostics } from '../diagnostics.js';
import { exception } from '../exceptions.js';
import { parameterRules, remember, stateRule, type ParameterRule } from '../parameters.js';
import { argument } from '../paths.js';
import { storeOf } from '../store.js';

const isRoute = (call: Call, value: Value): boolean => value.kind === 'object' && call.text(call.get(value, 'method')) !== null;

/** What `@TsRestRequest()` marks. */
const PARTS: ParameterRule = { kind: 'other', name: null, pipes: [] };

/** What the contract refuses is thrown, as the package does it: what is wrong with each part, before it with the first one. */
const throwing =
  (isParts: boolean): Transfer =>
  (call) => {
    const [error] = call.args;
    const of = (name: string): Value => (error?.kind === 'object' ? call.get(error, name) : call.const(null));
    const body = { paramsResult: of('pathParams'), headersResult: of('headers'), queryResult: of('query'), bodyResult: of('body') };
    const first = Object.values(body).find((each) => call.constant(each) !== null);
    call.mayThrow?.(exception(call, 'BadRequestException', isParts && first ? first : call.record(body)));
  };

/** A method that serves a route of the contract: what the program's own gives answers, or (`key`) has a function that does. */
function served(call: Call, original: Value, route: Value, name: string, key: string | null, isParts: boolean): ObjectValue {
  const rules = parameterRules(original);
  const declared = call.declaredParameters?.(original) ?? [];
  const count = Math.max(declared.length, ...[...rules.keys()].map((index) => index + 1));
  const parts = [...rules].find(([, rule]) => rule === PARTS)?.[0];
  const fn = call.fn(name, (inner) => {
    const handler = inner.fn(name, (at) => {
      const args = inner.args.slice(0, count).map((arg, index) => (index === parts ? argument(at, 0) : arg));
      const made = at.awaited(at.invoke(original, args, inner.receiver));
      if (isParts) return made;
      const one = key === null ? made : made.kind === 'object' ? at.get(made, key) : made;
      return at.invoke(one, at.args, made);
    });
    const options = inner.record({ requestValidationErrorHandler: inner.fn('refuse', throwing(isParts)) });
    const serve = inner.invoke(inner.get(inner.module!('@ts-rest/core'), '#serve'), [route, handler, options]);
    return inner.invoke(serve, inner.args.slice(count, count + 2));
  });
  for (const [index, rule] of rules) stateRule(fn, index, { declared: declared[index], ...rule });
  stateRule(fn, count, { ...PARTS, kind: 'request' });
  stateRule(fn, count + 1, { ...PARTS, kind: 'response' });
  storeOf(call).originals.set(fn, original);
  return fn;
}

/** `@TsRestHandler(contract)`: a method for each route; `@TsRestHandler(route)` and `@TsRest(route)`: the method itself. */
const handles =
  (isParts: boolean): Transfer =>
  (given) =>
    given.fn('TsRest', (call, emit) => {
      const [contract, prototype, key] = [argument(given, 0), argument(call, 0), call.text(argument(call, 1))];
      const descriptor = argument(call, 2);
      if (key === null || prototype.kind !== 'object' || descriptor.kind !== 'object') return;
      const original = describedBy(call);
      const add = (route: Value, name: string, own: string | null): void => {
        const fn = served(call, original, route, name, own, isParts);
        const store = storeOf(call);
        store.define(fn, 'path', call.get(route, 'path'));
        store.define(fn, 'method', call.get(route, 'method'));
        if (own === null) call.set(descriptor, 'value', fn);
        else call.set(prototype, name, fn);
        store.addMember(prototype, name, { call, emit });
      };
      if (isRoute(call, contract)) add(contract, key, null);
      else if (contract.kind !== 'object')
        emit.report(nestDiagnostics, 'generated-routes', {
          decorator: isParts ? 'TsRest' : 'TsRestHandler',
          module: '@ts-rest/nest',
          name: call.describe(call.get(prototype, 'constructor')),
        });
      else for (const [name, route] of call.knownEntries?.(contract) ?? []) if (isRoute(call, route)) add(route, `${key}_${name}`, name);
    });

const same: Transfer = (call) => argument(call, 0);

export const tsRestModule: ModuleModel = (realm) =>
  openModule(realm, '@ts-rest/nest', {
    TsRestHandler: realm.fn('TsRestHandler', handles(false)),
    ...Object.fromEntries(['TsRest', 'Api'].map((name) => [name, realm.fn(name, handles(true))])),
    ...Object.fromEntries(
      ['TsRestRequest', 'ApiDecorator'].map((name) => [
        name,
        realm.fn(name, (given) =>
          given.fn(name, (call) => {
            remember(call, PARTS);
          }),
        ),
      ]),
    ),
    tsRestHandler: realm.fn('tsRestHandler', (call) => argument(call, 1)),
    nestControllerContract: realm.fn('nestControllerContract', same),
    initNestServer: realm.fn('initNestServer', (call) => call.record({ route: argument(call, 0) })),
    TsRestException: realm.fn('TsRestException', (call) => {
      const response = argument(call, 1);
      const of = (name: string): Value => (response.kind === 'object' ? call.get(response, name) : call.const(undefined));
      return call.construct(call.get(call.module!('@nestjs/common'), 'HttpException'), [of('body'), of('status')]);
    }),
  });
