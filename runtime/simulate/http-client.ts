import type { Dispatcher } from 'undici';
import type { CookieJar } from './cookie-jar.js';
import { dispatch, GivenUpError, TooLargeError, type Ongoing } from './dispatch.js';
import { ACCEPTED_ENCODINGS, decodeContent } from './http-decode.js';
import { encodeBody, type EncodedBody, type HttpBody } from './http-body.js';
import { createDispatchers } from './http-dispatcher.js';
import { failure, failureOf, type HttpFailure } from './http-failure.js';
import { HttpResponse } from './http-response.js';
import { nextHop, type Hop, type RedirectPolicy } from './redirect.js';

export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: HttpBody;
  /** Milliseconds for the whole exchange, redirects included. Default: that of the client. */
  readonly timeoutMs?: number;
  /** Default: that of the client. */
  readonly redirects?: RedirectPolicy;
  /** Cookies of the user who asks. Without one, cookies are neither sent nor kept. */
  readonly cookies?: CookieJar;
  readonly signal?: AbortSignal;
}

/** What went over the wire: of the last request, when there were redirects. Nothing is masked here. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null when there is none, or when it is not text. */
  readonly bodyText: string | null;
  readonly bodyBytes: number;
}

export interface Timing {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the headers of the last answer were there; absent when they never were. */
  readonly headersMs?: number;
  /** Milliseconds until the whole answer was there, or until it failed. Around the request alone. */
  readonly totalMs: number;
}

export type HttpOutcome =
  | { readonly ok: true; readonly response: HttpResponse; readonly sent: Sent; readonly timing: Timing; readonly redirects: readonly Hop[] }
  | { readonly ok: false; readonly failure: HttpFailure; readonly sent: Sent; readonly timing: Timing; readonly redirects: readonly Hop[] };

export interface HttpClientOptions {
  /** Default: 10,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds for the whole exchange. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds without a byte of the body. Default: 15,000. */
  readonly bodyTimeoutMs?: number;
  /** Greatest length of a body, before and after decompression. Default: 10 MiB. */
  readonly maxBodyBytes?: number;
  /** Milliseconds that an event stream is listened to; it never ends by itself. Default: 1,000. */
  readonly streamMs?: number;
  /** Default: `same-origin`. */
  readonly redirects?: RedirectPolicy;
  /** Default: 10. */
  readonly maxRedirects?: number;
  /** Connections to one origin at once. Default: 64. */
  readonly connections?: number;
  /** Accepts any certificate. Default: false. */
  readonly insecure?: boolean;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: `tool`. */
  readonly userAgent?: string;
}

export interface HttpClient {
  /** Sends one request. What goes wrong on the way is an outcome, never an exception. */
  send(request: HttpRequest): Promise<HttpOutcome>;
  /** Ends all connections. A client that is not closed keeps the process alive for some seconds. */
  close(): Promise<void>;
}

/**
 * A client that behaves like a careful professional's: connections are kept, every phase has a time limit, every body a size limit,
 * credentials never follow a redirect to another origin, and every failure says precisely what happened.
 * @throws UsageError when a proxy or certificate file that the environment variables name cannot be used
 */
