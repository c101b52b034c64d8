import { ANY, type Json, type Shape, type ShapeProperty } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  enumShape,
  limit,
  objectShape,
  orNull,
  patternSource,
  settledShape,
  unionShape,
  type Call,
  type DraftShape,
  type HostType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';
import { typed } from '../support/errors.js';

const ERRORS: Shape = {
  kind: 'array',
  minItems: 1,
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'type', shape: { kind: 'string' }, required: true },
      { name: 'message', shape: { kind: 'string' }, required: true },
      { name: 'field', shape: { kind: 'string' } },
      { name: 'expected', shape: ANY },
      { name: 'actual', shape: ANY },
    ],
  },
};

/** What the program gives the validator: settings of whole types. */
interface Settings {
  readonly defaults: Value | null;
}

/** What one rule states: its own settings, then those of its type. */
interface Rule {
  readonly type: string | null;
  readonly get: (key: string) => Value;
}

/** `string|min:3|optional`, with `[]` behind the type for a list. */
function shorthand(call: Call, text: string): Value {
  const [type = '', ...settings] = text.split('|').map((part) => part.trim());
  const entries = settings.map((setting): [string, Value] => {
    const at = setting.indexOf(':');
    if (at < 0) return setting.startsWith('no-') ? [setting.slice(3), call.const(false)] : [setting, call.const(true)];
    const value = setting.slice(at + 1).trim();
    const number = Number(value);
    return [
      setting.slice(0, at).trim(),
      call.const(value === 'true' || value === 'false' ? value === 'true' : value !== '' && !Number.isNaN(number) ? number : value),
    ];
  });
  const list = type.endsWith('[]');
  return call.record({
    type: call.const(list ? 'array' : type),
    ...(list && { items: call.const(type.slice(0, -2)) }),
    ...Object.fromEntries(entries),
  });
}

/** A rule is a text, a list of alternatives, or a record. */
function ruleOf(call: Call, given: Value, settings: Settings): Rule | null {
  const text = call.text(given);
  const value = text === null ? given : shorthand(call, text);
  if (value.kind !== 'object') return null;
  const elements = call.elements(value);
  if (elements) return { type: 'multi', get: (key) => (key === 'rules' ? value : call.const(undefined)) };
  const nested = call.get(value, '$$type');
  if (!call.isUndefined(nested)) {
    // The members of the object stand beside its own rule.
    const own = ruleOf(call, nested, settings);
    const members = call.record(Object.fromEntries((knownEntries(call, value) ?? []).filter(([name]) => !name.startsWith('$$'))));
    return (
      own && { type: own.type, get: (key) => (key === 'props' ? members : key === 'strict' ? call.get(value, '$$strict') : own.get(key)) }
    );
  }
  const type = call.text(call.get(value, 'type'));
  const standard = type !== null && settings.defaults?.kind === 'object' ? call.get(settings.defaults, type) : null;
  return {
    type,
    get: (key) => {
      const own = call.get(value, key);
      return call.isUndefined(own) && standard?.kind === 'object' ? call.get(standard, key) : own;
    },
  };
}

const PATTERNS: Readonly<Record<string, string>> = {
  numeric: '^-?[0-9]\\d*(\\.\\d+)?$',
  alpha: '^[a-zA-Z]+$',
  alphanum: '^[a-zA-Z0-9]+$',
  alphadash: '^[a-zA-Z0-9_-]+$',
  hex: '^[0-9a-fA-F]+$',
};

/** What a rule accepts, and whether it refuses a value that is not there. */
function meaningOfRule(call: Call, given: Value, settings: Settings): { readonly shape: DraftShape; readonly required: boolean } {
  const rule = ruleOf(call, given, settings);
  if (!rule) return { shape: ANY, required: false };
  const flag = (key: string): boolean | null => {
    const value = rule.get(key);
    return call.isUndefined(value) ? false : call.truthy(value);
  };
  const standard = rule.get('default');
  if (rule.type === 'multi') {
    const meanings = (call.elements(rule.get('rules')) ?? []).map((each) => meaningOfRule(call, each, settings));
    return {
      shape: unionShape(meanings.map((each) => each.shape)),
      required: meanings.length > 0 && meanings.every((each) => each.required) && flag('optional') === false,
    };
  }
  const shape = shapeOfRule(call, rule, settings);
  const json = call.json(standard);
  const made: DraftShape = { ...shape, ...(json !== undefined && json !== null && { default: json }) };
  return {
    shape: flag('nullable') === true ? orNull(made) : made,
    required: rule.type !== null && rule.type !== 'forbidden' && flag('optional') === false && call.isUndefined(standard),
  };
}

