import { defineLibrary, openFunction, openModule, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, majorOf, unmodelled } from './support/fallback.js';

/** Status code → its phrase, in the order of the codes. Names of constants are the phrases in upper case. */
const PHRASES: readonly (readonly [number, string])[] = [
  [100, 'Continue'],
  [101, 'Switching Protocols'],
  [102, 'Processing'],
  [103, 'Early Hints'],
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [203, 'Non Authoritative Information'],
  [204, 'No Content'],
  [205, 'Reset Content'],
  [206, 'Partial Content'],
  [207, 'Multi-Status'],
  [300, 'Multiple Choices'],
  [301, 'Moved Permanently'],
  [302, 'Moved Temporarily'],
  [303, 'See Other'],
  [304, 'Not Modified'],
  [305, 'Use Proxy'],
  [307, 'Temporary Redirect'],
  [308, 'Permanent Redirect'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [407, 'Proxy Authentication Required'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [411, 'Length Required'],
  [412, 'Precondition Failed'],
  [413, 'Request Entity Too Large'],
  [414, 'Request-URI Too Long'],
  [415, 'Unsupported Media Type'],
  [416, 'Requested Range Not Satisfiable'],
  [417, 'Expectation Failed'],
  [418, "I'm a teapot"],
  [419, 'Insufficient Space on Resource'],
  [420, 'Method Failure'],
  [421, 'Misdirected Request'],
  [422, 'Unprocessable Entity'],
  [423, 'Locked'],
  [424, 'Failed Dependency'],
  [426, 'Upgrade Required'],
  [428, 'Precondition Required'],
  [429, 'Too Many Requests'],
  [431, 'Request Header Fields Too Large'],
  [451, 'Unavailable For Legal Reasons'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
  [505, 'HTTP Version Not Supported'],
  [507, 'Insufficient Storage'],
  [511, 'Network Authentication Required'],
];

/** Other names that the packages use for the same codes. */
const ALIASES: Readonly<Record<string, number>> = {
  FOUND: 302,
  IM_A_TEAPOT: 418,
  PAYLOAD_TOO_LARGE: 413,
  REQUEST_TOO_LONG: 413,
  URI_TOO_LONG: 414,
  REQUEST_URI_TOO_LONG: 414,
  RANGE_NOT_SATISFIABLE: 416,
  REQUEST_TIME_OUT: 408,
  REQUEST_TIMEOUT: 408,
  GATEWAY_TIME_OUT: 504,
  HTTP_VERSION_NOT_SUPPORTED: 505,
  MULTI_STATUS: 207,
  SWITCHING_PROTOCOLS: 101,
  ALREADY_REPORTED: 208,
  IM_USED: 226,
  TOO_EARLY: 425,
  VARIANT_ALSO_NEGOTIATES: 506,
  LOOP_DETECTED: 508,
  NOT_EXTENDED: 510,
};

const constantName = (phrase: string): string =>
  phrase
    .replace(/'/g, '')
    .replace(/[^A-Za-z]+/g, '_')
    .toUpperCase();

/** Constant → code. */
export const codes = (realm: Realm): Record<string, Value> => ({
  ...Object.fromEntries(PHRASES.map(([code, phrase]) => [constantName(phrase), realm.const(code)])),
  ...Object.fromEntries(Object.entries(ALIASES).map(([name, code]) => [name, realm.const(code)])),
});

/** Constant → phrase. */
export const phrases = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(PHRASES.map(([, phrase]) => [constantName(phrase), realm.const(phrase)]));
const byCode = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(PHRASES.map(([code, phrase]) => [String(code), realm.const(phrase)]));

const httpStatus: ModuleModel = (realm) => {
  const all = { ...byCode(realm), ...codes(realm) };
  return openModule(realm, 'http-status', {
    ...all,
    default: openModule(realm, 'http-status', all),
    status: openModule(realm, 'http-status', all),
  });
};

/** Packages that are the constants and nothing else, with what stands in front of their names. */
const constantsOf =
  (name: string, prefix = ''): ModuleModel =>
  (realm) => {
    const all = Object.fromEntries(Object.entries(codes(realm)).map(([key, code]) => [prefix + key, code]));
    return openModule(realm, name, { ...all, default: openModule(realm, name, all) });
  };

const httpStatusCodes: ModuleModel = (realm) => {
  const getReasonPhrase = realm.fn('getReasonPhrase', (call) => {
    const code = call.args[0] && call.constant(call.args[0]);
    return call.const(PHRASES.find(([known]) => known === code)?.[1] ?? undefined);
  });
  const all = { ...codes(realm), getStatusText: getReasonPhrase, getReasonPhrase };
  return openModule(realm, 'http-status-codes', {
    ...all,
    default: openModule(realm, 'http-status-codes', all),
    StatusCodes: realm.record({ ...codes(realm), ...byCode(realm) }),
    ReasonPhrases: realm.record(phrases(realm)),
  });
};

/** What Node says of a code, where that is another phrase. */
const NODE_PHRASES: Readonly<Record<number, string>> = {
  203: 'Non-Authoritative Information',
  208: 'Already Reported',
  226: 'IM Used',
  302: 'Found',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  416: 'Range Not Satisfiable',
  418: "I'm a Teapot",
  425: 'Too Early',
  506: 'Variant Also Negotiates',
  508: 'Loop Detected',
  509: 'Bandwidth Limit Exceeded',
  510: 'Not Extended',
};
const nodePhrases: ReadonlyMap<number, string> = new Map([
  ...PHRASES.filter(([code]) => code !== 419 && code !== 420),
  ...Object.entries(NODE_PHRASES).map(([code, phrase]): [number, string] => [Number(code), phrase]),
]);

/** `statuses(404)` is the phrase, `statuses('not found')` the code. Until version 2 a number is itself. */
const statusOf: Transfer = (call) => {
  const given = call.constant(argument(call, 0));
  const number = typeof given === 'number' ? given : typeof given === 'string' && /^\d/.test(given) ? parseInt(given, 10) : null;
  if (number !== null) {
    const major = majorOf(call, 'statuses') ?? 2;
    return call.const(major < 2 ? number : nodePhrases.get(number));
  }
  const code = typeof given === 'string' && [...nodePhrases].find(([, phrase]) => phrase.toLowerCase() === given.toLowerCase())?.[0];
  return code ? call.const(code) : call.unknown('a status', { module: 'statuses', path: 'statuses()' });
};
const statuses: ModuleModel = (realm) => {
  const phrases = realm.record(Object.fromEntries([...nodePhrases].map(([code, phrase]) => [String(code), realm.const(phrase)])));
  return openFunction(realm, 'statuses', statusOf, {
    message: phrases,
    STATUS_CODES: phrases,
    code: realm.record(Object.fromEntries([...nodePhrases].map(([code, phrase]) => [phrase.toLowerCase(), realm.const(code)]))),
    codes: realm.list([...nodePhrases.keys()].map((code) => realm.const(code))),
  });
};

/** An enum of TypeScript: names, and by the codes their names. */
const enumeration = (realm: Realm, names: readonly (readonly [string, number])[]): Value =>
  realm.record({
    ...Object.fromEntries([...names].reverse().map(([name, code]) => [String(code), realm.const(name)])),
    ...Object.fromEntries(names.map(([name, code]) => [name, realm.const(code)])),
  });

/** `NOT_FOUND` as `NotFound`. */
const words = (constant: string): string =>
  constant.replace(/([A-Z])([A-Z]*)_?/g, (_, first: string, rest: string) => first + rest.toLowerCase());

const namesAndCodes: readonly (readonly [string, number])[] = [
  ...PHRASES.map(([code, phrase]): [string, number] => [constantName(phrase), code]),
  ...Object.entries(ALIASES),
];

/** What the client calls the codes of its answers, and servers those of their own. */
const AXIOS_NAMES: Readonly<Record<string, number>> = {
  Unused: 306,
  ContentTooLarge: 413,
  UriTooLong: 414,
  UnprocessableContent: 422,
  WebServerReturnsAnUnknownError: 520,
  WebServerIsDown: 521,
  ConnectionTimedOut: 522,
  OriginIsUnreachable: 523,
  TimeoutOccurred: 524,
  SslHandshakeFailed: 525,
  InvalidSslCertificate: 526,
};
const axios: ModuleModel = (realm) => {
  const send: Transfer = (call) => unmodelled(call, 'axios', 'axios');
  const own = {
    HttpStatusCode: enumeration(realm, [
      ...namesAndCodes.map(([name, code]): [string, number] => [words(name), code]),
      ...Object.entries(AXIOS_NAMES),
    ]),
  };
  return openFunction(realm, 'axios', send, { ...own, default: openFunction(realm, 'axios', send, own) });
};

/** Names of status-code-enum behind the class of the code, where they are not those of others. */
const CLASSES = ['', 'Info', 'Success', 'Redirect', 'ClientError', 'ServerError'];
const SHORT: Readonly<Record<string, number>> = {
  SuccessOK: 200,
  SuccessNonAuthoritativeInfo: 203,
  SuccessIMUsed: 229,
  RedirectSwitchProxy: 306,
  RedirectTemp: 307,
  RedirectPermanent: 308,
  ClientErrorProxyAuthRequired: 407,
  ClientErrorURITooLong: 414,
  ClientErrorLoginTimeOut: 440,
  ClientErrorRetryWith: 449,
  ServerErrorInternal: 500,
  ServerErrorHTTPVersionNotSupported: 505,
  ServerErrorBandwidthLimitExceeded: 509,
  ServerErrorNetworkAuthRequired: 511,
};
const statusCodeEnum: ModuleModel = (realm) => {
  const codesByName = enumeration(realm, [
    ...namesAndCodes.map(([name, code]): [string, number] => [CLASSES[Math.floor(code / 100)]! + words(name), code]),
    ...Object.entries(SHORT),
  ]);
  return openModule(realm, 'status-code-enum', { StatusCode: codesByName, default: codesByName });
};

export const httpStatusLibrary = defineLibrary({
  modules: {
    'http-codes': constantsOf('http-codes'),
    'http-response-codes': constantsOf('http-response-codes', 'HTTP_'),
    'http-response-status-code': constantsOf('http-response-status-code'),
    'http-status': httpStatus,
    'http-status-codes': httpStatusCodes,
    'http-status-ts': (realm) => openModule(realm, 'http-status-ts', { HttpStatus: enumeration(realm, namesAndCodes) }),
    'status-code-enum': statusCodeEnum,
    statuses,
    axios,
  },
});
