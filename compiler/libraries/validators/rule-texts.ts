import { ANY, type Json, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  enumShape,
  limit,
  objectShape,
  patternSource,
  settledShape,
  type Call,
  type DraftShape,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised, unmodelled } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';

/** What is said of one member by its rules, and of what is inside of it by rules with longer names: `address.city`, `items.*.id`. */
interface Member {
  rules: readonly (readonly [name: string, args: readonly string[]])[];
  readonly inside: Map<string, Member>;
}
const newMember = (): Member => ({ rules: [], inside: new Map() });

/** `required|min:3`, `['required', 'in:a,b', ['regex', '…']]`. */
function rulesOf(call: Call, given: Value): Member['rules'] {
  const whole = call.text(given);
  if (whole !== null) return whole.split('|').map((each) => ruleOf(each.trim()));
  return (call.elements(given) ?? []).map((each) => {
    const [name = '', ...args] = (call.elements(each) ?? []).map((part) => call.text(part) ?? '');
    return name ? [plain(name), args] : ruleOf(call.text(each) ?? '');
  });
}
function ruleOf(text: string): Member['rules'][number] {
  const at = text.indexOf(':');
  const name = plain(at < 0 ? text : text.slice(0, at));
  const rest = at < 0 ? '' : text.slice(at + 1);
  return [name, rest === '' ? [] : name === 'regex' ? [rest] : rest.split(',')];
}
/** `alpha_num` and `alphaNum` are one. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Rules by the names of members, those of nested records included. */
function collect(call: Call, given: Value, at: Member): void {
  for (const [path, value] of given.kind === 'object' ? (knownEntries(call, given) ?? []) : []) {
    let member = at;
    for (const name of path.split('.')) {
      if (!member.inside.has(name)) member.inside.set(name, newMember());
      member = member.inside.get(name)!;
    }
    if (value.kind === 'object' && !call.elements(value)) collect(call, value, member);
    else member.rules = rulesOf(call, value);
  }
}

const text = (format?: string): Shape => ({ kind: 'string', ...(format && { format }) });
const KINDS: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(['string', 'alpha', 'alphanum', 'alphanumeric', 'alphadash'].map((name) => [name, text()])),
  ...Object.fromEntries(['email', 'date', 'ip', 'ipv4', 'ipv6'].map((name) => [name, text(name)])),
  url: text('uri'),
  numeric: { kind: 'number' },
  decimal: { kind: 'number' },
  integer: { kind: 'integer' },
  boolean: { kind: 'boolean' },
  array: { kind: 'array' },
  object: { kind: 'object', open: true },
};

function ownShape(rules: Member['rules']): DraftShape {
  let shape = rules.reduce<DraftShape>((all, [name]) => ({ ...all, ...KINDS[name] }), ANY);
  const isNumber = /^(?:number|integer)$/.test(shape.kind);
  for (const [name, args] of rules) {
    const [first] = args;
    const [least, most] = args.map(Number);
    // Of what is no number its length is meant.
    const bounded = (min: number | undefined, max: number | undefined): DraftShape =>
      isNumber
        ? limit(shape, { minimum: min, maximum: max })
        : shape.kind === 'array'
          ? limit(shape, { minItems: min, maxItems: max })
          : limit(shape.kind === 'any' ? { kind: 'string' } : shape, { minLength: min, maxLength: max });
    if (first === undefined || shape.kind === 'boolean' || shape.kind === 'object') continue;
    if (name === 'in') {
      shape = enumShape(args.map((each): Json => (isNumber ? Number(each) : each.trim())));
    } else if (name === 'regex') {
      const [, source, flags] = /^\/(.*)\/([a-z]*)$/.exec(first) ?? [];
      const pattern = source === undefined ? undefined : patternSource({ source, flags: flags ?? '' });
      if (pattern !== undefined && !isNumber) shape = { ...(shape.kind === 'any' ? { kind: 'string' } : shape), pattern };
    } else if (/^min(?:length)?$/.test(name)) shape = bounded(least, undefined);
    else if (/^max(?:length)?$/.test(name)) shape = bounded(undefined, least);
    else if (/between$/.test(name)) shape = bounded(least, most);
  }
  return shape;
}

const isRequired = ({ rules, inside }: Member): boolean =>
  rules.some(([name]) => name === 'required' || name === 'present') ||
  [...inside].some(([name, member]) => name !== '*' && isRequired(member));

function shapeOf(member: Member): DraftShape {
  const each = member.inside.get('*');
  if (each) return { ...ownShape(member.rules), kind: 'array', items: shapeOf(each) as Shape };
  if (member.inside.size === 0) return ownShape(member.rules);
  return objectShape(
    [...member.inside].map(([name, inner]) => ({
      name,
      shape: shapeOf(inner) as Shape,
      ...(isRequired(inner) && { required: true }),
    })),
    true,
  );
}

/** `new Validator(data, rules)`. `later`: what it says it promises. */
interface Validation {
  readonly data: Value;
  readonly shape: DraftShape;
  readonly later: boolean;
}

/** Whether the data passes, or whether it does not. */
const verdict =
  (says: boolean): Transfer =>
  (call, emit) => {
    const validation = call.data(call.receiver, validationType);
    if (!validation) return undefined;
    call.refine?.(validation.data, settledShape(call, validation.shape), 'validator');
    const result =
      call.oneOf?.([call.const(says), call.const(!says)], 'the data passes the rules') ?? call.unknown('whether the data passes the rules');
    // Functions are called where it is so, and where it is not.
    const told = call.args.filter((each) => call.isFunction(each));
    if (told.length === 0) return validation.later ? promised(call, result) : result;
    emit.branch(result, (alternative) => {
      const fn = call.constant(alternative) === true ? told[0] : told[1];
      if (fn) call.invoke(fn, []);
    });
    return undefined;
  };

const validationType: HostType<Validation> = defineHostType<Validation>({
  name: 'Validator',
  inert: true,
  methods: {
    passes: verdict(true),
    check: verdict(true),
    validate: verdict(true),
    checkAsync: verdict(true),
    fails: verdict(false),
  },
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a validation`)),
});

const validators =
  (module: string, later: boolean): ModuleModel =>
  (realm) => {
    const construct: Transfer = (call) => {
      const rules = newMember();
      collect(call, argument(call, 1), rules);
      if (rules.inside.size === 0) return unmodelled(call, module, 'new Validator');
      return call.host(validationType, { data: argument(call, 0), shape: shapeOf(rules), later });
    };
    const settings = ['register', 'registerAsync', 'registerImplicit', 'useLang', 'setMessages', 'extend', 'setLang'];
    const own = {
      prototype: realm.prototype(validationType),
      ...Object.fromEntries(settings.map((name) => [name, realm.fn(name, () => undefined)])),
    };
    const validator = realm.fn('Validator', construct, own);
    return realm.fn('Validator', construct, { ...own, default: validator, Validator: validator });
  };

/** validatorjs and node-input-validator: rules of members as texts. */
export const ruleTextsLibrary = defineLibrary({
  modules: Object.fromEntries([
    ['validatorjs', validators('validatorjs', false)],
    ['node-input-validator', validators('node-input-validator', true)],
  ]),
});