export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  const timeoutMs = options.timeoutMs ?? 30_000;
  const limits = { connectTimeoutMs: options.connectTimeoutMs ?? 10_000, headersTimeoutMs: timeoutMs, bodyTimeoutMs: options.bodyTimeoutMs ?? 15_000 };
  const maxBodyBytes = options.maxBodyBytes ?? 10 * 1024 * 1024;
  const sizes = { maxBodyBytes, streamMs: options.streamMs ?? 1_000 };
  const maxRedirects = options.maxRedirects ?? 10;
  const defaultHeaders = { 'user-agent': options.userAgent ?? 'tool', accept: 'application/json, */*;q=0.8', 'accept-encoding': ACCEPTED_ENCODINGS };
  const dispatchers = createDispatchers({
    // The limit of one exchange is a timer of its own (below), so that it can be shorter or longer for a single request.
    ...limits, headersTimeoutMs: 0, connections: options.connections ?? 64, insecure: options.insecure ?? false, environment: options.environment ?? process.env,
  });

  /** One request and its answer, without redirects. */
  async function exchange(hop: Prepared, state: State): Promise<HttpResponse | HttpFailure> {
    const { url } = hop;
    state.status = undefined;
    const cookie = hop.cookies?.headerFor(url);
    const headers = cookie === undefined ? hop.headers : { ...hop.headers, cookie: hop.headers['cookie'] === undefined ? cookie : `${hop.headers['cookie']}; ${cookie}` };
    state.sent = { method: hop.method, url: url.href, headers, bodyText: hop.body?.text ?? null, bodyBytes: hop.body?.bytes ?? 0 };
    state.ongoing = dispatch(dispatchers.forUrl(url), {
      origin: url.origin, path: url.pathname + url.search, method: hop.method as Dispatcher.HttpMethod, headers, body: hop.body?.open() ?? null,
    }, sizes, (status) => {
      state.headersAt = performance.now();
      state.status = status;
    });
    const answer = await state.ongoing.answer;
    const setCookie = answer.headers['set-cookie'];
    if (setCookie !== undefined && hop.cookies !== undefined) await hop.cookies.accept(url, typeof setCookie === 'string' ? [setCookie] : setCookie);
    const encoding = answer.headers['content-encoding'];
    const decoded = encoding === undefined ? { ok: true as const, bytes: answer.bytes } : decodeContent(answer.bytes, String(encoding), maxBodyBytes);
    if (!decoded.ok) return failure(decoded.kind, decoded.message, { status: answer.status });
    return new HttpResponse(answer.status, answer.headers, decoded.bytes, url.href, answer.endless);
  }

  return {
    async send(request) {
      const started = performance.now();
      const startedAt = Date.now();
      const total = request.timeoutMs ?? timeoutMs;
      const redirects: Hop[] = [];
      const state: State = { sent: { method: request.method, url: request.url, headers: request.headers ?? {}, bodyText: null, bodyBytes: 0 }, headersAt: undefined, status: undefined, ongoing: undefined };
      const timing = (): Timing => ({ startedAt, totalMs: performance.now() - started, ...(state.headersAt !== undefined && { headersMs: state.headersAt - started }) });
      const failed = (why: HttpFailure): HttpOutcome => ({ ok: false, failure: why, sent: state.sent, timing: timing(), redirects });

      const prepared = prepare(request, defaultHeaders);
      if ('kind' in prepared) return failed(prepared);
      let hop: Prepared = prepared;
      let overdue = false;
      const timer = setTimeout(() => { overdue = true; state.ongoing?.giveUp(); }, total);
      const giveUp = (): void => { state.ongoing?.giveUp(); };
      request.signal?.addEventListener('abort', giveUp);
      try {
        if (request.signal?.aborted) return failed(failure('aborted', 'The request was given up.'));
        for (;;) {
          const answer = await exchange(hop, state);
          if (!(answer instanceof HttpResponse)) return failed(answer);
          const next = nextHop(hop, answer, request.redirects ?? options.redirects ?? 'same-origin');
          if (next.kind === 'stop') return { ok: true, response: answer, sent: state.sent, timing: timing(), redirects };
          if (next.kind === 'failure') return failed(failure('redirect', next.message, { status: answer.status, help: next.help }));
          redirects.push({ status: answer.status, from: hop.url.href, to: next.hop.url.href });
          if (redirects.length > maxRedirects) {
            return failed(failure('redirect', `More than ${maxRedirects} redirects: ${redirects.slice(0, 4).map((one) => one.from).join(' → ')} → …`, { status: answer.status, help: 'The server sends the request in a circle.' }));
          }
          hop = next.hop;
        }
      } catch (error) {
        const { status } = state;
        if (error instanceof TooLargeError) return failed(failure('too-large', error.message, { ...(status !== undefined && { status }), help: 'Raise the limit with --max-body <bytes>, or ask for less (a page, a filter).' }));
        if (overdue) {
          return failed(status === undefined
            ? failure('timeout-headers', `${hop.url.host} took the request and sent no answer within ${total} ms.`, { help: 'Give it more time with --timeout, or look for what the server waits for.' })
            : failure('timeout-total', `The answer was not complete within ${total} ms, although it had begun.`, { status, help: 'Give it more time with --timeout, or look for what the server waits for.' }));
        }
        if (error instanceof GivenUpError || request.signal?.aborted) return failed(failure('aborted', 'The request was given up.', status === undefined ? {} : { status }));
        return failed(failureOf(error, { url: hop.url, limits, ...(status !== undefined && { status }) }));
      } finally {
        clearTimeout(timer);
        request.signal?.removeEventListener('abort', giveUp);
      }
    },
    close: () => dispatchers.close(),
  };
}

interface State {
  sent: Sent;
  headersAt: number | undefined;
  status: number | undefined;
  /** What is on the wire. */
  ongoing: Ongoing | undefined;
}

/** A request that HTTP can carry. */
export interface Prepared {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: EncodedBody | undefined;
  readonly cookies: CookieJar | undefined;
}

function prepare(request: HttpRequest, defaults: Readonly<Record<string, string>>): Prepared | HttpFailure {
  let url: URL;
  try { url = new URL(request.url); } catch { return failure('invalid-request', `${JSON.stringify(request.url)} is not a URL.`, { help: 'Check the baseUrl of the environment.' }); }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return failure('invalid-request', `${url.protocol}// is not HTTP.`, { help: 'Check the baseUrl of the environment.' });
  const headers: Record<string, string> = { ...defaults };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return failure('invalid-request', `${JSON.stringify(name)} is no name that a header can have.`);
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) return failure('invalid-request', `The value of the header ${name} has a character that HTTP does not allow (a line break, or a letter outside Latin-1).`);
    headers[name.toLowerCase()] = value;
  }
  if (url.username !== '' && headers['authorization'] === undefined) {
    headers['authorization'] = `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`;
  }
  // Setting them reads the whole URL again.
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  let body: EncodedBody | undefined;
  try { body = request.body && encodeBody(request.body); } catch (error) { return failure('invalid-request', `The body cannot be sent: ${(error as Error).message}.`); }
  if (body?.contentType !== undefined) headers['content-type'] ??= body.contentType;
  return { method: request.method, url, headers, body, cookies: request.cookies };
}
