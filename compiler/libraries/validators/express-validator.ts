import {
  defineHostType,
  defineLibrary,
  functions,
  openFunction,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { typed } from '../support/errors.js';
import { argument, promised, unmodelled, majorOf } from '../support/fallback.js';
import {
  EVERYWHERE,
  chainOf,
  check,
  checkSchema,
  locationsOf,
  makeChain,
  resultOf,
  type Chain,
  type Location,
} from './express-validator-chains.js';
import { checkedFields, noteChecked } from './express-validator-matched.js';
import { onRequests } from './express-validator-methods.js';

const starting =
  (...locations: readonly Location[]): Transfer =>
  (call) =>
    makeChain(call, locations, argument(call, 0), argument(call, 1));
const chainsIn = (call: Call, given: Value): readonly Chain[] =>
  call.elements(given)?.flatMap((each) => chainsIn(call, each)) ?? [chainOf(call, given)].filter((each) => each !== null);
/** One of several groups holds: which, only run time knows. None of their fields has to be there. */
function checkAny(call: Call): void {
  const request = argument(call, 0);
  const chains = call.data(call.receiver, eitherType) ?? [];
  noteChecked(call, request);
  for (const chain of chains) {
    const isAlone = chains.every((other) => other === chain || String(other.fields) !== String(chain.fields));
    check(call, { ...chain, conditional: true, shape: isAlone ? chain.shape : { kind: 'any' } }, request);
  }
}
const eitherType: HostType<readonly Chain[]> = defineHostType<readonly Chain[]>({
  name: 'oneOf',
  module: 'express-validator',
  methods: {
    run: (call) => {
      checkAny(call);
      return promised(call, resultOf(call, null));
    },
  },
  call: (call) => {
    checkAny(call);
    const next = argument(call, 2);
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
  },
});

const validationResult: Transfer = (call) => resultOf(call, { request: argument(call, 0), onRequest: false, format: null });

const members = (realm: Realm): Record<string, Value> => ({
  ...functions(realm, {
    body: starting('body'),
    query: starting('query'),
    param: starting('params'),
    header: starting('headers'),
    cookie: starting('cookies'),
    check: starting(...EVERYWHERE),
    checkSchema,
    oneOf: (call) => call.host(eitherType, chainsIn(call, argument(call, 0)), { name: call.const('oneOf') }),
    buildCheckFunction: (call) => {
      const locations = locationsOf(call, argument(call, 0));
      return call.fn('check', starting(...(locations.length > 0 ? locations : EVERYWHERE)));
    },
    checkExact: (call) => {
      const given = argument(call, 0);
      return call.list([
        ...(call.elements(given) ?? (call.isUndefined(given) ? [] : [given])),
        call.host(eitherType, [], { name: call.const('checkExact') }),
      ]);
    },
    matchedData: (call) => {
      const [request, options] = [argument(call, 0), argument(call, 1)];
      const listed = options.kind === 'object' ? locationsOf(call, call.get(options, 'locations')) : [];
      return (
        checkedFields(call, request, listed.length > 0 ? listed : EVERYWHERE) ??
        typed(call, { kind: 'object', open: true }, 'the data that passed the validators')
      );
    },
    // Chains of the older `express-validator/filter`.
    sanitize: starting(...EVERYWHERE),
    sanitizeBody: starting('body'),
    sanitizeQuery: starting('query'),
    sanitizeParam: starting('params'),
    sanitizeCookie: starting('cookies'),
  }),
  validationResult: realm.fn('validationResult', validationResult, {
    withDefaults: realm.fn('withDefaults', (call) =>
      call.fn('validationResult', (inner) => {
        const options = argument(call, 0);
        const format = options.kind === 'object' ? inner.get(options, 'formatter') : inner.const(undefined);
        return resultOf(inner, { request: argument(inner, 0), onRequest: false, format: inner.isFunction(format) ? format : null });
      }),
    ),
  }),
});

const model =
  (name: string): ModuleModel =>
  (realm) =>
    openModule(realm, name, { ...members(realm), ExpressValidator: realm.fn('ExpressValidator', (call) => call.record(members(call))) });

/** Until version 5 the module is a function, whose middleware gives each request methods of its own. */
const module: ModuleModel = (realm) =>
  openFunction(
    realm,
    'express-validator',
    (call) =>
      (majorOf(call, 'express-validator') ?? 0) < 6 ? onRequests(call) : unmodelled(call, 'express-validator', 'expressValidator'),
    { ...members(realm), ExpressValidator: realm.fn('ExpressValidator', (call) => call.record(members(call))) },
  );

export const expressValidatorLibrary = defineLibrary({
  modules: {
    'express-validator': module,
    ...Object.fromEntries(['express-validator/check', 'express-validator/filter'].map((name) => [name, model(name)])),
  },
});
