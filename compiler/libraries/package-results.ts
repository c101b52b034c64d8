import type { Shape } from '@tool/ir';
import { defineLibrary, type ModuleModel, type Transfer } from '@tool/scanner-sdk';
import { errorClasses, errorOf, quietModule, type ErrorClass } from './support/errors.js';

const TEXT: Shape = { kind: 'string' };
/** A signed token, whatever the member is called that it goes out in. */
const TOKEN: Shape = { kind: 'string', format: 'jwt' };
const TRUTH: Shape = { kind: 'boolean' };
const NUMBER: Shape = { kind: 'number' };
const DATE: Shape = { kind: 'string', format: 'date-time' };
const UUID: Shape = { kind: 'string', format: 'uuid' };

const MOMENT = {
  toDate: DATE,
  format: TEXT,
  toISOString: TEXT,
  fromNow: TEXT,
  toNow: TEXT,
  calendar: TEXT,
  unix: NUMBER,
  valueOf: NUMBER,
  diff: NUMBER,
  isBefore: TRUTH,
  isAfter: TRUTH,
  isSame: TRUTH,
  isBetween: TRUTH,
  isValid: TRUTH,
};
const OS = {
  ...{ hostname: TEXT, platform: TEXT, type: TEXT, arch: TEXT, release: TEXT, homedir: TEXT, tmpdir: TEXT },
  ...{ uptime: NUMBER, totalmem: NUMBER, freemem: NUMBER },
};
const DECIMAL = { toNumber: NUMBER, toString: TEXT, toFixed: TEXT };
const LUXON = {
  ...{ toISO: TEXT, toISODate: TEXT, toISOTime: TEXT, toFormat: TEXT, toSQL: TEXT, toSQLDate: TEXT, toRelative: TEXT, toHTTP: TEXT },
  ...{ toMillis: NUMBER, toSeconds: NUMBER, toUnixInteger: NUMBER, toJSDate: DATE, toJSON: DATE },
};
const HASHES = { hash: TEXT, hashSync: TEXT, verify: TRUTH, verifySync: TRUTH, compare: TRUTH, compareSync: TRUTH };
const named = (parts: readonly string[], verb: string, shape: Shape): Record<string, Shape> =>
  Object.fromEntries(parts.map((part) => [verb + part, shape]));

/** What functions of well-known packages and of Node give, where that is a text, a number or a truth value. `*`: every member. */
const RESULTS: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  jsonwebtoken: { sign: TOKEN },
  'jwt-simple': { encode: TOKEN },
  '@fastify/jwt': { sign: TOKEN },
  '@nestjs/jwt': { sign: TOKEN, signAsync: TOKEN },
  njwt: { compact: TOKEN },
  jose: { sign: TOKEN },
  '@tsndr/cloudflare-worker-jwt': { sign: TOKEN },
  'hono/jwt': { sign: TOKEN },
  'hono/utils/jwt': { sign: TOKEN },
  bcrypt: { hash: TEXT, hashSync: TEXT, genSalt: TEXT, compare: TRUTH, compareSync: TRUTH },
  bcryptjs: { hash: TEXT, hashSync: TEXT, genSalt: TEXT, compare: TRUTH, compareSync: TRUTH },
  argon2: { hash: TEXT, verify: TRUTH },
  uuid: { v1: UUID, v3: UUID, v4: UUID, v5: UUID, v6: UUID, v7: UUID, default: UUID, validate: TRUTH },
  nanoid: { nanoid: TEXT, default: TEXT },
  shortid: { generate: TEXT },
  cuid: { default: TEXT },
  '@paralleldrive/cuid2': { createId: TEXT },
  ulid: { ulid: TEXT },
  hyperid: { default: TEXT },
  slugify: { default: TEXT },
  xss: { default: TEXT, filterXSS: TEXT, process: TEXT },
  slug: { default: TEXT },
  crypto: { randomUUID: UUID, toString: TEXT, digest: TEXT, randomInt: NUMBER, timingSafeEqual: TRUTH, final: TEXT },
  'node:crypto': { randomUUID: UUID, toString: TEXT, digest: TEXT, randomInt: NUMBER, timingSafeEqual: TRUTH, final: TEXT },
  moment: MOMENT,
  dayjs: MOMENT,
  'date-fns': {
    format: TEXT,
    formatISO: TEXT,
    formatDistance: TEXT,
    formatDistanceToNow: TEXT,
    ...named(['Milliseconds', 'Seconds', 'Minutes', 'Hours', 'Days', 'CalendarDays', 'Weeks', 'Months', 'Years'], 'differenceIn', NUMBER),
    ...named(['Time', 'UnixTime', 'Year', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'DaysInMonth'], 'get', NUMBER),
    ...named(['Before', 'After', 'Equal', 'Valid', 'Past', 'Future', 'Today', 'SameDay', 'Weekend', 'WithinInterval'], 'is', TRUTH),
    ...['add', 'sub', 'startOf', 'endOf'].reduce(
      (all, verb) => ({
        ...all,
        ...named(
          ['', 'Minute', 'Minutes', 'Hour', 'Hours', 'Day', 'Days', 'Week', 'Weeks', 'Month', 'Months', 'Year', 'Years'],
          verb,
          DATE,
        ),
      }),
      {},
    ),
    parseISO: DATE,
  },
  'safe-compare': { default: TRUTH },
  'secure-compare': { default: TRUTH },
  tsscmp: { default: TRUTH },
  randomstring: { generate: TEXT },
  'nestjs-i18n': { t: TEXT, translate: TEXT },
  i18next: { t: TEXT },
  i18n: { __: TEXT, __n: TEXT, __mf: TEXT },
  os: OS,
  'node:os': OS,
  fs: { toString: TEXT },
  'node:fs': { toString: TEXT },
  luxon: LUXON,
  'moment-timezone': MOMENT,
  'date-fns-tz': { format: TEXT, formatInTimeZone: TEXT },
  'decimal.js': DECIMAL,
  'big.js': DECIMAL,
  'bignumber.js': DECIMAL,
  '@node-rs/argon2': HASHES,
  '@node-rs/bcrypt': HASHES,
  'bcrypt-ts': HASHES,
  qrcode: { toDataURL: TEXT },
  speakeasy: { totp: TEXT, verify: TRUTH, otpauthURL: TEXT },
  otplib: { generateSecret: TEXT, generate: TEXT, keyuri: TEXT, verify: TRUTH, check: TRUTH },
  'otp-generator': { generate: TEXT },
  'rand-token': { uid: TEXT, suid: TEXT, generate: TEXT },
  hashids: { encode: TEXT, encodeHex: TEXT },
  'crypto-js': { toString: TEXT },
  'object-hash': { default: TEXT },
  md5: { default: TEXT },
  'short-uuid': { generate: TEXT },
  marked: { marked: TEXT },
  '@aws-sdk/s3-request-presigner': { getSignedUrl: TEXT },
  'aws-sdk': { getSignedUrl: TEXT, getSignedUrlPromise: TEXT },
  validator: { escape: TEXT, trim: TEXT, normalizeEmail: TEXT, isEmail: TRUTH },
};

