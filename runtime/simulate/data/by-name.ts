import type { Faker } from '@faker-js/faker';
import { wordsOf } from './descriptor.js';

type Maker = (faker: Faker) => string;

/** Formats that have values of their own; names in lower case. */
export const BY_FORMAT: Readonly<Record<string, Maker>> = {
  email: (faker) => email(faker),
  uuid: (faker) => faker.string.uuid(),
  uri: (faker) => faker.internet.url({ appendSlash: false }),
  url: (faker) => faker.internet.url({ appendSlash: false }),
  date: (faker) => faker.date.soon({ days: 300 }).toISOString().slice(0, 10),
  'date-time': (faker) => faker.date.soon({ days: 300 }).toISOString(),
  time: (faker) => faker.date.soon().toISOString().slice(11, 19) + 'Z',
  duration: (faker) => `P${faker.number.int({ min: 1, max: 30 })}D`,
  ipv4: (faker) => faker.internet.ipv4(),
  ipv6: (faker) => faker.internet.ipv6(),
  hostname: (faker) => faker.internet.domainName(),
  password: (faker) => password(faker, 12),
  phone: (faker) => `+1${faker.string.numeric({ length: 10, allowLeadingZeros: false })}`,
  byte: (faker) => Buffer.from(faker.lorem.words(2)).toString('base64'),
  base64: (faker) => Buffer.from(faker.lorem.words(2)).toString('base64'),
  base64url: (faker) => Buffer.from(faker.lorem.words(2)).toString('base64url'),
  objectid: (faker) => faker.string.hexadecimal({ length: 24, casing: 'lower', prefix: '' }),
  hex: (faker) => faker.string.hexadecimal({ length: 16, casing: 'lower', prefix: '' }),
  slug: (faker) => faker.lorem.slug(3),
  cuid: (faker) => `c${faker.string.alphanumeric({ length: 24, casing: 'lower' })}`,
  cuid2: (faker) => `c${faker.string.alphanumeric({ length: 23, casing: 'lower' })}`,
  ulid: (faker) => faker.string.ulid(),
  nanoid: (faker) => faker.string.nanoid(21),
  jwt: (faker) => faker.internet.jwt(),
  isbn: (faker) => faker.commerce.isbn({ separator: '' }),
  'credit-card': (faker) => faker.finance.creditCardNumber('################'),
  numeric: (faker) => faker.string.numeric({ length: 6, allowLeadingZeros: false }),
  emoji: (faker) => faker.internet.emoji(),
};

/** Two accounts of two runs must not collide, so an address has a long random part. */
const email = (faker: Faker): string =>
  `${faker.person
    .firstName()
    .toLowerCase()
    .replace(/[^a-z]/g, '')}.${faker.string.alphanumeric({ length: 8, casing: 'lower' })}@example.com`;

/** Has what rules for passwords ask for: both cases, a digit and a sign. */
export const password = (faker: Faker, length: number): string =>
  `Aa1!${faker.string.alphanumeric(Math.max(length - 4, 0))}`.slice(0, Math.max(length, 4));

