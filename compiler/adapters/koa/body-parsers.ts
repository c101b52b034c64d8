import { functions, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { seenOf } from './context.js';

/** `await ctx.request.json()`: the body is parsed where it is asked for. */
const parsed =
  (encoding: string | null, isText = false): Transfer =>
  (call) => {
    const seen = seenOf(call);
    const json = call.global?.('JSON');
    if (encoding !== null) seen?.encoding(encoding);
    const body = seen?.incoming('body') ?? call.unknown('a body');
    // Whoever takes the text apart says what it holds.
    const given: Value = isText && json ? call.invoke(call.get(json, 'stringify'), [body]) : body;
    return call.promise?.(given) ?? given;
  };

/** `withBodyParsers(app)` of @koa/body-parsers: requests of the application have parsers from then on. */
export const bodyParsersModule: ModuleModel = (realm) => {
  const extend = realm.fn('withBodyParsers', (call) => {
    const app = call.args[0] ?? call.const(undefined);
    const request = call.get(app, 'request');
    const parsers = functions(realm, {
      json: parsed(null),
      urlencoded: parsed('application/x-www-form-urlencoded'),
      text: parsed(null, true),
    });
    for (const [name, parser] of Object.entries(parsers)) call.set(request, name, parser);
    return app;
  });
  return realm.fn('withBodyParsers', (call) => call.invoke(extend, call.args), { withBodyParsers: extend, default: extend });
};
