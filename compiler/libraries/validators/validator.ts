import { type Shape } from '@tool/ir';
import {
  defineLibrary,
  openModule,
  settledShape,
  type Call,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, withArguments } from '../support/fallback.js';
import { RULES } from './support/text-rules.js';

/** Functions of one evaluation that others are handed (`validate: isEmail`), by what they want of a text. */
const wanted = new WeakMap<Value, Shape>();

/** What a function of validator.js wants of a text that it is given alone; null for any other value. */
export const wantedText = (value: Value): Shape | null => wanted.get(value) ?? null;

/** What the validator says of a text with these options; null where it says nothing, or speaks of a number that is written as one. */
function textShape(call: Call, name: string, options: readonly Value[]): Shape | null {
  let shape: Shape | null = null;
  withArguments(
    call,
    name,
    (inner) => {
      const said = RULES[name]!(inner);
      if (said) shape = settledShape(inner, said.shape);
    },
    options,
  );
  return (shape as Shape | null)?.kind === 'string' ? shape : null;
}

/** Texts alone are tested: of anything else the library throws, so whether a value is there its caller has to say. */
const test =
  (name: string): Transfer =>
  (call) => {
    const shape = textShape(call, name, call.args.slice(1));
    return (
      (shape && Object.keys(shape).length > 1 ? call.testFor?.(argument(call, 0), shape) : null) ??
      call.typed?.({ kind: 'boolean' }, 'a test of a text')
    );
  };
const isEmpty: Transfer = (call) => call.testFor?.(argument(call, 0), { kind: 'string', minLength: 1 }, { when: true });

/** What they want of a text without options. */
const ALONE: Readonly<Record<string, Shape>> = {
  isEmail: { kind: 'string', format: 'email' },
  isURL: { kind: 'string', format: 'uri' },
  isUUID: { kind: 'string', format: 'uuid' },
  isMongoId: { kind: 'string', pattern: '^[0-9a-fA-F]{24}$' },
};

/** Functions that give another text, by the method of texts that does to it what they do as far as that is told. */
const MADE: Readonly<Record<string, string>> = {
  trim: 'trim',
  ltrim: 'trimStart',
  rtrim: 'trimEnd',
  normalizeEmail: 'toLowerCase',
  ...Object.fromEntries(['escape', 'unescape', 'stripLow', 'whitelist', 'blacklist'].map((name) => [name, 'replace'])),
};
const made =
  (method: string): Transfer =>
  (call) => {
    const text = argument(call, 0);
    return text.kind === 'const' && (typeof text.value !== 'string' || method === 'replace')
      ? call.typed?.({ kind: 'string' }, 'a text')
      : call.invoke(call.get(text, call.args.length > 1 && method.startsWith('trim') ? 'replace' : method), [], text);
  };

const one = (realm: Realm, name: string): Value => {
  const method = Object.hasOwn(MADE, name) ? MADE[name] : undefined;
  const fn = realm.fn(name, method ? made(method) : name === 'isEmpty' ? isEmpty : test(name));
  const alone = Object.hasOwn(ALONE, name) ? ALONE[name] : undefined;
  if (alone) wanted.set(fn, alone);
  return fn;
};

const NAMES = [...Object.keys(RULES).filter((name) => /^(?:is|matches|equals|contains)/.test(name)), 'isEmpty', ...Object.keys(MADE)];
const validator: ModuleModel = (realm) => openModule(realm, 'validator', Object.fromEntries(NAMES.map((name) => [name, one(realm, name)])));

/** `validator` (validator.js): tests of texts, one by one, and what makes other texts of them. */
export const validatorLibrary = defineLibrary({
  modules: {
    validator,
    ...Object.fromEntries(
      NAMES.flatMap((name): [string, ModuleModel][] =>
        ['lib', 'es/lib'].map((folder) => [`validator/${folder}/${name}`, (realm) => one(realm, name)]),
      ),
    ),
  },
});