function shapeOfRule(call: Call, rule: Rule, settings: Settings): DraftShape {
  const number = (key: string): number | undefined => {
    const value = call.constant(rule.get(key));
    return typeof value === 'number' ? value : undefined;
  };
  const is = (key: string): boolean => call.constant(rule.get(key)) === true;
  const values = (key: string): readonly Json[] | null => {
    const list = rule.get(key);
    const found = (call.elements(list) ?? []).map((each) => call.json(each));
    return found.length > 0 && !call.isOpen(list) && found.every((each): each is Json => each !== undefined) ? found : null;
  };
  const text = (shape: Shape): DraftShape => {
    const pattern = patternSource(call.pattern(rule.get('pattern'))) ?? Object.entries(PATTERNS).find(([name]) => is(name))?.[1];
    const length = number('length');
    const minLength = length ?? number('min') ?? (call.constant(rule.get('empty')) === false ? 1 : undefined);
    return limit({ ...shape, ...(pattern !== undefined && { pattern }) }, { minLength, maxLength: length ?? number('max') });
  };
  switch (rule.type) {
    case 'string': {
      const choice = values('enum');
      return choice ? enumShape(choice) : text({ kind: 'string' });
    }
    case 'email':
      return text({ kind: 'string', format: 'email' });
    case 'url':
      return { kind: 'string', format: 'uri' };
    case 'uuid':
      return { kind: 'string', format: 'uuid' };
    case 'objectID':
      return { kind: 'string', pattern: '^[0-9a-fA-F]{24}$' };
    case 'mac':
    case 'luhn':
    case 'currency':
      return { kind: 'string' };
    case 'number': {
      const kind = is('integer') ? 'integer' : 'number';
      const equal = number('equal');
      return equal === undefined
        ? {
            ...limit({ kind }, { minimum: number('min'), maximum: number('max') }),
            ...(is('positive') && { above: 0 }),
            ...(is('negative') && { below: 0 }),
          }
        : enumShape([equal]);
    }
    case 'boolean':
      return { kind: 'boolean' };
    case 'date':
      return { kind: 'string', format: 'date-time' };
    case 'enum': {
      const choice = values('values');
      return choice ? enumShape(choice) : ANY;
    }
    case 'equal': {
      const value = call.json(rule.get('value'));
      return value === undefined || value === null ? ANY : enumShape([value]);
    }
    case 'array': {
      const choice = values('enum');
      const items = rule.get('items');
      const length = number('length');
      return limit(
        {
          kind: 'array',
          ...(choice ? { items: enumShape(choice) } : !call.isUndefined(items) && { items: meaningOfRule(call, items, settings).shape }),
        },
        {
          minItems: length ?? number('min') ?? (call.constant(rule.get('empty')) === false ? 1 : undefined),
          maxItems: length ?? number('max'),
        },
      );
    }
    case 'tuple':
      return { kind: 'array' };
    case 'record':
      return { kind: 'object', open: true };
    case 'object': {
      const members = [rule.get('properties'), rule.get('props')].find((each) => each.kind === 'object');
      return members ? membersShape(call, members, rule.get('strict'), settings) : { kind: 'object', open: true };
    }
    default:
      return ANY;
  }
}

/** Members that no rule names pass, unless the object is strict. */
function membersShape(call: Call, members: Value, strict: Value, settings: Settings): DraftShape {
  const properties = (knownEntries(call, members) ?? [])
    .filter(([name]) => !name.startsWith('$$'))
    .map(([name, rule]): ShapeProperty => {
      const { shape, required } = meaningOfRule(call, rule, settings);
      const place = rule.origin?.span;
      return { name, shape, ...(required && { required }), ...(place && { place }) };
    });
  const closed = call.isUndefined(strict) ? false : (call.truthy(strict) ?? false);
  return objectShape(properties, !closed || call.isOpen(members));
}

/** The whole schema: members of an object, unless it says that it is the rule of the value itself. */
function schemaShape(call: Call, schema: Value, settings: Settings): DraftShape {
  if (schema.kind !== 'object') return ANY;
  if (call.elements(schema) || call.constant(call.get(schema, '$$root')) === true) return meaningOfRule(call, schema, settings).shape;
  return membersShape(call, schema, call.get(schema, '$$strict'), settings);
}

/** What `compile` gives. */
interface Check {
  readonly shape: DraftShape;
  readonly asynchronous: boolean;
}
const verdict = (call: Call, { shape, asynchronous }: Check, value: Value): Value => {
  call.refine?.(value, settledShape(call, shape), 'validator');
  const errors = typed(call, ERRORS, 'the errors of a validation');
  const result =
    call.oneOf?.([call.const(true), errors], 'the value passes the schema') ?? call.unknown('whether the value passes the schema');
  return asynchronous ? promised(call, result) : result;
};
const checkType: HostType<Check> = defineHostType<Check>({
  name: 'check',
  module: 'fastest-validator',
  methods: {},
  call: (call) => verdict(call, call.data(call.receiver, checkType) ?? { shape: ANY, asynchronous: false }, argument(call, 0)),
});

const settingsOf = (call: Call): Settings => call.data(call.receiver, validatorType) ?? { defaults: null };
const compiled = (call: Call, schema: Value): Check => ({
  shape: schemaShape(call, schema, settingsOf(call)),
  asynchronous: schema.kind === 'object' && call.constant(call.get(schema, '$$async')) === true,
});

const validatorType: HostType<Settings> = defineHostType<Settings>({
  name: 'Validator',
  module: 'fastest-validator',
  inert: true,
  methods: {
    compile: (call) => call.host(checkType, compiled(call, argument(call, 0))),
    validate: (call) => verdict(call, compiled(call, argument(call, 1)), argument(call, 0)),
    add: () => undefined,
    alias: () => undefined,
    plugin: () => undefined,
    addMessage: () => undefined,
    addCustomFunction: () => undefined,
  },
});

const construct: Transfer = (call) => {
  const options = argument(call, 0);
  const defaults = options.kind === 'object' ? call.get(options, 'defaults') : null;
  return call.host(validatorType, { defaults: defaults?.kind === 'object' ? defaults : null });
};

export const fastestValidatorLibrary = defineLibrary({
  modules: {
    'fastest-validator': (realm) => {
      const own = { prototype: realm.prototype(validatorType) };
      const validator = realm.fn('Validator', construct, own);
      return realm.fn('Validator', construct, { ...own, default: validator, Validator: validator });
    },
  },
});
