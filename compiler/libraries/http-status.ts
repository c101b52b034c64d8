import { defineLibrary, openModule, type ModuleModel, type Realm, type Value } from '@tool/scanner-sdk';

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

const statuses: ModuleModel = (realm) =>
  openModule(realm, 'statuses', { message: realm.record(byCode(realm)), STATUS_CODES: realm.record(byCode(realm)) });

export const httpStatusLibrary = defineLibrary({ modules: { 'http-status': httpStatus, 'http-status-codes': httpStatusCodes, statuses } });
