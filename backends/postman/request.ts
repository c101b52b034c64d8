import {
  demandsOf,
  elementsOf,
  type Consumed,
  type Endpoint,
  type Model,
  type Parameter,
  type SecurityScheme,
  type SecurityUse,
} from '../../schemas/index.js';
import { sampleObject, sampleValue, type Placeholders } from '../interchange/sample-value.js';
import type { PathPiece } from '../interchange/path-pieces.js';
import { producedKey, type Variables } from './variables.js';

export type Entry = { readonly key: string; readonly value: string; readonly [more: string]: unknown };

/** Postman makes these values up itself. */
const DYNAMIC: Readonly<Record<string, string>> = {
  email: '{{$randomEmail}}',
  uuid: '{{$guid}}',
  guid: '{{$guid}}',
  'date-time': '{{$isoTimestamp}}',
  uri: '{{$randomUrl}}',
  url: '{{$randomUrl}}',
  ipv4: '{{$randomIP}}',
  ipv6: '{{$randomIPV6}}',
};

export function request(model: Model, endpoint: Endpoint, pieces: readonly PathPiece[], variables: Variables): object {
  const placeholders: Placeholders = { format: (format) => DYNAMIC[format], secret: (name) => `{{${variables.secret(name)}}}` };
  const given = givenBy(endpoint, variables);
  const value = (parameter: Parameter): string =>
    given.get(`${parameter.in}:${parameter.name}`) ?? String(sampleValue(parameter.name, parameter, placeholders));
  const entry = (parameter: Parameter): Entry => ({
    key: parameter.name,
    value: value(parameter),
    ...(parameter.description !== undefined && { description: parameter.description }),
    ...(!parameter.required && !given.has(`${parameter.in}:${parameter.name}`) && { disabled: true }),
  });
  const parameters = endpoint.parameters ?? [];
  const { auth, header } = authentication(model, endpoint, variables);
  const body = requestBody(endpoint, given, placeholders);
  const cookies = parameters
    .filter((parameter) => parameter.in === 'cookie' && parameter.required)
    .map((parameter) => `${parameter.name}=${value(parameter)}`);
  const headers = [
    ...(body?.contentType !== undefined ? [{ key: 'Content-Type', value: body.contentType }] : []),
    ...header,
    ...(cookies.length > 0 ? [{ key: 'Cookie', value: cookies.join('; ') }] : []),
    ...parameters.filter((parameter) => parameter.in === 'header' && !/^(?:authorization|content-type)$/i.test(parameter.name)).map(entry),
  ];
  return {
    method: endpoint.method === 'ALL' ? 'GET' : endpoint.method,
    header: headers,
    ...(auth !== undefined && { auth }),
    ...(body !== undefined && { body: body.body }),
    url: url(endpoint, pieces, parameters.filter((parameter) => parameter.in === 'query').map(entry), value),
    ...(description(endpoint) !== '' && { description: description(endpoint) }),
  };
}

/** What earlier answers give, by where it is used: `path:id`. */
function givenBy(endpoint: Endpoint, variables: Variables): Map<string, string> {
  const named = (one: Consumed): [string, string][] => {
    const variable = variables.produced.get(producedKey(one.producedBy, one.variable));
    return variable === undefined ? [] : [[one.usedAs, `{{${variable}}}`]];
  };
  return new Map((endpoint.consumes ?? []).flatMap(named));
}

