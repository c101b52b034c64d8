import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { promised } from '../support/fallback.js';
import { type Model, newDocument, newQuery, schemaOf } from './mongoose-document.js';
import { NAMES_USERS, nameOfUsers } from './mongoose-schema.js';

const somebody = (call: Call, model: Model): Value => newDocument(call, model, newQuery(model, 'one'));
const tell = (call: Call, user: Value): void => {
  const done = call.args.at(-1);
  if (done && call.isFunction(done)) call.invoke(done, [call.const(null), user]);
};
/** `(name, password, done)`: gives the user to whoever waits for it, or `false`. */
const authenticator = (call: Call, model: Model): Value =>
  call.fn('authenticate', (inner) => {
    inner.either?.(inner.unknown('the name and the password are right'), (areRight) =>
      tell(inner, areRight ? somebody(inner, model) : inner.const(false)),
    );
  });

/** Static methods that passport-local-mongoose puts on a model; null for others, and where it is not plugged in. */
export function loginStatic(call: Call, model: Model, name: string): Transfer | null {
  const plugged = schemaOf(call, model)?.plugins;
  if (!plugged?.has(NAMES_USERS)) return null;
  const statics: Readonly<Record<string, Transfer>> = {
    authenticate: (inner) => authenticator(inner, model),
    createStrategy: (inner) => {
      const options = inner.record({ usernameField: inner.const(nameOfUsers(inner, plugged.get(NAMES_USERS))) });
      return inner.unknown('a strategy', { module: 'passport-local', path: 'Strategy', args: [options, authenticator(inner, model)] });
    },
    deserializeUser: (inner) => inner.fn('deserializeUser', (each) => tell(each, somebody(each, model))),
    register: (inner) => {
      const [user] = inner.args;
      tell(inner, user!);
      return promised(inner, user!);
    },
  };
  return Object.hasOwn(statics, name) ? statics[name]! : null;
}