/** By the words of a name: the first row of which all words occur gives the value. The more precise row stands first. */
const BY_NAME: readonly (readonly [words: string, make: Maker])[] = [
  ['email', email],
  ['mail', email],
  ['password', (faker) => password(faker, 12)],
  ['passwd', (faker) => password(faker, 12)],
  ['pwd', (faker) => password(faker, 12)],
  ['passphrase', (faker) => password(faker, 20)],
  ['user name', (faker) => userName(faker)],
  ['username', (faker) => userName(faker)],
  ['login', (faker) => userName(faker)],
  ['handle', (faker) => userName(faker)],
  ['nickname', (faker) => userName(faker)],
  ['first name', (faker) => faker.person.firstName()],
  ['firstname', (faker) => faker.person.firstName()],
  ['last name', (faker) => faker.person.lastName()],
  ['lastname', (faker) => faker.person.lastName()],
  ['surname', (faker) => faker.person.lastName()],
  ['company', (faker) => faker.company.name()],
  ['organization', (faker) => faker.company.name()],
  ['workspace name', (faker) => faker.company.name()],
  ['product name', (faker) => faker.commerce.productName()],
  ['file name', (faker) => faker.system.fileName()],
  ['filename', (faker) => faker.system.fileName()],
  ['phone', (faker) => `+1${faker.string.numeric({ length: 10, allowLeadingZeros: false })}`],
  ['mobile', (faker) => `+1${faker.string.numeric({ length: 10, allowLeadingZeros: false })}`],
  ['avatar', (faker) => faker.internet.url({ appendSlash: false })],
  ['url', (faker) => faker.internet.url({ appendSlash: false })],
  ['uri', (faker) => faker.internet.url({ appendSlash: false })],
  ['homepage', (faker) => faker.internet.url({ appendSlash: false })],
  ['website', (faker) => faker.internet.url({ appendSlash: false })],
  ['link', (faker) => faker.internet.url({ appendSlash: false })],
  ['street', (faker) => faker.location.streetAddress()],
  ['ip address', (faker) => faker.internet.ipv4()],
  ['address', (faker) => faker.location.streetAddress()],
  ['city', (faker) => faker.location.city()],
  ['country code', (faker) => faker.location.countryCode()],
  ['country', (faker) => faker.location.country()],
  ['zip', (faker) => faker.location.zipCode('#####')],
  ['postal', (faker) => faker.location.zipCode('#####')],
  ['postcode', (faker) => faker.location.zipCode('#####')],
  ['state', (faker) => faker.location.state()],
  ['currency', (faker) => faker.finance.currencyCode()],
  ['isbn', (faker) => faker.commerce.isbn({ separator: '' })],
  ['iban', (faker) => faker.finance.iban()],
  ['sku', (faker) => faker.string.alphanumeric({ length: 8, casing: 'upper' })],
  ['slug', (faker) => faker.lorem.slug(3)],
  ['color', (faker) => faker.color.rgb()],
  ['colour', (faker) => faker.color.rgb()],
  ['locale', () => 'en'],
  ['language', () => 'en'],
  ['timezone', () => 'UTC'],
  ['ip', (faker) => faker.internet.ipv4()],
  ['domain', (faker) => faker.internet.domainName()],
  ['birthday', (faker) => faker.date.birthdate().toISOString().slice(0, 10)],
  ['birth', (faker) => faker.date.birthdate().toISOString().slice(0, 10)],
  ['date', (faker) => faker.date.soon({ days: 300 }).toISOString()],
  ['description', (faker) => faker.lorem.sentence()],
  ['summary', (faker) => faker.lorem.sentence()],
  ['bio', (faker) => faker.lorem.sentence()],
  ['text', (faker) => faker.lorem.sentence()],
  ['comment', (faker) => faker.lorem.sentence()],
  ['content', (faker) => faker.lorem.sentence()],
  ['message', (faker) => faker.lorem.sentence()],
  ['note', (faker) => faker.lorem.sentence()],
  ['body', (faker) => faker.lorem.sentence()],
  ['reason', (faker) => faker.lorem.sentence()],
  ['title', (faker) => faker.lorem.words(3)],
  ['subject', (faker) => faker.lorem.words(3)],
  ['tag', (faker) => faker.lorem.word()],
  ['category', (faker) => faker.commerce.department()],
  ['name', (faker) => faker.person.fullName()],
  ['id', (faker) => faker.string.uuid()],
];

const userName = (faker: Faker): string =>
  `${faker.person
    .firstName()
    .toLowerCase()
    .replace(/[^a-z]/g, '')}${faker.string.numeric(6)}`;

/** Times are named by what they end with: `createdAt`, `startsAt`. */
const isTime = (words: readonly string[]): boolean => words.length > 1 && words.at(-1) === 'at';

/** A text that fits a name; undefined when the name says nothing. */
export function textByName(faker: Faker, name: string): string | undefined {
  const words = wordsOf(name);
  if (isTime(words)) return BY_FORMAT['date-time']!(faker);
  // What comes before says whose id it is: a `noteId` is no note.
  if (words.at(-1) === 'id') return faker.string.uuid();
  const row = BY_NAME.find(([wanted]) => wanted.split(' ').every((word) => words.includes(word) || words.includes(`${word}s`)));
  return row?.[1](faker);
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

const ANY: Range = { min: 1, max: 1000, decimals: 0 };

/** Whether a name is that of a list: `tagList`, `userIds`. */
export const namesList = (name: string): boolean => /[a-z](?:List|Array|Ids)$|_(?:list|array|ids)$|^(?:ids|tags)$/.test(name);

/** Whether a name is that of a number. */
export const namesNumber = (name: string): boolean => rangeByName(name) !== ANY;

/** The usual range of a number of that name. */
export function rangeByName(name: string): Range {
  const words = new Set(wordsOf(name));
  const has = (...names: readonly string[]): boolean => names.some((one) => words.has(one));
  if (has('price', 'amount', 'cost', 'total', 'fee', 'balance', 'salary')) return { min: 1, max: 500, decimals: 2 };
  if (has('quantity', 'qty', 'count')) return { min: 1, max: 5, decimals: 0 };
  if (has('stars', 'rating', 'score', 'priority', 'level')) return { min: 1, max: 5, decimals: 0 };
  if (has('page')) return { min: 1, max: 1, decimals: 0 };
  if (has('limit', 'size') || (words.has('per') && words.has('page'))) return { min: 5, max: 20, decimals: 0 };
  if (has('offset', 'skip')) return { min: 0, max: 0, decimals: 0 };
  if (has('age')) return { min: 18, max: 80, decimals: 0 };
  if (has('year')) return { min: 2000, max: 2025, decimals: 0 };
  if (has('month')) return { min: 1, max: 12, decimals: 0 };
  if (has('day')) return { min: 1, max: 28, decimals: 0 };
  if (has('percent', 'percentage', 'discount')) return { min: 0, max: 100, decimals: 0 };
  if (has('latitude', 'lat')) return { min: -80, max: 80, decimals: 5 };
  if (has('longitude', 'lng', 'lon')) return { min: -170, max: 170, decimals: 5 };
  return ANY;
}
