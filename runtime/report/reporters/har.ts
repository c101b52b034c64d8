import { STATUS_CODES } from 'node:http';
import type { Exchange } from '../../../schemas/index.js';
import type { Reporter } from '../reporter.js';

/** HTTP Archive 1.2: every request and answer, for the network views of browsers and other tools. */
export const har: Reporter = {
  name: 'har',
  description: 'HTTP Archive of all requests and answers',
  extension: 'har',
  render(run) {
    const pages = run.groups.map((group, index) => ({
      startedDateTime: group.checks[0]?.exchanges[0]?.startedAt ?? run.startedAt,
      id: `group-${index + 1}`,
      title: group.iteration === undefined ? group.name : `${group.name} (round ${group.iteration})`,
      pageTimings: { onContentLoad: -1, onLoad: -1 },
    }));
    const entries = run.groups.flatMap((group, index) =>
      group.checks.flatMap((check) => check.exchanges.map((exchange) => entry(exchange, `group-${index + 1}`, check.name))),
    );
    const archive = {
      log: {
        version: '1.2',
        creator: { name: 'tool', version: run.toolVersion ?? '0' },
        pages,
        entries,
        comment: `run ${run.runId}, seed ${run.seed}`,
      },
    };
    return `${JSON.stringify(archive, null, 2)}\n`;
  },
};

function entry({ startedAt, latencyMs, request, response, error }: Exchange, pageref: string, name: string): object {
  return {
    pageref,
    startedDateTime: startedAt,
    time: latencyMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: query(request.url),
      ...(request.body !== undefined && {
        postData: { mimeType: request.headers['content-type'] ?? 'text/plain', text: textOf(request.body) },
      }),
      headersSize: -1,
      bodySize: request.body === undefined ? 0 : Buffer.byteLength(textOf(request.body)),
    },
    response: {
      // Status 0 is how archives write a request that was not answered.
      status: response?.status ?? 0,
      statusText: response === undefined ? '' : (STATUS_CODES[response.status] ?? ''),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response?.headers ?? {}),
      content: {
        size: response?.sizeBytes ?? 0,
        mimeType: String(response?.headers['content-type'] ?? 'x-unknown'),
        ...(response?.body !== undefined && { text: textOf(response.body) }),
      },
      redirectURL: String(response?.headers['location'] ?? ''),
      headersSize: -1,
      bodySize: response?.sizeBytes ?? -1,
      ...(error !== undefined && { comment: error }),
    },
    cache: {},
    timings: { send: 0, wait: latencyMs, receive: 0 },
    comment: name,
  };
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));

const pairs = (headers: Readonly<Record<string, string | readonly string[]>>): { name: string; value: string }[] =>
  Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [value] : value).map((each) => ({ name, value: each })));

function query(url: string): { name: string; value: string }[] {
  try {
    return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  } catch {
    return [];
  }
}
