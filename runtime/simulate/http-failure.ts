/** Why there is no complete answer. */
export type FailureKind =
  /** The name of the host cannot be resolved. */
  | 'dns'
  /** Nothing listens there. */
  | 'refused'
  /** There is no way to the host, or the connection could not be made in time. */
  | 'no-connection'
  | 'tls'
  /** The status line and headers did not come in time. */
  | 'timeout-headers'
  /** The body began and then stood still. */
  | 'timeout-body'
  /** The whole exchange took too long, although bytes kept coming. */
  | 'timeout-total'
  /** The connection ended in the middle. */
  | 'reset'
  /** The body is shorter or longer than Content-Length says. */
  | 'length'
  /** What came is not HTTP. */
  | 'protocol'
  /** The body is larger than the limit. */
  | 'too-large'
  /** The body cannot be decompressed. */
  | 'encoding'
  | 'redirect'
  /** It could not be sent as it is: a header or URL that HTTP does not have. */
  | 'invalid-request'
  /** The caller gave up. */
  | 'aborted';

export interface HttpFailure {
  readonly kind: FailureKind;
  /** What happened, with the numbers, for people. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
  /** True when no server could be talked to at all: exit code 3. */
  readonly unreachable: boolean;
  /** The status that was answered before it went wrong. */
  readonly status?: number;
}

export interface FailureContext {
  readonly url: URL;
  readonly limits: { readonly connectTimeoutMs: number; readonly headersTimeoutMs: number; readonly bodyTimeoutMs: number };
  /** Set once the headers are there. */
  readonly status?: number;
}

const UNREACHABLE: ReadonlySet<FailureKind> = new Set(['dns', 'refused', 'no-connection', 'tls']);

export const failure = (kind: FailureKind, message: string, more: { help?: string; status?: number } = {}): HttpFailure => ({
  kind,
  message,
  unreachable: UNREACHABLE.has(kind),
  ...more,
});

const TLS_REASONS: Readonly<Record<string, readonly [what: string, help: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'its certificate is self-signed',
    'Name the certificate in NODE_EXTRA_CA_CERTS=<file.pem> (or SSL_CERT_FILE), or use --insecure for a development server.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'its certificate comes from an authority that this machine does not know',
    'Name the certificate of that authority in NODE_EXTRA_CA_CERTS=<file.pem> (or SSL_CERT_FILE).',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'its certificate cannot be verified: the server sends no intermediate certificates, or its authority is unknown',
    'Let the server send its whole chain, or name the missing certificate in NODE_EXTRA_CA_CERTS=<file.pem> (or SSL_CERT_FILE).',
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'its certificate comes from an authority that this machine does not know',
    'Name the certificate of that authority in NODE_EXTRA_CA_CERTS=<file.pem> (or SSL_CERT_FILE).',
  ],
  UNABLE_TO_GET_ISSUER_CERT: [
    'an authority in the chain of its certificate is unknown',
    'Name the certificate of that authority in NODE_EXTRA_CA_CERTS=<file.pem> (or SSL_CERT_FILE).',
  ],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate of the server.'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'Check the clock of this machine and of the server.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Use the name that the certificate has in the baseUrl of the environment.',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    'it does not speak TLS at this port',
    'Write http:// instead of https:// in the baseUrl of the environment, or the port of the TLS server.',
  ],
  EPROTO: ['the two sides could not agree on a TLS version or cipher', 'Check the TLS settings of the server.'],
};

