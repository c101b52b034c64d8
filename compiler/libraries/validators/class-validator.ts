import { ANY, type Json, type Shape } from '@tool/ir';
import {
  classShape,
  defineLibrary,
  describesMembers,
  enumOf,
  enumShape,
  functions,
  intersectShapes,
  limit,
  mappedTypes,
  memberDecorator,
  openModule,
  patternSource,
  type Call,
  type DraftShape,
  type MemberRules,
  type Realm,
  type Transfer,
  type Value,
  wayOfOptions,
} from '@tool/scanner-sdk';
import { instanceOf } from '../databases/support/table.js';
import { argument, promised, withArguments } from '../support/fallback.js';
import { typed } from '../support/errors.js';

/** What a decorator's arguments say of the value; `options` is where its validation options stand. */
interface Rule {
  readonly options: number;
  readonly shape: (given: Call) => DraftShape;
}

const plainRule = (shape: Shape, options = 0): Rule => ({ options, shape: () => shape });
const number = (given: Call, index: number): number | undefined => {
  const value = given.constant(argument(given, index));
  return typeof value === 'number' ? value : undefined;
};
const TEXT: Shape = { kind: 'string' };

const RULES: Readonly<Record<string, Rule>> = {
  IsString: plainRule(TEXT),
  IsInt: plainRule({ kind: 'integer' }),
  IsNumber: plainRule({ kind: 'number' }, 1),
  IsBoolean: plainRule({ kind: 'boolean' }),
  IsObject: plainRule({ kind: 'object', open: true }),
  IsNotEmptyObject: plainRule({ kind: 'object', open: true }, 1),
  IsDate: plainRule({ kind: 'string', format: 'date-time' }),
  IsInstance: plainRule(ANY, 1),
  IsEmail: plainRule({ kind: 'string', format: 'email' }, 1),
  IsUrl: plainRule({ kind: 'string', format: 'uri' }, 1),
  IsUUID: plainRule({ kind: 'string', format: 'uuid' }, 1),
  IsDateString: plainRule({ kind: 'string', format: 'date-time' }, 1),
  IsISO8601: plainRule({ kind: 'string', format: 'date-time' }, 1),
  IsRFC3339: plainRule({ kind: 'string', format: 'date-time' }),
  IsIP: {
    options: 1,
    shape: (given) => {
      const version = String(given.constant(argument(given, 0)) ?? '');
      return { kind: 'string', format: version === '4' ? 'ipv4' : version === '6' ? 'ipv6' : 'ip' };
    },
  },
  IsMongoId: plainRule({ kind: 'string', pattern: '^[0-9a-fA-F]{24}$' }),
  IsAlpha: { options: 1, shape: (given) => (given.isUndefined(argument(given, 0)) ? { kind: 'string', pattern: '^[A-Za-z]+$' } : TEXT) },
  IsAlphanumeric: {
    options: 1,
    shape: (given) => (given.isUndefined(argument(given, 0)) ? { kind: 'string', pattern: '^[0-9A-Za-z]+$' } : TEXT),
  },
  IsFQDN: plainRule({ kind: 'string', format: 'hostname' }, 1),
  IsJWT: plainRule({ kind: 'string', format: 'jwt' }),
  IsBase64: plainRule({ kind: 'string', format: 'base64' }, 1),
  IsLatitude: plainRule({ kind: 'number', minimum: -90, maximum: 90 }),
  IsLongitude: plainRule({ kind: 'number', minimum: -180, maximum: 180 }),
  IsPositive: plainRule({ kind: 'number', above: 0 } as DraftShape),
  IsNegative: plainRule({ kind: 'number', below: 0 } as DraftShape),
  IsDivisibleBy: plainRule({ kind: 'number' }, 1),
  Min: { options: 1, shape: (given) => limit({ kind: 'number' }, { minimum: number(given, 0) }) },
  Max: { options: 1, shape: (given) => limit({ kind: 'number' }, { maximum: number(given, 0) }) },
  MinLength: { options: 1, shape: (given) => limit(TEXT, { minLength: number(given, 0) }) },
  MaxLength: { options: 1, shape: (given) => limit(TEXT, { maxLength: number(given, 0) }) },
  Length: { options: 2, shape: (given) => limit(TEXT, { minLength: number(given, 0), maxLength: number(given, 1) }) },
  Matches: {
    options: 1,
    shape: (given) => {
      const text = given.text(argument(given, 0));
      const source = patternSource(
        text === null ? given.pattern(argument(given, 0)) : { source: text, flags: given.text(argument(given, 1)) ?? '' },
      );
      return { kind: 'string', ...(source !== undefined && { pattern: source }) };
    },
  },
  IsIn: {
    options: 1,
    shape: (given) => {
      const values = (given.elements(argument(given, 0)) ?? []).map((value) => given.json(value));
      return given.isOpen(argument(given, 0)) || values.length === 0 || !values.every((value) => value !== undefined)
        ? ANY
        : enumShape(values);
    },
  },
  IsEnum: { options: 1, shape: (given) => enumOf(given, argument(given, 0)) ?? ANY },
  Equals: {
    options: 1,
    shape: (given) => {
      const value = given.json(argument(given, 0));
      return value === undefined ? ANY : enumShape([value]);
    },
  },
  IsStrongPassword: {
    options: 1,
    shape: (given) => {
      const options = argument(given, 0);
      const least = options.kind === 'object' ? given.constant(given.get(options, 'minLength')) : undefined;
      return { kind: 'string', minLength: typeof least === 'number' ? least : 8 };
    },
  },
  ...Object.fromEntries(
    [
      'IsNumberString',
      'IsBooleanString',
      'IsJSON',
      'IsPort',
      'IsAscii',
      'IsHexadecimal',
      'IsHexColor',
      'IsLowercase',
      'IsUppercase',
      'IsCreditCard',
      'IsMilitaryTime',
      'IsTimeZone',
      'IsSemVer',
      'IsISO31661Alpha2',
      'IsISO31661Alpha3',
      'IsISO4217CurrencyCode',
      'IsFirebasePushId',
      'IsDataURI',
      'IsMimeType',
      'IsMagnetURI',
      'IsLatLong',
      'IsRgbColor',
      'IsHSL',
      'IsIBAN',
      'IsBIC',
      'IsEAN',
      'IsISIN',
      'IsISRC',
      'IsISBN',
      'IsBtcAddress',
      'IsEthereumAddress',
      'IsBase32',
      'IsBase58',
      'IsMACAddress',
      'IsTaxId',
    ].map((name): [string, Rule] => [name, plainRule(TEXT)]),
  ),
  ...Object.fromEntries(
    [
      'IsPhoneNumber',
      'IsMobilePhone',
      'IsPostalCode',
      'IsCurrency',
      'IsDecimal',
      'Contains',
      'NotContains',
      'IsHash',
      'IsByteLength',
      'IsIdentityCard',
      'IsPassportNumber',
    ].map((name): [string, Rule] => [name, plainRule(TEXT, 1)]),
  ),
};

