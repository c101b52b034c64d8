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

/**
 * One request on the wire, as the library tells of it; collects the answer. It stands on the dispatch handlers of the library and not on its
 * streams: a stream for each body, and a signal for each request, cost a quarter of a short exchange.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<RawAnswer>;
  /** Of the last answer that is not informational; 0 until it is there. */
  status = 0;
  /** By `performance.now()`, when the status and headers were there; 0 until then. */
  headersAt = 0;
  /** Called once, when the connection has nothing more to do with this request. */
  onOver: (() => void) | undefined;
  isSettled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp = false;
  #headers: RawAnswer['headers'] = {};
  #first: Buffer | undefined;
  #further: Buffer[] | undefined;
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #settle!: (answer: RawAnswer) => void;
  #refuse!: (error: unknown) => void;

  constructor(
    readonly method: string,
    readonly limits: DispatchLimits,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#refuse = reject;
    });
  }

  giveUp(): void {
    this.#givenUp = true;
    this.#drop(new GivenUpError());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp) controller.abort(new GivenUpError());
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: unknown): void {
    // Informational answers come before the real one.
    if (status < 200 || this.isSettled) return;
    this.headersAt = performance.now();
    this.status = status;
    this.#headers = headers as RawAnswer['headers'];
    const length = Number(this.#headers['content-length']);
    if (length > this.limits.maxBodyBytes && this.method !== 'HEAD') {
      this.#tooLarge(`${length} bytes are announced`);
      return;
    }
    const type = this.#headers['content-type'];
    if (type !== undefined && /^text\/event-stream\b/i.test(String(type))) {
      this.#timer = setTimeout(() => {
        this.#end(true);
        this.#controller?.abort(new GivenUpError());
      }, this.limits.streamMs);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled) return;
    this.#size += chunk.length;
    // Most bodies come in one piece.
    if (this.#first === undefined) this.#first = chunk;
    else (this.#further ??= [this.#first]).push(chunk);
    if (this.#size > this.limits.maxBodyBytes) this.#tooLarge('it has no announced length and goes on');
  }

  onResponseEnd(): void {
    this.#end(false);
    this.onOver?.();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: unknown): void {
    this.#fail(error);
    this.onOver?.();
  }

  #end(endless: boolean): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.#timer);
    const bytes = this.#further === undefined ? (this.#first ?? Buffer.alloc(0)) : Buffer.concat(this.#further, this.#size);
    this.#settle({ status: this.status, headers: this.#headers, bytes, endless });
  }

  #fail(error: unknown): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.#timer);
    this.#first = this.#further = undefined;
    this.#refuse(error);
  }

  /** What is left unread would block the connection: it is given up with the rest. */
  #drop(error: Error): void {
    this.#fail(error);
    this.#controller?.abort(error);
  }

  #tooLarge(why: string): void {
    this.#drop(new TooLargeError(`The body is larger than the limit of ${this.limits.maxBodyBytes} bytes: ${why}.`));
  }
}
