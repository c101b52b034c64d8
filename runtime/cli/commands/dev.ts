import { createInterface } from 'node:readline';
import { defineCommand, type Context, type Result } from '../command.js';
import { ExitCode } from '../exit-code.js';
import { someOf } from '../../project/some-of.js';
import { UsageError } from '../../project/usage-error.js';

const DEFAULT_PORT = 8787;

export const dev = defineCommand({
  path: ['dev'],
  summary: 'Start the dashboard: watches the sources, scans after every change, shows and tries the API',
  options: {
    port: {
      type: 'string',
      value: '<number>',
      description: `Port on 127.0.0.1; default: \`port\` of tool.config.json, else ${DEFAULT_PORT}; 0 for any free one`,
    },
    open: { type: 'boolean', description: 'Open the dashboard in the browser' },
  },
  examples: [
    ['tool dev --open', 'Start it and open it in the browser'],
    ['tool dev --port 9000 --project apps/api', 'For another folder, on another port'],
  ],
  output: 'dev',
  async run(context, input) {
    const { readConfig } = await import('../../store/index.js');
    const given = input.string('port');
    const port = given === undefined ? (readConfig(context.root)?.port ?? DEFAULT_PORT) : parsePort(given);
    await refuseSeveral(context.root);
    const running = await start(context, port, given === undefined);
    const link = running.link();
    if (input.flag('open')) openBrowser(link);
    const ended = untilSignal();
    const stopLinks =
      process.stdin.isTTY && process.stderr.isTTY
        ? offerLinks(() => context.trace(`Another link, for one browser: ${running.link()}`))
        : () => undefined;
    return {
      kind: 'data',
      document: { url: `http://127.0.0.1:${running.port}/`, link, port: running.port, projectRoot: context.root, pid: process.pid },
      text: (style) =>
        [
          `${style.bold('Dashboard')}  ${style.cyan(link)}`,
          style.dim('The link works once, for one browser. Enter prints another one, Ctrl-C ends.'),
        ].join('\n'),
      async until() {
        const code = await ended;
        stopLinks();
        await running.close();
        return code;
      },
    } satisfies Result;
  },
});

/** The dashboard shows one API. Which of several is meant is for the person to say. */
async function refuseSeveral(root: string): Promise<void> {
  const { serverFolders } = await import('../../project/project-servers.js');
  const { readProjectConfig } = await import('../../project/project-config.js');
  const folders = serverFolders(root, await readProjectConfig(root)).filter((folder) => folder !== '.');
  if (folders.length > 0)
    throw new UsageError(
      `${root} holds several servers, and the dashboard shows one: ${someOf(folders, 10)}.`,
      `Choose one: tool dev --project ${folders[0]}`,
    );
}

async function start(context: Context, port: number, mayAsk: boolean) {
  const { PortTaken, startStudio } = await import('../../server/index.js');
  const at = (wanted: number) => startStudio({ root: context.root, port: wanted, toolVersion: context.toolVersion, log: context.trace });
  try {
    return await at(port);
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    const help =
      error.next === undefined
        ? 'End that process, or choose a port with --port.'
        : `Start with --port ${error.next}, which is free, or end that process.`;
    if (!mayAsk || error.next === undefined || !process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(error.message, help);
    if (!(await confirm(`${error.message} Use ${error.next} instead? [Y/n] `))) throw new UsageError(error.message, help);
    return at(error.next);
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port: "${text}" is no port.`, 'A port is a number from 0 to 65535, for example --port 9000.');
  return port;
}

/** Ctrl-C is how a server ends; a second one ends it at once. */
const untilSignal = (): Promise<typeof ExitCode.success | typeof ExitCode.interrupted> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve(ExitCode.interrupted));
    process.once('SIGTERM', () => resolve(ExitCode.success));
  });

function offerLinks(print: () => void): () => void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', print);
  // A line reader would keep Ctrl-C for itself.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return () => lines.close();
}

function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) =>
    lines.question(question, (answer) => {
      lines.close();
      resolve(!/^n/i.test(answer.trim()));
    }),
  );
}

/** The link is made here and holds nothing of a user; no shell sees it. */
function openBrowser(link: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? (['open', [link]] as const)
      : process.platform === 'win32'
        ? (['rundll32', ['url.dll,FileProtocolHandler', link]] as const)
        : (['xdg-open', [link]] as const);
  void import('node:child_process').then(({ spawn }) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    // Without a browser there is still the printed link.
    child.on('error', () => undefined);
    child.unref();
  });
}
