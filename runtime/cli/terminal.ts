import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** Questions to whoever sits at the terminal. Everything is written to stderr: stdout belongs to the result. */
export interface Terminal {
  /** A line of input; null at its end. */
  line(question: string, options?: { readonly hidden?: boolean }): Promise<string | null>;
  close(): void;
}

export function openTerminal(input: NodeJS.ReadStream = process.stdin, output: NodeJS.WriteStream = process.stderr): Terminal {
  let hidden = false;
  // What is typed is echoed by readline through this stream, or not at all.
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) output.write(chunk);
      done();
    },
  });
  let reader: Interface | null = null;
  const waiting: ((line: string | null) => void)[] = [];
  const lines: string[] = [];
  let ended = false;
  const open = (): void => {
    if (reader !== null) return;
    reader = createInterface({ input, output: echo, terminal: input.isTTY === true });
    reader.on('line', (line) => {
      const next = waiting.shift();
      if (next) next(line);
      else lines.push(line);
    });
    reader.on('close', () => {
      ended = true;
      for (const next of waiting.splice(0)) next(null);
    });
    reader.on('SIGINT', () => {
      process.kill(process.pid, 'SIGINT');
    });
  };
  return {
    async line(question, options) {
      open();
      output.write(question);
      hidden = options?.hidden === true && input.isTTY === true;
      try {
        const ready = lines.shift();
        if (ready !== undefined) return ready;
        if (ended) return null;
        return await new Promise<string | null>((resolve) => {
          waiting.push(resolve);
        });
      } finally {
        if (hidden) output.write('\n');
        hidden = false;
      }
    },
    close() {
      reader?.close();
    },
  };
}
