import type { FieldDescriptor } from '../../../schemas/index.js';

/** What decides how a value is written: a body field or a parameter. */
export type Described = Pick<
  FieldDescriptor,
  'type' | 'format' | 'minLength' | 'maxLength' | 'enum' | 'example' | 'items' | 'properties' | 'pattern'
> & { readonly min?: number; readonly max?: number; readonly default?: unknown };

const FORMATS: Readonly<Record<string, unknown>> = {
  email: '{{faker.internet.email}}',
  uuid: '{{faker.string.uuid}}',
  url: '{{faker.internet.url}}',
  uri: '{{faker.internet.url}}',
  'date-time': '{{faker.date.soon}}',
  date: '2030-01-15',
  time: '12:30:00',
  hostname: '{{faker.internet.domainName}}',
  ipv4: '{{faker.internet.ipv4}}',
  ipv6: '{{faker.internet.ipv6}}',
  password: '{{faker.internet.password({"length": 16, "prefix": "Aa1!"})}}',
  objectid: '{{faker.database.mongodbObjectId}}',
  phone: '{{faker.phone.number({"style": "international"})}}',
};

/** What the last words of a name say of its value; the first that fits. */
const NAMES: readonly (readonly [pattern: RegExp, template: string])[] = [
  [/e-?mail$/, '{{faker.internet.email}}'],
  [/(?:password|passphrase|pwd)(?:confirmation|confirm|again|repeat)?$/, '{{faker.internet.password({"length": 16, "prefix": "Aa1!"})}}'],
  [/(?:first|given)name$/, '{{faker.person.firstName}}'],
  [/(?:last|family|sur)name$/, '{{faker.person.lastName}}'],
  [/(?:user|login|nick|screen)name$|^login$|^handle$/, '{{faker.internet.username}}'],
  [/(?:company|organi[sz]ation|workspace|team|tenant)(?:name)?$/, '{{faker.company.name}}'],
  [/(?:product)(?:name)?$/, '{{faker.commerce.productName}}'],
  [/city$/, '{{faker.location.city}}'],
  [/countrycode$/, '{{faker.location.countryCode}}'],
  [/country$/, '{{faker.location.country}}'],
  [/(?:zip|postal)(?:code)?$/, '{{faker.location.zipCode}}'],
  [/(?:street|address)$/, '{{faker.location.streetAddress}}'],
  [/(?:phone|mobile|tel)(?:number)?$/, '{{faker.phone.number({"style": "international"})}}'],
  [/(?:url|website|link|homepage)$/, '{{faker.internet.url}}'],
  [/(?:image|avatar|photo|picture)$/, '{{faker.image.url}}'],
  [/isbn$/, '{{faker.commerce.isbn}}'],
  [/slug$/, '{{faker.lorem.slug}}'],
  [/colou?r$/, '{{faker.color.rgb}}'],
  [/currency$/, '{{faker.finance.currencyCode}}'],
  [/title$|subject$|headline$/, '{{faker.lorem.words}}'],
  [/(?:description|summary|bio|comment|content|message|text|body|note|notes)$/, '{{faker.lorem.sentence}}'],
  [/uuid$|guid$/, '{{faker.string.uuid}}'],
  [/(?:date|at)$/, '{{faker.date.soon}}'],
  [/name$/, '{{faker.person.fullName}}'],
];

/** The lengths that these generators can give: outside of them a text of the right length is written instead. */
const SHORTEST = 3;
const LONGEST = 60;

/**
 * How a workflow writes a value that satisfies what the model says: a template where each run needs a new value, else a literal.
 * @param sample makes a value for what no template can express (a pattern)
 */
export function templateFor(name: string, field: Described, sample: (field: Described, name: string) => unknown): unknown {
  if (field.enum !== undefined && field.enum.length > 0)
    return field.enum.length === 1 ? field.enum[0] : `{{faker.helpers.arrayElement(${JSON.stringify(field.enum)})}}`;
  if (field.pattern !== undefined) return field.example ?? sample(field, name);
  switch (field.type) {
    case 'boolean':
      return true;
    case 'integer':
      return `{{faker.number.int(${JSON.stringify(bounds(field))})}}`;
    case 'number':
      return Number.isInteger(field.min ?? 0) && /(?:count|quantity|qty|amount|stock|page|limit|year|age|rating|size|id)$/i.test(name)
        ? `{{faker.number.int(${JSON.stringify(bounds(field))})}}`
        : `{{faker.number.float(${JSON.stringify({ ...bounds(field), fractionDigits: 2 })})}}`;
    case 'array':
      return field.items === undefined ? [] : [templateFor(singular(name), field.items, sample)];
    case 'object':
      return Object.fromEntries(
        Object.entries(field.properties ?? {})
          .filter(([, child], _index, all) => child.required === true || all.every(([, each]) => each.required !== true))
          .map(([key, child]) => [key, templateFor(key, child, sample)]),
      );
    default:
      return textFor(name, field);
  }
}

function textFor(name: string, field: Described): unknown {
  const format = field.format === undefined ? undefined : FORMATS[field.format.toLowerCase()];
  if (format !== undefined && !/password/.test(field.format!)) return format;
  const bare = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = format !== undefined ? String(format) : NAMES.find(([pattern]) => pattern.test(bare))?.[1];
  const least = field.minLength ?? 0;
  const most = field.maxLength ?? Number.POSITIVE_INFINITY;
  if (found?.includes('internet.password')) {
    const length = Math.min(Math.max(16, least), most);
    return length < 6 ? alphanumeric(least, most) : `{{faker.internet.password({"length": ${length}, "prefix": "Aa1!"})}}`;
  }
  if (found !== undefined && least <= SHORTEST && most >= LONGEST) return found;
  if (found !== undefined && /email/.test(found) && least <= 10 && most >= 40) return found;
  return least === 0 && most === Number.POSITIVE_INFINITY ? '{{faker.lorem.words}}' : alphanumeric(least, most);
}

function alphanumeric(least: number, most: number): string {
  const min = Math.max(1, least);
  const max = Math.max(min, Math.min(most, Math.max(min + 8, 12)));
  return `{{faker.string.alphanumeric({"length": {"min": ${min}, "max": ${max}}})}}`;
}

function bounds(field: Described): { readonly min: number; readonly max: number } {
  const min = field.min ?? Math.min(1, field.max ?? 1);
  return { min, max: field.max ?? Math.max(100, min + 100) };
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');