/** `{each: true}` among the options: the decorator speaks of the elements. */
const each = (given: Call, from: number): boolean =>
  given.args
    .slice(from)
    .some(
      (options) =>
        options.kind === 'object' &&
        !given.isFunction(options) &&
        given.elements(options) === null &&
        given.truthy(given.get(options, 'each')) === true,
    );
/** Options may say that a validator holds in some groups only. */
const inGroups = (given: Call): boolean =>
  given.args.some(
    (options) =>
      options.kind === 'object' &&
      !given.isFunction(options) &&
      given.elements(options) === null &&
      given.pattern(options) === null &&
      (given.elements(given.get(options, 'groups'))?.length ?? 0) > 0,
  );

const both = (known: DraftShape | undefined, more: DraftShape): DraftShape => (known ? intersectShapes(known, more) : more);
/** The value that a property has where the request has none, if validators let it pass: a text that is empty to begin with may have to be filled. */
const begins =
  (filled: boolean) =>
  (call: Call, shape: DraftShape, initial: Value): { readonly json?: Json } | null => {
    const json = call.json(initial);
    if (json === undefined) return call.isUndefined(initial) ? null : {};
    const refused =
      json === null ||
      (json === '' && (filled || shape.format !== undefined)) ||
      (typeof json === 'string' && (json.length < (shape.minLength ?? 0) || json.length > (shape.maxLength ?? Infinity))) ||
      (typeof json === 'string' && shape.kind !== 'string' && shape.kind !== 'any' && shape.kind !== 'union') ||
      (typeof json === 'number' && (json < (shape.minimum ?? -Infinity) || json > (shape.maximum ?? Infinity))) ||
      (Array.isArray(json) && json.length < (shape.minItems ?? 0)) ||
      (shape.enum !== undefined && typeof json !== 'object' && !shape.enum.includes(json)) ||
      (json === '' && shape.pattern !== undefined && !takesEmpty(shape.pattern));
    return refused ? null : { json };
  };
