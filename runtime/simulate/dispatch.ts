import type { Dispatcher } from 'undici';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly bytes: Buffer;
  /** An event stream, which was still open when listening to it ended. */
  readonly endless: boolean;
}

/** A body that is larger than the limit; it was not read to its end. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** The caller, or the limit of the whole exchange, ended it. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

export interface DispatchLimits {
  readonly maxBodyBytes: number;
  /** Milliseconds that an event stream is listened to. */
  readonly streamMs: number;
}

/** An exchange that is going on. */
export interface Ongoing {
  readonly answer: Promise<RawAnswer>;
  giveUp(): void;
}

/**
 * Sends one request and collects the answer. It stands on the dispatch handlers of the library and not on its streams: a stream for each
 * body, and a signal for each request, cost a quarter of a short exchange.
 * @param onHeaders called when the status line and headers are there
 */
export function dispatch(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions, limits: DispatchLimits, onHeaders: (status: number, headers: RawAnswer['headers']) => void): Ongoing {
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let givenUp = false;
  let status = 0;
  let headers: RawAnswer['headers'] = {};
  let chunks: Buffer[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let settle: (answer: RawAnswer) => void;
  let refuse: (error: unknown) => void;
  const answer = new Promise<RawAnswer>((resolve, reject) => { settle = resolve; refuse = reject; });
  const end = (endless: boolean): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    settle({ status, headers, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size), endless });
  };
  const fail = (error: unknown): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    chunks = [];
    refuse(error);
  };
  /** What is left unread would block the connection: it is given up with the rest. */
  const drop = (error: Error): void => {
    fail(error);
    controller?.abort(error);
  };
  const tooLarge = (why: string): void => { drop(new TooLargeError(`The body is larger than the limit of ${limits.maxBodyBytes} bytes: ${why}.`)); };
  try {
    dispatcher.dispatch(request, {
      onRequestStart(given) {
        controller = given;
        if (givenUp) given.abort(new GivenUpError());
      },
      onResponseStart(_controller, code, given) {
        // Informational answers come before the real one.
        if (code < 200 || settled) return;
        status = code;
        headers = given as RawAnswer['headers'];
        onHeaders(code, headers);
        const length = Number(headers['content-length']);
        if (length > limits.maxBodyBytes && request.method !== 'HEAD') { tooLarge(`${length} bytes are announced`); return; }
        if (/^text\/event-stream\b/i.test(String(headers['content-type'] ?? ''))) {
          timer = setTimeout(() => { end(true); controller?.abort(new GivenUpError()); }, limits.streamMs);
        }
      },
      onResponseData(_controller, chunk) {
        if (settled) return;
        size += chunk.length;
        chunks.push(chunk);
        if (size > limits.maxBodyBytes) tooLarge('it has no announced length and goes on');
      },
      onResponseEnd() { end(false); },
      onResponseError(_controller, error) { fail(error); },
    });
  } catch (error) {
    fail(error);
  }
  return {
    answer,
    giveUp() {
      givenUp = true;
      drop(new GivenUpError());
    },
  };
}
