import { randomBytes } from 'node:crypto';

/** Names of what a page can be told. `reset`: too much was missed, read everything again. */
export type EventName = 'model' | 'changes' | 'activity' | 'workflows' | 'memory' | 'runs' | 'config' | 'scan' | 'run' | 'reset';

export interface HubEvent {
  readonly id: string;
  readonly name: EventName;
  readonly data: unknown;
}

export interface EventHub {
  publish(name: EventName, data: unknown): void;
  /** The stream of one page, beginning after the event that it saw last. */
  open(lastId: string | undefined): ReadableStream<Uint8Array>;
  /** Ends all streams. */
  close(): void;
  readonly pages: number;
}

/** A page that was away longer than so many events reads everything again. */
const KEPT = 500;
const HEARTBEAT_MS = 15_000;

/**
 * Server-sent events with numbers, so that a page that lost the connection gets what it missed: nothing twice, nothing left out.
 * Ids carry a mark of this process; a page that comes from another one (a restart) is told to reset.
 */
export function createEventHub(options: { readonly kept?: number; readonly heartbeatMs?: number } = {}): EventHub {
  const kept = options.kept ?? KEPT;
  const mark = randomBytes(6).toString('hex');
  const encoder = new TextEncoder();
  const history: HubEvent[] = [];
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let last = 0;

  const write = (controller: ReadableStreamDefaultController<Uint8Array>, text: string): void => {
    try {
      controller.enqueue(encoder.encode(text));
    } catch {
      open.delete(controller);
    }
  };
  const heartbeat = setInterval(() => {
    for (const controller of open) write(controller, ': still here\n\n');
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  heartbeat.unref();

  return {
    get pages() {
      return open.size;
    },
    publish(name, data) {
      const event: HubEvent = { id: `${mark}-${++last}`, name, data };
      history.push(event);
      if (history.length > kept) history.shift();
      for (const controller of open) write(controller, format(event));
    },
    open(lastId) {
      let mine: ReadableStreamDefaultController<Uint8Array>;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          mine = controller;
          open.add(controller);
          write(controller, 'retry: 1000\n\n');
          if (lastId === undefined) {
            write(controller, `id: ${mark}-${last}\nevent: hello\ndata: {}\n\n`);
            return;
          }
          const missed = missedAfter(lastId);
          if (missed === null) write(controller, format({ id: `${mark}-${last}`, name: 'reset', data: {} }));
          else for (const event of missed) write(controller, format(event));
        },
        cancel() {
          open.delete(mine);
        },
      });
    },
    close() {
      clearInterval(heartbeat);
      for (const controller of open) {
        try {
          controller.close();
        } catch {
          /* the page left first */
        }
      }
      open.clear();
    },
  };

  function missedAfter(id: string): readonly HubEvent[] | null {
    const [from, number] = id.split('-');
    const seen = Number(number);
    if (from !== mark || !Number.isInteger(seen) || seen > last || seen < last - history.length) return null;
    return history.slice(history.length - (last - seen));
  }
}

/** JSON has no line ends of its own, so an event is always one `data` line. */
const format = ({ id, name, data }: HubEvent): string => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data ?? {})}\n\n`;
