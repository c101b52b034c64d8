import { abortedBy } from './abort-watch.js';
import { Address, createAddressReader } from './address.js';
import type { CookieJar } from './cookie-jar.js';
import { Deadlines } from './deadlines.js';
import { Exchange, GivenUpError, TooLargeError, type RawAnswer } from './dispatch.js';
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
  const limits = {
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    headersTimeoutMs: timeoutMs,
    bodyTimeoutMs: options.bodyTimeoutMs ?? 15_000,
  };
  const maxBodyBytes = options.maxBodyBytes ?? 10 * 1024 * 1024;
  const sizes = { maxBodyBytes, streamMs: options.streamMs ?? 1_000 };
  const maxRedirects = options.maxRedirects ?? 10;
  const defaultHeaders = {
    'user-agent': options.userAgent ?? 'tool',
    accept: 'application/json, */*;q=0.8',
    'accept-encoding': ACCEPTED_ENCODINGS,
  };
  const dispatchers = createDispatchers({
    // The limit of one exchange is a timer of its own (below), so that it can be shorter or longer for a single request.
    ...limits,
    headersTimeoutMs: 0,
    connections: options.connections ?? 64,
    insecure: options.insecure ?? false,
    environment: options.environment ?? process.env,
  });

  const readAddress = createAddressReader();
  const deadlines = new Deadlines();

  /** Sends one request, without redirects. */
  function start(hop: Prepared, sending: Sending): Exchange {
    const { address, body } = hop;
    const cookie = hop.cookies?.headerFor(address);
    const headers =
      cookie === undefined
        ? hop.headers
        : { ...hop.headers, cookie: hop.headers['cookie'] === undefined ? cookie : `${hop.headers['cookie']}; ${cookie}` };
    sending.sent = { method: hop.method, url: address.href, headers, bodyText: body?.text ?? null, bodyBytes: body?.bytes ?? 0 };
    const exchange = (sending.exchange = new Exchange(hop.method, sizes));
    dispatchers
      .wayTo(address)
      .start({ origin: address.origin, path: address.path, method: hop.method, headers, body: body?.open() ?? null }, exchange);
    return exchange;
  }

  /** The answer as it is for those who asked. */
  function decoded(answer: RawAnswer, hop: Prepared): HttpResponse | HttpFailure {
    const encoding = answer.headers['content-encoding'];
    const content =
      encoding === undefined ? { ok: true as const, bytes: answer.bytes } : decodeContent(answer.bytes, String(encoding), maxBodyBytes);
    if (!content.ok) return failure(content.kind, content.message, { status: answer.status });
    return new HttpResponse(answer.status, answer.headers, content.bytes, hop.address.href, answer.endless);
  }

  /** The request and those that redirects make of it. */
  async function follow(first: Prepared, request: HttpRequest, sending: Sending): Promise<HttpResponse | HttpFailure> {
    const policy = request.redirects ?? options.redirects ?? 'same-origin';
    for (let hop = first; ;) {
      const raw = await start(hop, sending).answer;
      const setCookie = raw.headers['set-cookie'];
      if (setCookie !== undefined && hop.cookies !== undefined)
        await hop.cookies.accept(hop.address.url, typeof setCookie === 'string' ? [setCookie] : setCookie);
      const answer = decoded(raw, hop);
      if (!(answer instanceof HttpResponse)) return answer;
      const next = nextHop(hop, answer, policy);
      if (next.kind === 'stop') return answer;
      if (next.kind === 'failure') return failure('redirect', next.message, { status: answer.status, help: next.help });
      const { redirects } = sending;
      redirects.push({ status: answer.status, from: hop.address.href, to: next.hop.address.href });
      if (redirects.length > maxRedirects) {
        return failure(
          'redirect',
          `More than ${maxRedirects} redirects: ${redirects
            .slice(0, 4)
            .map((one) => one.from)
            .join(' → ')} → …`,
          { status: answer.status, help: 'The server sends the request in a circle.' },
        );
      }
      hop = next.hop;
    }
  }

  /** What ended an exchange before its answer was complete. */
  function explained(error: unknown, request: HttpRequest, sending: Sending): HttpFailure {
    const total = request.timeoutMs ?? timeoutMs;
    const status = sending.exchange?.status || undefined;
    const url = new URL(sending.sent.url);
    if (error instanceof TooLargeError)
      return failure('too-large', error.message, {
        ...(status !== undefined && { status }),
        help: 'Raise the limit with --max-body <bytes>, or ask for less (a page, a filter).',
      });
    if (sending.isOverdue) {
      return status === undefined
        ? failure('timeout-headers', `${url.host} took the request and sent no answer within ${total} ms.`, {
            help: 'Give it more time with --timeout, or look for what the server waits for.',
          })
        : failure('timeout-total', `The answer was not complete within ${total} ms, although it had begun.`, {
            status,
            help: 'Give it more time with --timeout, or look for what the server waits for.',
          });
    }
    if (error instanceof GivenUpError || request.signal?.aborted)
      return failure('aborted', 'The request was given up.', status === undefined ? {} : { status });
    return failureOf(error, { url, limits, ...(status !== undefined && { status }) });
  }

  return {
    async send(request) {
      const { signal } = request;
      const sending = new Sending(request);
      const prepared = prepare(request, defaultHeaders, readAddress);
      if ('kind' in prepared) return sending.failed(prepared);
      if (signal?.aborted) return sending.failed(failure('aborted', 'The request was given up.'));
      const others = signal && abortedBy(signal);
      others?.add(sending);
      deadlines.add(sending, sending.started + (request.timeoutMs ?? timeoutMs));
      try {
        const answer = await follow(prepared, request, sending);
        return answer instanceof HttpResponse ? sending.answered(answer) : sending.failed(answer);
      } catch (error) {
        return sending.failed(explained(error, request, sending));
      } finally {
        deadlines.remove(sending);
        others?.delete(sending);
      }
    },
    close: () => dispatchers.close(),
  };
}

