import type { Client, Dispatcher } from 'undici';
import type { Exchange } from './dispatch.js';

/** The way to an origin. */
export interface Way {
  /** Sends a request, at once or when a connection is free. What goes wrong is told to the exchange. */
  start(options: Dispatcher.DispatchOptions, exchange: Exchange): void;
  /** Ends all connections. What is on them fails. */
  close(): Promise<void>;
}

/**
 * Connections to one origin, each with one request at a time. The library has pools, too; they take as long as all else that is done for a
 * request, since they ask every connection what it has to do.
 */
export class Connections implements Way {
  readonly #open: () => Client;
  readonly #most: number;
  readonly #all: Client[] = [];
  /** The last used comes first: others may close when they are idle. */
  readonly #free: Client[] = [];
  readonly #waiting: (readonly [Dispatcher.DispatchOptions, Exchange])[] = [];

  /** @param most how many there may be at once */
  constructor(open: () => Client, most: number) {
    this.#open = open;
    this.#most = most;
  }

  start(options: Dispatcher.DispatchOptions, exchange: Exchange): void {
    const client = this.#free.pop() ?? this.#another();
    if (client === undefined) this.#waiting.push([options, exchange]);
    else this.#run(client, options, exchange);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((client) => client.destroy()));
  }

  #another(): Client | undefined {
    if (this.#all.length >= this.#most) return undefined;
    const client = this.#open();
    this.#all.push(client);
    return client;
  }

  #run(client: Client, options: Dispatcher.DispatchOptions, exchange: Exchange): void {
    exchange.onOver = () => {
      exchange.onOver = undefined;
      this.#release(client);
    };
    client.dispatch(options, exchange);
  }

  #release(client: Client): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      // Given up while it was waiting.
      if (next[1].isSettled) continue;
      this.#run(client, next[0], next[1]);
      return;
    }
    this.#free.push(client);
  }
}
