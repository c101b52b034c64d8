import type { Exchange } from '../../schemas/index.js';
import { rounded } from '../report/index.js';
import type { Masker } from '../store/index.js';
import type { HttpOutcome } from './http-client.js';
import type { HttpResponse } from './http-response.js';

/** Longer bodies are cut in records: a run of thousands of requests is to stay readable. */
const LONGEST_BODY = 16 * 1024;

/** An exchange as the record holds it: masked, JSON bodies as JSON. */
export function exchangeOf(outcome: HttpOutcome, masker: Masker): Exchange {
  const { sent, timing } = outcome;
  return {
    startedAt: new Date(timing.startedAt).toISOString(),
    latencyMs: rounded(timing.totalMs),
    request: {
      method: sent.method,
      url: masker.url(sent.url),
      headers: masker.headers(sent.headers) as Record<string, string>,
      ...(sent.bodyText !== null && { body: bodyOf(sent.bodyText, sent.headers['content-type'] ?? '', masker) }),
    },
    ...(outcome.ok ? { response: responseOf(outcome.response, masker) } : { error: masker.text(outcome.failure.message) }),
  };
}

function responseOf(response: HttpResponse, masker: Masker): NonNullable<Exchange['response']> {
  const { contentType, bytes } = response;
  const isText =
    bytes.length > 0 && (response.isJson || contentType === '' || /^text\/|xml|javascript|urlencoded|event-stream/i.test(contentType));
  return {
    status: response.status,
    headers: masker.headers(response.headers),
    ...(isText && {
      body:
        response.isJson && response.json.ok && bytes.length <= LONGEST_BODY
          ? masker.json(response.json.value)
          : bodyOf(response.text, contentType, masker),
    }),
    sizeBytes: bytes.length,
  };
}

/** Masked first, then cut: half a secret is still one. */
function bodyOf(text: string, contentType: string, masker: Masker): unknown {
  if (text.length <= LONGEST_BODY && /[/+]json\b/i.test(contentType)) {
    try {
      return masker.json(JSON.parse(text));
    } catch {
      /* shown as the text that it is */
    }
  }
  const masked = masker.body(text, contentType);
  return masked.length > LONGEST_BODY ? `${masked.slice(0, LONGEST_BODY)}… (cut; ${text.length} characters)` : masked;
}
