import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createServer } from './create-server.js';
import { Session, type SessionOptions } from './session.js';

/**
 * Serves one project over stdio until the client closes stdin. stdout belongs to the protocol: what anything else prints goes
 * to stderr.
 */
export async function serve(options: SessionOptions): Promise<void> {
  for (const method of ['log', 'info', 'debug'] as const)
    console[method] = (...values: unknown[]) => {
      console.error(...values);
    };
  const session = new Session(options);
  const transport = new StdioServerTransport();
  await new Promise<void>((resolve) => {
    const handle = serveStdio(({ era }) => createServer(session, era), {
      transport,
      onerror: (error) => {
        process.stderr.write(`tool mcp: ${error.message}\n`);
      },
    });
    const close = (): void => {
      void handle.close().then(resolve, resolve);
    };
    process.stdin.once('end', close);
    process.stdin.once('close', close);
  });
  await session.close();
}
