import { ANY, type Json, type Shape } from '@tool/ir';
import { enumShape, limit, patternSource, type Call, type DraftShape, type Value } from '@tool/scanner-sdk';
import { argument } from '../../support/fallback.js';

/** A number, or a text of one, that options have under the key. */
export const number = (call: Call, value: Value, key: string): number | undefined => {
  const found = value.kind === 'object' ? call.constant(call.get(value, key)) : undefined;
  return typeof found === 'number'
    ? found
    : typeof found === 'string' && found !== '' && Number.isFinite(Number(found))
      ? Number(found)
      : undefined;
};

/** What a validator says of the value; null: nothing. `demands`: it refuses the empty text. */
export type Rule = (call: Call) => { readonly shape: DraftShape; readonly demands?: boolean } | null;
const is =
  (shape: Shape): Rule =>
  () => ({ shape, demands: true });
const pattern = (source: string): Rule => is({ kind: 'string', pattern: source });
const numeric =
  (kind: 'integer' | 'number'): Rule =>
  (call) => {
    const options = argument(call, 0);
    const [above, below] = [number(call, options, 'gt'), number(call, options, 'lt')];
    return {
      shape: {
        ...limit({ kind }, { minimum: number(call, options, 'min'), maximum: number(call, options, 'max') }),
        ...(above !== undefined && { above }),
        ...(below !== undefined && { below }),
      },
      demands: true,
    };
  };
const lengths: Rule = (call) => {
  const options = argument(call, 0);
  const old = (index: number): number | undefined => {
    const value = call.constant(argument(call, index));
    return typeof value === 'number' ? value : undefined;
  };
  const minLength = options.kind === 'object' ? number(call, options, 'min') : old(0);
  return {
    shape: limit({ kind: 'string' }, { minLength, maxLength: options.kind === 'object' ? number(call, options, 'max') : old(1) }),
    demands: (minLength ?? 0) > 0,
  };
};
const choice: Rule = (call) => {
  const values = (call.elements(argument(call, 0)) ?? [null]).map((value) => value && call.json(value));
  if (call.isOpen(argument(call, 0)) || !values.every((value): value is Json => value !== undefined && value !== null)) return null;
  return { shape: enumShape(values), demands: !values.includes('') };
};

/** Validators of which no more is said than that they take a text. */
const TEXTS: readonly string[] = [
  'isHexadecimal',
  'isHexColor',
  'isMobilePhone',
  'isPostalCode',
  'isSlug',
  'isCreditCard',
  'isLowercase',
  'isUppercase',
  'isCurrency',
  'isJSON',
  'isLatLong',
  'isISO31661Alpha2',
  'isISO31661Alpha3',
  'isISO4217',
  'isLocale',
  'isMACAddress',
  'isMD5',
  'isHash',
  'isSemVer',
  'isIBAN',
  'isBIC',
  'isEAN',
  'isISBN',
  'isULID',
  'isIdentityCard',
  'isPassportNumber',
  'isLicensePlate',
  'isVAT',
  'isTaxID',
  'isMimeType',
  'isDataURI',
  'isMagnetURI',
  'isEthereumAddress',
  'isBtcAddress',
  'isIPRange',
  'isISSN',
  'isISIN',
  'isISRC',
  'isRgbColor',
  'isHSL',
  'isOctal',
  'isBase32',
  'isBase58',
  'isRFC3986',
  'isAfter',
  'isBefore',
  'contains',
  'isAscii',
];

/** The validators of validator.js, by name: the arguments of the call are theirs, without the value. */
export const RULES: Readonly<Record<string, Rule>> = {
  isEmail: is({ kind: 'string', format: 'email' }),
  isURL: is({ kind: 'string', format: 'uri' }),
  isUUID: is({ kind: 'string', format: 'uuid' }),
  isISO8601: is({ kind: 'string', format: 'date-time' }),
  isRFC3339: is({ kind: 'string', format: 'date-time' }),
  isDate: is({ kind: 'string', format: 'date' }),
  isTime: is({ kind: 'string', format: 'time' }),
  isFQDN: is({ kind: 'string', format: 'hostname' }),
  isJWT: is({ kind: 'string', format: 'jwt' }),
  isBase64: is({ kind: 'string', format: 'base64' }),
  isIP: (call) => {
    const version = String(call.constant(argument(call, 0)) ?? '');
    return { shape: { kind: 'string', format: version === '4' ? 'ipv4' : version === '6' ? 'ipv6' : 'ip' }, demands: true };
  },
  isMongoId: pattern('^[0-9a-fA-F]{24}$'),
  isAlpha: (call) =>
    call.args.length === 0 ? { shape: { kind: 'string', pattern: '^[A-Za-z]+$' }, demands: true } : is({ kind: 'string' })(call),
  isAlphanumeric: (call) =>
    call.args.length === 0 ? { shape: { kind: 'string', pattern: '^[0-9A-Za-z]+$' }, demands: true } : is({ kind: 'string' })(call),
  isInt: numeric('integer'),
  isFloat: numeric('number'),
  isNumeric: is({ kind: 'number' }),
  isDecimal: is({ kind: 'number' }),
  isPort: is({ kind: 'integer', minimum: 0, maximum: 65535 }),
  isDivisibleBy: is({ kind: 'integer' }),
  isBoolean: is({ kind: 'boolean' }),
  isString: is({ kind: 'string' }),
  isObject: is({ kind: 'object', open: true }),
  isArray: (call) => ({
    shape: limit({ kind: 'array' }, { minItems: number(call, argument(call, 0), 'min'), maxItems: number(call, argument(call, 0), 'max') }),
    demands: true,
  }),
  isLength: lengths,
  isByteLength: (call) => ({ shape: { kind: 'string' }, demands: lengths(call)?.demands ?? false }),
  isIn: choice,
  equals: (call) => {
    const value = call.json(argument(call, 0));
    return value === undefined || value === null ? null : { shape: enumShape([value]), demands: value !== '' };
  },
  matches: (call) => {
    const given = argument(call, 0);
    const text = call.text(given);
    const found = call.pattern(given) ?? (text !== null && call.isUndefined(argument(call, 1)) ? { source: text, flags: '' } : null);
    const source = patternSource(found);
    return {
      shape: { kind: 'string', ...(source !== undefined && { pattern: source }) },
      demands: found !== null && !acceptsEmpty(found.source),
    };
  },
  isStrongPassword: (call) => ({ shape: { kind: 'string', minLength: number(call, argument(call, 0), 'minLength') ?? 8 }, demands: true }),
  exists: () => ({ shape: ANY, demands: true }),
  notEmpty: () => ({ shape: { kind: 'string', minLength: 1 }, demands: true }),
  ...Object.fromEntries(TEXTS.map((name): [string, Rule] => [name, is({ kind: 'string' })])),
};

const acceptsEmpty = (source: string): boolean => {
  try {
    return new RegExp(source).test('');
  } catch {
    return true;
  }
};
