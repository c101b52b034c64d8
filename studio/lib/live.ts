export type LiveName = 'model' | 'changes' | 'activity' | 'workflows' | 'memory' | 'runs' | 'scan' | 'run' | 'reset';
/** Of each event the listener says what it holds: the server's description of them is `runtime/server/openapi.yaml`. */
// oxlint-disable-next-line @typescript-eslint/no-explicit-any -- see above
type Listener = (data: any) => void;

const NAMES: readonly LiveName[] = ['model', 'changes', 'activity', 'workflows', 'memory', 'runs', 'scan', 'run', 'reset'];

/**
 * What happens, from the server. The browser reconnects by itself and says what it saw last; a tab that nobody looks at gives its
 * connection back (browsers have six for each server) and catches up when it is shown again.
 */
class Live extends EventTarget {
  #source: EventSource | undefined;
  #lastId = '';
  #listeners = new Map<LiveName, Set<Listener>>();
  #hide: ReturnType<typeof setTimeout> | undefined;
  connected = false;
  #late = false;

  /** Settles when what happens from now on is heard: what is read before could be out of date and stay so. */
  start(): Promise<void> {
    document.addEventListener('visibilitychange', () => {
      clearTimeout(this.#hide);
      if (document.hidden) this.#hide = setTimeout(() => this.#close(), 10_000);
      else if (this.#source === undefined) this.#open();
    });
    this.#open();
    return new Promise((resolve) => {
      this.addEventListener('hello', () => resolve(), { once: true });
      // A browser with too many connections opens none for now: what is read without one is read again when there is.
      setTimeout(() => {
        this.#late = this.#lastId === '';
        resolve();
      }, 2_000);
    });
  }

  on(name: LiveName, listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  #open(): void {
    this.#close();
    const source = (this.#source = new EventSource(`/api/events${this.#lastId === '' ? '' : `?after=${this.#lastId}`}`));
    const seen = (event: Event): void => {
      this.#lastId = (event as MessageEvent).lastEventId || this.#lastId;
    };
    source.addEventListener('hello', (event) => {
      seen(event);
      this.dispatchEvent(new Event('hello'));
      if (this.#late) for (const listener of this.#listeners.get('reset') ?? []) listener({});
      this.#late = false;
    });
    for (const name of NAMES) {
      source.addEventListener(name, (event) => {
        seen(event);
        const data: unknown = JSON.parse((event as MessageEvent<string>).data);
        for (const listener of this.#listeners.get(name) ?? []) listener(data);
      });
    }
    source.onopen = () => this.#set(true);
    source.onerror = () => {
      this.#set(false);
      // The browser gives up for good when the answer is an error: the cookie may be gone, or the port somebody else's.
      if (source.readyState === EventSource.CLOSED && this.#source === source) {
        this.#source = undefined;
        setTimeout(() => {
          if (this.#source === undefined && !document.hidden) this.#open();
        }, 2_000);
      }
    };
  }

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
  }

  #set(connected: boolean): void {
    if (connected === this.connected) return;
    this.connected = connected;
    this.dispatchEvent(new Event('connection'));
  }
}

export const live = new Live();