const HASH: Readonly<Record<string, readonly Shape[]>> = {
  hash: [TEXT],
  hashSync: [TEXT],
  compare: [TEXT, TEXT],
  compareSync: [TEXT, TEXT],
  verify: [TEXT, TEXT],
};
/** What they take, where that says something of a value that comes in with a request. */
const TAKES: Readonly<Record<string, Readonly<Record<string, readonly Shape[]>>>> = {
  bcrypt: HASH,
  bcryptjs: HASH,
  argon2: { hash: [TEXT], verify: [TEXT, TEXT] },
  jsonwebtoken: { verify: [TEXT], decode: [TEXT] },
};

const JWT_ERROR: ErrorClass = { module: 'jsonwebtoken', path: ['JsonWebTokenError'], name: 'JsonWebTokenError', members: {} };
const dated = (name: string, member: string): ErrorClass => ({
  ...JWT_ERROR,
  path: [name],
  name,
  members: { [member]: DATE },
  parent: JWT_ERROR,
});
const EXPIRED = dated('TokenExpiredError', 'expiredAt');
const JWT_ERRORS = [JWT_ERROR, EXPIRED, dated('NotBeforeError', 'date')];

const takesToken: Transfer = (call) => {
  call.isToken?.(call.args[0] ?? call.const(undefined));
};
/** A token is refused. */
const verifies: Transfer = (call, ...rest) => {
  takesToken(call, ...rest);
  const [token = call.const(undefined)] = call.args;
  // Callbacks are handed the error.
  if (call.isOfNobody && call.isUndefined(token) && !call.args.some((each) => call.isFunction(each)))
    call.throws?.(errorOf(call, JWT_ERROR, { message: call.const('jwt must be provided') }));
  call.mayThrow?.(errorOf(call, JWT_ERROR, { message: call.const('invalid token') }));
  call.mayThrow?.(errorOf(call, EXPIRED, { message: call.const('jwt expired') }));
  return call.const(true);
};
/** The same where a callback is told what the token says. */
const HANDS: Readonly<Record<string, Readonly<Record<string, Transfer>>>> = {
  jsonwebtoken: {
    verify: (call, ...rest) => {
      takesToken(call, ...rest);
      return call.unknown('what a token says');
    },
  },
};
const THROWS: Readonly<Record<string, Readonly<Record<string, Transfer>>>> = {
  jsonwebtoken: { verify: verifies },
  '@nestjs/jwt': { verify: verifies, verifyAsync: verifies },
  jose: { jwtVerify: takesToken, jwtDecrypt: takesToken },
  'hono/jwt': { verify: takesToken },
};

const jsonwebtoken: ModuleModel = (realm) => quietModule(realm, 'jsonwebtoken', errorClasses(realm, JWT_ERRORS), 'default.');
const nestJwt: ModuleModel = (realm) =>
  quietModule(realm, '@nestjs/jwt', {}, '', (call, key) =>
    JWT_ERRORS.some(({ name }) => name === key) && call.module ? call.get(call.module('jsonwebtoken'), key) : null,
  );

export const packageResults = defineLibrary({
  modules: { jsonwebtoken, '@nestjs/jwt': nestJwt },
  results: RESULTS,
  takes: TAKES,
  hands: HANDS,
  throws: THROWS,
});
