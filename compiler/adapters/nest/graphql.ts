import { openModule, type Emit, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { nestDiagnostics } from './diagnostics.js';
import { graphqlContext } from './enhancers.js';

/** `@nestjs/graphql`: one URL for all operations, which resolvers answer. It is said, and no endpoint: who may do what is said by each resolver. */
const MODULE = '@nestjs/graphql';

function said(call: Call, emit: Emit, options: Value): Value {
  const path = options.kind === 'object' ? call.get(options, 'path') : call.const(undefined);
  emit.report(nestDiagnostics, 'graphql-module', {
    module: 'GraphQLModule',
    path: call.isUndefined(path) ? '/graphql' : (call.text(path) ?? 'a path that only run time knows'),
  });
  return call.record({ module: call.receiver });
}

const forRoot: Transfer = (call, emit) => said(call, emit, call.args[0] ?? call.const(undefined));

/** What a factory gives is asked for its path where it needs nothing that is injected. */
const forRootAsync: Transfer = (call, emit) => {
  const given = call.args[0] ?? call.const(undefined);
  const factory = given.kind === 'object' ? call.get(given, 'useFactory') : given;
  let options: Value = call.unknown('the options of a module');
  if (call.isFunction(factory) && call.arity(factory) === 0)
    call.attempt('the options of a module', () => {
      options = call.awaited(call.invoke(factory, []));
    });
  return said(call, emit, options);
};

export const graphqlModule: ModuleModel = (realm) =>
  openModule(realm, MODULE, {
    GqlExecutionContext: graphqlContext(realm),
    GraphQLModule: realm.fn('GraphQLModule', () => undefined, {
      forRoot: realm.fn('forRoot', forRoot),
      forRootAsync: realm.fn('forRootAsync', forRootAsync),
    }),
  });