const [mayBeEmpty, isFilled] = [begins(false), begins(true)];

function takesEmpty(pattern: string): boolean {
  try {
    return new RegExp(pattern).test('');
  } catch {
    return true;
  }
}

/** A decorator that makes a validator look at a property. */
const checking: typeof memberDecorator = (realm, name, apply) =>
  memberDecorator(realm, name, (given) => {
    const change = apply(given);
    return (known, call) => ({ ...change(known, call), validated: true });
  });

const demanding = (known: MemberRules, given: Call): MemberRules =>
  inGroups(given) ? known : { begins: mayBeEmpty, ...known, demanded: true };

const validator = (realm: Realm, name: string, rule: Rule): Value =>
  checking(realm, name, (given) => {
    const shape = rule.shape(given);
    const elements = each(given, rule.options);
    return (known) =>
      demanding(
        inGroups(given) ? known : elements ? { ...known, each: both(known.each, shape) } : { ...known, shape: both(known.shape, shape) },
        given,
      );
  });
const sized = (realm: Realm, name: string, size: (given: Call) => NonNullable<MemberRules['list']>): Value =>
  checking(realm, name, (given) => {
    const own = size(given);
    return (known) => demanding({ ...known, list: { ...known.list, ...own } }, given);
  });
const silent = (realm: Realm, name: string): Value => checking(realm, name, () => (known) => known);

const ERRORS: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'property', shape: TEXT, required: true },
      { name: 'value', shape: ANY },
      { name: 'constraints', shape: { kind: 'object', open: true } },
      { name: 'children', shape: { kind: 'array' } },
    ],
  },
};

/** The class that a value was made an instance of. */
const instances = new WeakMap<Value, Value>();

/** What an instance was made of. */
const originals = new WeakMap<Value, Value>();

const classOf = (call: Call, value: Value): Value | null => {
  const known = instances.get(value);
  if (known) return known;
  const cls = value.kind === 'object' ? call.get(value, 'constructor') : null;
  return cls?.kind === 'object' && call.isFunction(cls) && describesMembers(call, cls) && call.declaredMembers?.(cls) != null ? cls : null;
};

/** `validate(value, options)`, `validate(schemaName, value, options)`. */
const refined = (call: Call): Value => {
  const at = call.text(argument(call, 0)) !== null ? 1 : 0;
  const value = argument(call, at);
  const cls = classOf(call, value);
  if (!cls) return value;
  return (
    call.refine?.(originals.get(value) ?? value, classShape(call, cls, wayOfOptions(call, argument(call, at + 1))), 'validator') ?? value
  );
};
const errors = (call: Call): Value => typed(call, ERRORS, 'the errors of a validation');
const validate: Transfer = (call) => {
  refined(call);
  return promised(call, errors(call));
};
const orReject: Transfer = (call) => {
  call.mayThrow?.(errors(call));
  refined(call);
  return promised(call, call.const(undefined));
};

