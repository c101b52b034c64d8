import type { Endpoint } from '../../../schemas/index.js';
import type { CookieJar } from '../cookie-jar.js';
import type { HttpBody, MultipartPart } from '../http-body.js';
import type { HttpRequest } from '../http-client.js';
import { typeOf, type Descriptor } from '../data/descriptor.js';
import { formatOf } from '../data/satisfies.js';

/** What proves who calls. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** A request in its parts, so that one of them can be changed. */
export interface RequestParts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no body. */
  readonly body: unknown;
  readonly credential: Credential | null;
  /** The cookies of the user who asks. */
  readonly cookies: CookieJar | undefined;
}

/** A parameter in a path, with what frameworks may write behind it. */
const PARAMETER = /:([A-Za-z_]\w*)(?:\([^/]*\))?[?+*]?/g;

/** Names of the parameters in a path. A wildcard is called `*`, or by its name. */
export const pathParameters = (path: string): string[] => [
  ...[...path.matchAll(PARAMETER)].map((match) => match[1]!),
  ...[...path.matchAll(/\*(\w*)/g)].map((match) => match[1] || '*'),
];

/** An endpoint for every method is called with the one its data fits. */
export const methodOf = (endpoint: Endpoint): string =>
  endpoint.method !== 'ALL' ? endpoint.method : endpoint.requestBody === undefined ? 'GET' : 'POST';

/** The request that goes over the wire; where the model knows a redirect, the redirect is the answer. */
export function requestOf(endpoint: Endpoint, baseUrl: string, parts: RequestParts): HttpRequest {
  const request = assemble(endpoint, methodOf(endpoint), baseUrl, parts);
  return Object.keys(endpoint.responses ?? {}).some((status) => status.startsWith('3')) ? { ...request, redirects: 'manual' } : request;
}

/** The request that goes over the wire. */
export function assemble(endpoint: Endpoint, method: string, baseUrl: string, parts: RequestParts): HttpRequest {
  const path = endpoint.path
    .replace(PARAMETER, (_whole, name: string) => encodeURIComponent(String(parts.path[name] ?? '')))
    .replace(/\*(\w*)/g, (_whole, name: string) =>
      String(parts.path[name || '*'] ?? 'x')
        .split('/')
        .map(encodeURIComponent)
        .join('/'),
    );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...parts.query, ...parts.credential?.query })) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  const text = query.toString();
  const body = parts.body === undefined ? undefined : bodyOf(endpoint, parts.body);
  return {
    method,
    url: `${baseUrl.replace(/\/+$/, '')}${path.startsWith('/') ? '' : '/'}${path}${text === '' ? '' : `?${text}`}`,
    headers: { ...parts.headers, ...parts.credential?.headers },
    ...(body && { body }),
    ...(parts.cookies && { cookies: parts.cookies }),
  };
}

/** The body in the content type that the endpoint takes; JSON when the model does not say. */
function bodyOf(endpoint: Endpoint, value: unknown): HttpBody {
  const hasFile = Object.values(endpoint.requestBody?.fields ?? {}).some(isFile);
  const said = endpoint.requestBody?.contentType ?? 'application/json';
  // JSON holds no files, whatever the model says.
  const contentType = hasFile && /[/+]json\b|urlencoded/i.test(said) ? 'multipart/form-data' : said;
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (/^application\/x-www-form-urlencoded/i.test(contentType))
    return { kind: 'form', fields: fields.flatMap(([name, one]) => [one].flat().map((each): [string, string] => [name, plain(each)])) };
  if (/^multipart\//i.test(contentType)) {
    return {
      kind: 'multipart',
      parts: fields.flatMap(([name, one]): MultipartPart[] => {
        if (isFile(endpoint.requestBody?.fields?.[name]))
          return [{ name, value: PICTURE, fileName: `${name}.png`, contentType: 'image/png' }];
        return [one].flat().map((each) => ({ name, value: plain(each) }));
      }),
    };
  }
  if (/[/+]json\b/i.test(contentType)) return { kind: 'json', value };
  if (/^text\//i.test(contentType)) return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value), contentType };
  return { kind: 'bytes', bytes: typeof value === 'string' ? Buffer.from(value) : Buffer.from(JSON.stringify(value)), contentType };
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a field takes a file. */
export const isFile = (descriptor: Descriptor | undefined): boolean =>
  descriptor !== undefined && (['file', 'binary', 'blob'].includes(typeOf(descriptor)) || formatOf(descriptor) === 'binary');

/** The smallest picture there is: one pixel. Upload handlers look at the first bytes. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