/** An error of the client library or the system, as a failure. */
export function failureOf(error: unknown, { url, limits, status }: FailureContext): HttpFailure {
  const { code, message } = describe(error);
  const at = url.host;
  const more = status === undefined ? {} : { status };
  const tls =
    TLS_REASONS[code] ??
    (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')
      ? ([message, 'Check the TLS settings of the server.'] as const)
      : undefined);
  if (tls !== undefined && url.protocol === 'https:')
    return failure('tls', `No secure connection to ${at}: ${tls[0]} (${code}).`, { help: tls[1] });
  switch (code) {
    case 'ECONNREFUSED':
      return failure('refused', `Nothing listens on ${at}: the connection was refused.`, {
        help: 'Start the server, or wait for it with --wait 30s. `--env` chooses another environment.',
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return failure('dns', `The name ${url.hostname} cannot be resolved (${code}).`, {
        help: 'Check the baseUrl of the environment and the network.',
      });
    case 'UND_ERR_CONNECT_TIMEOUT':
      return failure('no-connection', `No connection to ${at} within ${limits.connectTimeoutMs} ms.`, {
        help: 'Check the baseUrl of the environment, firewalls and proxies.',
      });
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ETIMEDOUT':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
      return failure('no-connection', `There is no way to ${at} (${code}).`, {
        help: 'Check the baseUrl of the environment and the network.',
      });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return failure('timeout-headers', `${at} took the request and sent no status line and headers for ${limits.headersTimeoutMs} ms.`, {
        help: 'Give it more time with --timeout, or look for what the server waits for.',
      });
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('timeout-body', `The body stood still for ${limits.bodyTimeoutMs} ms.`, {
        ...more,
        help: 'Give it more time with --timeout, or look for what the server waits for.',
      });
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return failure('length', 'The body has another length than its Content-Length says.', {
        ...more,
        help: 'Let the framework compute Content-Length.',
      });
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return failure('protocol', `The headers of the answer are larger than the client accepts (16 KiB).`, more);
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return failure(
        'reset',
        status === undefined ? `${at} closed the connection without an answer.` : `${at} closed the connection in the middle of the body.`,
        { ...more, help: 'The server may have crashed: look at its log.' },
      );
    case 'UND_ERR_INVALID_ARG':
      return failure('invalid-request', `The request cannot be sent: ${message}.`);
    case 'UND_ERR_ABORTED':
    case 'ABORT_ERR':
      return failure('aborted', 'The request was given up.', more);
    case 'UND_ERR_PRX_TLS':
    case 'UND_ERR_RESPONSE':
      return failure('no-connection', `The proxy does not let the request through: ${message}.`, {
        help: 'Check HTTPS_PROXY and NO_PROXY.',
      });
    case 'ENOENT':
    case 'EISDIR':
      return failure('invalid-request', `The file to send cannot be read: ${message}.`);
    default:
      if (code.startsWith('HPE_') || message.includes('HTTP/1.1 protocol')) return protocolFailure(at, code, message, more);
      if (/proxy/i.test(message))
        return failure('no-connection', `The proxy does not let the request through: ${message}.`, {
          help: 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.',
        });
      return failure('protocol', `The exchange with ${at} failed: ${message}${code === '' ? '' : ` (${code})`}.`, more);
  }
}

function protocolFailure(at: string, code: string, message: string, more: { status?: number }): HttpFailure {
  if (code === 'HPE_INVALID_EOF_STATE')
    return failure('reset', `${at} closed the connection in the middle of the answer.`, {
      ...more,
      help: 'The server may have crashed: look at its log.',
    });
  return failure('protocol', `${at} does not answer with HTTP: ${message} (${code}).`, {
    ...more,
    help: 'Check the port in the baseUrl of the environment: another protocol may live there (https instead of http).',
  });
}

interface SystemError {
  readonly message: string;
  readonly code?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** By its form: errors of the system may come from another realm, where `instanceof` says no. */
const isError = (value: unknown): value is SystemError =>
  typeof value === 'object' && value !== null && typeof (value as { message?: unknown }).message === 'string';

/** Names are tried on several addresses; then the error is the list of what each of them said. */
function describe(error: unknown): { code: string; message: string } {
  if (!isError(error)) return { code: '', message: String(error) };
  const inner = error.errors?.find(isError) ?? error.cause;
  // The library wraps what the system said; the system is more precise.
  const useInner =
    isError(inner) &&
    typeof inner.code === 'string' &&
    (error.code === undefined || error.code === 'UND_ERR_SOCKET' || error.message === '');
  const source = useInner ? inner : error;
  return { code: typeof source.code === 'string' ? source.code : '', message: (source.message || error.message).replace(/\.$/, '') };
}