/** A parameter that is a whole segment becomes a path variable; one inside a segment a collection-wide one that Postman asks for. */
function url(endpoint: Endpoint, pieces: readonly PathPiece[], query: readonly Entry[], value: (parameter: Parameter) => string): object {
  const variable: Entry[] = [];
  const text = pieces
    .map((piece, index) => {
      if (piece.kind === 'text') return piece.text;
      const before = pieces[index - 1];
      const after = pieces[index + 1];
      const whole =
        (before === undefined || (before.kind === 'text' && before.text.endsWith('/'))) &&
        (after === undefined || (after.kind === 'text' && after.text.startsWith('/')));
      if (!whole) return `{{${piece.name}}}`;
      const known: Parameter = endpoint.parameters?.find((one) => one.in === 'path' && one.name === piece.name) ?? {
        name: piece.name,
        in: 'path',
      };
      variable.push({ key: piece.name, value: value(known), ...(known.description !== undefined && { description: known.description }) });
      return `:${piece.name}`;
    })
    .join('');
  const enabled = query.filter((one) => one['disabled'] !== true);
  return {
    raw: `{{baseUrl}}${text}${enabled.length > 0 ? `?${enabled.map((one) => `${one.key}=${one.value}`).join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: text.split('/').slice(1),
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
}

/** The first scheme that Postman can send, of each demand; it sends one, and a cookie, or a key beside it, is a header for it. */
function authentication(
  model: Model,
  endpoint: Endpoint,
  variables: Variables,
): { readonly auth?: object; readonly header: readonly Entry[] } {
  const uses = endpoint.security ?? [];
  if (uses.length === 0) return { auth: { type: 'noauth' }, header: [] };
  const known = (some: readonly SecurityUse[]): readonly Held[] =>
    some
      .flatMap((use): Held[] => {
        const scheme = model.securitySchemes[use.scheme];
        const variable = variables.schemes.get(use.scheme);
        return scheme === undefined || variable === undefined ? [] : [{ scheme, variable }];
      })
      .slice(0, 1);
  const demands = demandsOf(endpoint);
  const [first, ...others] = (demands.length > 1 ? demands : [uses])
    .flatMap(known)
    .sort((one, other) => Number(one.scheme.type === 'apiKey') - Number(other.scheme.type === 'apiKey'));
  if (!first) return { header: [] };
  const { auth, header } = sent(first);
  return { auth, header: [...header, ...others.flatMap(asHeader)] };
}

interface Held {
  readonly scheme: SecurityScheme;
  readonly variable: string;
}

function sent({ scheme, variable }: Held): { readonly auth: object; readonly header: readonly Entry[] } {
  const held = `{{${variable}}}`;
  if (scheme.type === 'apiKey' && scheme.in === 'cookie') return { auth: { type: 'noauth' }, header: asHeader({ scheme, variable }) };
  if (scheme.type === 'apiKey')
    return { auth: auth('apikey', { key: scheme.name ?? 'Authorization', value: held, in: scheme.in ?? 'header' }), header: [] };
  if (scheme.type === 'http' && scheme.scheme === 'basic')
    return { auth: auth('basic', { username: `{{${variable}_user}}`, password: held }), header: [] };
  return { auth: auth('bearer', { token: held }), header: [] };
}

const asHeader = ({ scheme, variable }: Held): readonly Entry[] =>
  scheme.type !== 'apiKey' || scheme.in === 'query'
    ? []
    : scheme.in === 'cookie'
      ? [{ key: 'Cookie', value: `${scheme.name ?? 'session'}={{${variable}}}` }]
      : [{ key: scheme.name ?? 'Authorization', value: `{{${variable}}}` }];

const auth = (type: string, attributes: Readonly<Record<string, string>>): object => ({
  type,
  [type]: Object.entries(attributes).map(([key, value]) => ({ key, value, type: 'string' })),
});

function requestBody(
  endpoint: Endpoint,
  given: ReadonlyMap<string, string>,
  placeholders: Placeholders,
): { readonly body: object; readonly contentType?: string } | undefined {
  const fields = endpoint.requestBody?.fields;
  if (endpoint.requestBody === undefined) return undefined;
  const elements = elementsOf(endpoint);
  const sample = elements ? { '0': sampleValue('item', elements, placeholders) } : sampleObject(fields ?? {}, placeholders);
  for (const [use, value] of given) {
    const path = /^body:(.+)$/.exec(use)?.[1]?.split('.');
    if (path !== undefined) replace(sample, path, value);
  }
  const contentType = endpoint.requestBody.contentType || 'application/json';
  if (/^multipart\/form-data/i.test(contentType)) {
    return {
      body: {
        mode: 'formdata',
        formdata: Object.entries(sample).map(([key, value]) =>
          /^(?:file|binary|buffer)/i.test(fields?.[key]?.type ?? '')
            ? { key, type: 'file', src: [] }
            : { key, type: 'text', value: plain(value) },
        ),
      },
    };
  }
  if (/x-www-form-urlencoded/i.test(contentType))
    return {
      body: { mode: 'urlencoded', urlencoded: Object.entries(sample).map(([key, value]) => ({ key, value: plain(value), type: 'text' })) },
    };
  if (/json/i.test(contentType))
    return {
      contentType,
      body: {
        mode: 'raw',
        raw: JSON.stringify(elements ? Object.values(sample) : sample, null, 2),
        options: { raw: { language: 'json' } },
      },
    };
  return { contentType, body: { mode: 'raw', raw: '' } };
}

/** Sets a field that the sample has or could have. */
function replace(sample: Record<string, unknown>, path: readonly string[], value: string): void {
  let owner = sample;
  for (const key of path.slice(0, -1)) {
    const child = Object.hasOwn(owner, key) ? owner[key] : undefined;
    if (typeof child !== 'object' || child === null) return;
    owner = child as Record<string, unknown>;
  }
  const last = path.at(-1)!;
  if (last !== '__proto__') owner[last] = value;
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a person needs who reads the request in Postman. */
const description = (endpoint: Endpoint): string =>
  [
    endpoint.summary,
    endpoint.description,
    endpoint.source ? `Source: ${endpoint.source.file}:${endpoint.source.line}` : undefined,
    endpoint.method === 'ALL' ? 'The server answers every method.' : undefined,
    endpoint.deprecated ? 'Deprecated.' : undefined,
    endpoint.conditional ? 'Exists only under another configuration.' : undefined,
  ]
    .filter((text) => text !== undefined && text !== '')
    .join('\n\n');
