import {
  defineHostType,
  defineLibrary,
  functions,
  openModule,
  type Call,
  type HostType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, majorOf } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';
import { refusing } from './support/refusing.js';

/** A middleware that asks schemas of zod about parts of a request. */
interface Guard {
  readonly parts: readonly (readonly [part: string, schema: Value])[];
  /** What the schemas make of the parts takes their place. */
  readonly replaces: boolean;
  readonly refuse: (call: Call, errors: Value) => void;
  /** How an error names the part. */
  readonly called: (part: string) => string;
}

const guardType: HostType<Guard> = defineHostType<Guard>({
  name: 'validate',
  methods: {},
  call: (call) => {
    const guard = call.data(call.receiver, guardType);
    const [request, next] = [argument(call, 0), argument(call, 2)];
    if (!guard) return undefined;
    const { parts } = guard;
    const found = parts.map(([part, schema]) => {
      const check = call.get(schema, 'safeParse');
      return call.awaited(call.invoke(check, [call.get(request, part)], schema));
    });
    const refused = found.flatMap((result, index) =>
      call
        .alternatives(result)
        .filter((each) => call.truthy(call.get(each, 'success')) === false)
        .map((each) =>
          call.record({
            type: call.const(guard.called(parts[index]![0])),
            errors: call.get(each, 'error'),
          }),
        ),
    );
    refusing(
      call,
      () => {
        const error = refused.length === 0 ? null : (call.oneOf?.(refused, 'the part that is refused') ?? refused[0]!);
        guard.refuse(call, error ? (call.uniformList?.(error) ?? call.list([error])) : call.unknown('the errors of a validation'));
      },
      () => {
        parts.forEach(([part], index) => {
          const passed = call.alternatives(found[index]!).find((each) => call.truthy(call.get(each, 'success')) !== false);
          if (guard.replaces && passed) call.set(request, part, call.get(passed, 'data'));
        });
        if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
      },
    );
    return undefined;
  },
});

const sends = (call: Call, errors: Value): void => {
  const response = argument(call, 1);
  const made = call.invoke(call.get(response, 'status'), [call.const(400)], response);
  call.invoke(call.get(made, 'send'), [errors], made);
};

const partsIn = (call: Call, given: Value): Guard['parts'] =>
  (given.kind === 'object' ? (knownEntries(call, given) ?? []) : []).filter(
    ([part, schema]) => ['params', 'query', 'body'].includes(part) && !call.isUndefined(schema),
  );

const capitalized = (part: string): string => part[0]!.toUpperCase() + part.slice(1);

/** `validateRequest({ body: schema })` asks; `processRequest` puts what it gets in the place of what came. */
const zodExpress = (name: string, replaces: boolean, partsOf: (call: Call) => Guard['parts']): Transfer => {
  return (call) => call.host(guardType, { parts: partsOf(call), replaces, refuse: sends, called: capitalized }, { name: call.const(name) });
};

/** Where the module keeps the handler that the program has set for all. */
const HANDLER = '$handler';

/** `validate({ body: { name: z.string() }, handler })`: a record of schemas stands for an object. */
const zodSafe: Transfer = (call) => {
  const given = argument(call, 0);
  const parts = partsIn(call, given).map(([part, schema]): readonly [string, Value] => {
    if (schema.kind !== 'object' || schema.host) return [part, schema];
    const z = call.module?.('zod');
    return [part, z ? call.invoke(call.get(z, 'strictObject'), [schema], z) : schema];
  });
  const own = given.kind === 'object' ? call.get(given, 'handler') : call.const(undefined);
  const refuse = (inner: Call, errors: Value): void => {
    const exported = inner.module?.('express-zod-safe');
    const standard = exported ? inner.get(exported, HANDLER) : inner.const(undefined);
    const handler = [own, standard].find((each) => inner.isFunction(each));
    if (handler) inner.awaited(inner.invoke(handler, [errors, ...inner.args]));
    else {
      const issues = inner.invoke(inner.get(errors, 'map'), [inner.fn('said', listed)], errors);
      sends(inner, issues);
    }
  };
  return call.host(guardType, { parts, replaces: true, refuse, called: (part) => part }, { name: call.const('validate') });
};
/** Until version 3 the whole error is sent. */
const listed: Transfer = (call) => {
  const error = argument(call, 0);
  const major = majorOf(call, 'express-zod-safe') ?? 3;
  return major < 3 ? error : call.record({ type: call.get(error, 'type'), errors: call.get(call.get(error, 'errors'), 'issues') });
};
const setHandler: Transfer = (call) => {
  const exported = call.module?.('express-zod-safe');
  if (exported) call.set(exported, HANDLER, argument(call, 0));
  return undefined;
};

const only =
  (part: string) =>
  (call: Call): Guard['parts'] => [[part, argument(call, 0)]];
const all = (call: Call): Guard['parts'] => partsIn(call, argument(call, 0));

export const zodMiddlewaresLibrary = defineLibrary({
  modules: {
    'zod-express-middleware': (realm) =>
      openModule(
        realm,
        'zod-express-middleware',
        functions(
          realm,
          Object.fromEntries(
            (['validate', 'process'] as const).flatMap((verb) =>
              (
                [
                  ['', all],
                  ['Body', only('body')],
                  ['Query', only('query')],
                  ['Params', only('params')],
                ] as const
              ).map(([suffix, partsOf]): [string, Transfer] => [
                `${verb}Request${suffix}`,
                zodExpress(`${verb}Request${suffix}`, verb === 'process', partsOf),
              ]),
            ),
          ),
        ),
      ),
    'express-zod-safe': (realm) => {
      const validate = realm.fn('validate', zodSafe);
      return openModule(realm, 'express-zod-safe', {
        default: validate,
        setGlobalErrorHandler: realm.fn('setGlobalErrorHandler', setHandler),
        setGlobalOptions: realm.fn('setGlobalOptions', (call) => {
          const options = argument(call, 0);
          const handler = options.kind === 'object' ? call.get(options, 'handler') : call.const(undefined);
          if (call.isFunction(handler)) call.invoke(call.fn('setGlobalErrorHandler', setHandler), [handler]);
          return undefined;
        }),
      });
    },
  },
});