/** One request of a caller while it goes on, redirects included. */
class Sending {
  readonly started = performance.now();
  readonly #startedAt = Date.now();
  readonly redirects: Hop[] = [];
  sent: Sent;
  /** What is on the wire. */
  exchange: Exchange | undefined;
  isOverdue = false;

  constructor(request: HttpRequest) {
    this.sent = { method: request.method, url: request.url, headers: request.headers ?? {}, bodyText: null, bodyBytes: 0 };
  }

  giveUp(): void {
    this.exchange?.giveUp();
  }

  overdue(): void {
    this.isOverdue = true;
    this.giveUp();
  }

  answered(response: HttpResponse): HttpOutcome {
    return { ok: true, response, sent: this.sent, timing: this.#timing(), redirects: this.redirects };
  }

  failed(why: HttpFailure): HttpOutcome {
    return { ok: false, failure: why, sent: this.sent, timing: this.#timing(), redirects: this.redirects };
  }

  #timing(): Timing {
    const totalMs = performance.now() - this.started;
    const headersAt = this.exchange?.headersAt ?? 0;
    return headersAt === 0
      ? { startedAt: this.#startedAt, totalMs }
      : { startedAt: this.#startedAt, totalMs, headersMs: headersAt - this.started };
  }
}

/** A request that HTTP can carry. */
export interface Prepared {
  readonly method: string;
  /** Without user and password. */
  readonly address: Address;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: EncodedBody | undefined;
  readonly cookies: CookieJar | undefined;
}

function prepare(
  request: HttpRequest,
  defaults: Readonly<Record<string, string>>,
  readAddress: (text: string) => Address,
): Prepared | HttpFailure {
  let address: Address;
  try {
    address = readAddress(request.url);
  } catch {
    return failure('invalid-request', `${JSON.stringify(request.url)} is not a URL.`, { help: 'Check the baseUrl of the environment.' });
  }
  if (!/^https?:/.test(address.origin))
    return failure('invalid-request', `${address.url.protocol}// is not HTTP.`, { help: 'Check the baseUrl of the environment.' });
  const headers: Record<string, string> = { ...defaults };
  for (const name in request.headers) {
    const value = request.headers[name]!;
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      return failure('invalid-request', `${JSON.stringify(name)} is no name that a header can have.`);
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
      return failure(
        'invalid-request',
        `The value of the header ${name} has a character that HTTP does not allow (a line break, or a letter outside Latin-1).`,
      );
    headers[name.toLowerCase()] = value;
  }
  if (address.hasUser) {
    const { url } = address;
    headers['authorization'] ??=
      `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`;
    url.username = '';
    url.password = '';
    address = Address.ofUrl(url);
  }
  let body: EncodedBody | undefined;
  try {
    body = request.body && encodeBody(request.body);
  } catch (error) {
    return failure('invalid-request', `The body cannot be sent: ${(error as Error).message}.`);
  }
  if (body?.contentType !== undefined) headers['content-type'] ??= body.contentType;
  return { method: request.method, address, headers, body, cookies: request.cookies };
}
