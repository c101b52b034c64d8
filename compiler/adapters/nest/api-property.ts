import type { Shape } from '@tool/ir';
import {
  enumOf,
  limit,
  mappedTypes,
  memberDecorator,
  type Call,
  type DraftShape,
  type MemberRules,
  type Realm,
  type Value,
} from '@tool/scanner-sdk';

/** `@ApiProperty({ type, enum, minLength, … })`: what the documentation says of a property, where no validator knows better. */
function documented(given: Call, required: boolean | null): NonNullable<MemberRules['documented']> {
  const options = given.args[0];
  if (options?.kind !== 'object') return { shape: { kind: 'any' }, required };
  const get = (key: string): Value => given.get(options, key);
  const text = (key: string): string | undefined => given.text(get(key)) ?? undefined;
  const number = (...keys: readonly string[]): number | undefined =>
    keys.map((key) => given.constant(get(key))).find((value): value is number => typeof value === 'number');
  const type = get('type');
  const named = given.text(type);
  const elements = given.elements(type);
  const list = elements !== null || given.truthy(get('isArray')) === true || named === 'array';
  const values = given.isUndefined(get('enum')) ? null : enumOf(given, get('enum'));
  const kind = (['string', 'number', 'integer', 'boolean', 'object'] as const).find((each) => each === named);
  const [format, pattern, description] = [text('format'), text('pattern'), text('description')];
  const [example, fallback] = [given.json(get('example')), given.json(get('default'))];
  const measured = {
    minLength: number('minLength'),
    maxLength: number('maxLength'),
    minimum: number('minimum'),
    maximum: number('maximum'),
  };
  const implied: Shape['kind'] =
    kind ??
    (measured.minLength !== undefined || measured.maxLength !== undefined || pattern !== undefined || format !== undefined
      ? 'string'
      : 'any');
  const base: DraftShape = values ?? (kind === 'object' ? { kind, open: true } : { kind: implied });
  const stated = given.constant(get('required'));
  return {
    shape: {
      ...limit(base, implied === 'any' ? {} : measured),
      ...(format !== undefined && { format }),
      ...(pattern !== undefined && { pattern }),
      ...(description !== undefined && { description }),
      ...(example !== undefined && !list && { example }),
      ...(fallback !== undefined && fallback !== null && { default: fallback }),
    },
    required: typeof stated === 'boolean' ? stated : required,
    ...(list && { list: true }),
    ...(elements?.[0] ? { type: elements[0] } : type.kind === 'object' && given.isFunction(type) ? { type } : {}),
  };
}

const property = (realm: Realm, name: string, required: boolean | null): Value =>
  memberDecorator(realm, name, (given) => {
    const said = documented(given, required);
    return (known) => ({ ...known, documented: said });
  });

/** Decorators of properties, and classes made of others. */
export const apiProperties = (realm: Realm): Record<string, Value> => ({
  ApiProperty: property(realm, 'ApiProperty', true),
  ApiPropertyOptional: property(realm, 'ApiPropertyOptional', false),
  ApiResponseProperty: property(realm, 'ApiResponseProperty', null),
  ApiHideProperty: memberDecorator(realm, 'ApiHideProperty', () => (known) => known),
  ...Object.fromEntries(Object.entries(mappedTypes).map(([name, transfer]) => [name, realm.fn(name, transfer)])),
});