/** `plainToInstance(Class, value)`: the value, of which it is known whose rules it is checked by. */
export const instanceOfClass: Transfer = (call) => {
  const [cls, value] = [argument(call, 0), argument(call, 1)];
  if (!call.isFunction(cls)) return value;
  const each = (one: Value): Value => withArguments(call, 'plainToInstance', instanceOfClass, [cls, one]);
  if (value.kind === 'oneOf') return { ...value, values: value.values.map((one) => (one.kind === 'object' ? each(one) : one)) };
  if (call.elements(value) !== null)
    return call.invoke(call.get(value, 'map'), [call.fn('plainToInstance', (inner) => each(argument(inner, 0)))], value);
  const made: Value =
    value.kind === 'object'
      ? instanceOf(call, call.get(cls, 'prototype'), Object.fromEntries(call.knownEntries?.(value) ?? []))
      : { ...value };
  if (value.kind === 'object' && call.isOpen(value)) call.markOpen?.(made);
  instances.set(made, cls);
  if (value.kind === 'object') originals.set(made, value);
  return made;
};
/** `class-transformer-validator`: both in one. */
export const transformAndValidate = (call: Call): Value => {
  call.mayThrow?.(errors(call));
  const [cls, value] = [argument(call, 0), argument(call, 1)];
  const options = argument(call, 2);
  const way = wayOfOptions(call, options.kind === 'object' ? call.get(options, 'validator') : options);
  return call.refine?.(value, classShape(call, cls, way), 'validator') ?? value;
};

const decorators = (realm: Realm): Record<string, Value> => ({
  ...Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [name, validator(realm, name, rule)])),
  IsOptional: checking(realm, 'IsOptional', () => (known) => ({ ...known, optional: true })),
  IsNotEmpty: checking(realm, 'IsNotEmpty', (given) => (known) => {
    const said = inGroups(given) ? {} : each(given, 0) ? { each: both(known.each, ANY) } : { begins: isFilled };
    return demanding({ ...known, ...said }, given);
  }),
  IsDefined: checking(realm, 'IsDefined', (given) => (known) => demanding({ ...known, defined: !inGroups(given) }, given)),
  // What is checked under a condition only is not demanded.
  ValidateIf: checking(realm, 'ValidateIf', () => (known) => ({ ...known, optional: true })),
  IsArray: sized(realm, 'IsArray', () => ({})),
  ArrayMinSize: sized(realm, 'ArrayMinSize', (given) => ({ minItems: number(given, 0) })),
  ArrayMaxSize: sized(realm, 'ArrayMaxSize', (given) => ({ maxItems: number(given, 0) })),
  ArrayNotEmpty: sized(realm, 'ArrayNotEmpty', () => ({ minItems: 1 })),
  ArrayUnique: sized(realm, 'ArrayUnique', () => ({})),
  ArrayContains: sized(realm, 'ArrayContains', () => ({})),
  ValidateNested: checking(realm, 'ValidateNested', (given) => (known) => ({
    ...known,
    deep: true,
    ...(each(given, 0) && { nested: true }),
  })),
  ...Object.fromEntries(
    ['Allow', 'Validate', 'ValidateBy', 'ValidatePromise', 'IsEmpty', 'NotEquals', 'IsNotIn', 'MinDate', 'MaxDate', 'ArrayNotContains'].map(
      (name) => [name, silent(realm, name)],
    ),
  ),
});

const model = (realm: Realm): Value => {
  const noted = silent(realm, 'registerDecorator');
  return openModule(realm, 'class-validator', {
    ...decorators(realm),
    ...functions(realm, {
      validate,
      validateSync: (call) => {
        refined(call);
        return errors(call);
      },
      validateOrReject: orReject,
      registerDecorator: (call) => {
        const [cls, name] = ['target', 'propertyName'].map((key) => call.get(argument(call, 0), key));
        if (cls?.kind === 'object') call.invoke(call.invoke(noted, []), [call.get(cls, 'prototype'), name!]);
      },
      useContainer: () => undefined,
      registerSchema: () => undefined,
    }),
    ValidatorConstraint: realm.fn('ValidatorConstraint', () => realm.fn('ValidatorConstraint', () => undefined)),
  });
};

export const classValidatorLibrary = defineLibrary({
  modules: {
    'class-validator': model,
    '@nestjs/mapped-types': (realm) => openModule(realm, '@nestjs/mapped-types', functions(realm, mappedTypes)),
  },
});
