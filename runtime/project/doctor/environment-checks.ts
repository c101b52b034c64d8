import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import semver from 'semver';
import type { Config } from '../../../schemas/index.js';
import { readConfig, storePaths } from '../../store/index.js';
import { serverFolders } from '../project-servers.js';
import { installedHooks } from '../hook/index.js';
import { ok, problem, skipped, warning, type Check } from './check.js';

const DEFAULT_PORT = 8787;

/** The running Node against `engines` of the tool's own package. */
export function runtimeCheck(version = process.versions.node): Check {
  const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const wanted = manifest.engines.node;
  return semver.satisfies(version, wanted, { includePrerelease: true })
    ? ok('runtime', `Node ${version} (needed: ${wanted})`)
    : problem(
        'runtime',
        `Node ${version} is not supported: tool needs ${wanted}.`,
        'Install a current Node, for example from https://nodejs.org.',
      );
}

/** The configuration, what it names, and the port of `tool dev`. */
export function configCheck(root: string): Check[] {
  const config = readConfig(root);
  if (config === null) return [warning('config', 'There is no tool.config.json; the defaults are used.', 'Run `tool init` to make one.')];
  const missing = (config.entries ?? []).filter((entry) => !existsSync(join(root, entry)));
  if (missing.length > 0)
    return [
      problem(
        'config',
        `\`entries\` in tool.config.json names what is not there: ${missing.join(', ')}.`,
        'Correct the paths; they are relative to tool.config.json.',
      ),
    ];
  // Throws when `projects` names a folder that does not exist.
  serverFolders(root, config);
  return [ok('config', 'tool.config.json is valid'), ...environmentsOf(config)];
}

function environmentsOf(config: Config): Check[] {
  const names = (config.environments ?? []).map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return twice.length === 0
    ? []
    : [
        problem(
          'environments',
          `tool.config.json has several environments called ${[...new Set(twice)].join(', ')}: --env cannot tell them apart.`,
          'Give each its own name.',
        ),
      ];
}

/** Whether `tool dev` could listen: it is tried, and closed at once. */
export async function portCheck(root: string): Promise<Check> {
  let config: Config | null = null;
  try {
    config = readConfig(root);
  } catch {
    /* the configuration has a check of its own */
  }
  const port = config?.port ?? DEFAULT_PORT;
  const code = await new Promise<string | null>((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      done(error.code ?? error.message);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => {
        done(null);
      });
    });
  });
  if (code === null) return ok('port', `port ${port} is free for \`tool dev\``);
  const remedy = `End the process that uses it (it may be a \`tool dev\` that runs already), choose another one with \`tool dev --port <number>\`, or set "port" in tool.config.json.`;
  return problem(
    'port',
    code === 'EADDRINUSE' ? `Port ${port}, the one of \`tool dev\`, is in use.` : `\`tool dev\` could not listen on port ${port}: ${code}.`,
    remedy,
  );
}

/** Whether a folder can be written: everything else would fail later, and less clearly. */
export function toolFolderCheck(root: string): Check {
  const { folder } = storePaths(root);
  const present = existsSync(folder) ? folder : root;
  try {
    accessSync(present, constants.W_OK);
  } catch {
    return problem(
      'tool-folder',
      `${present} cannot be written, so no scan can store its model.`,
      'Give the user who runs the tool the right to write there. Until then `tool scan --check` compiles and writes nothing.',
    );
  }
  return existsSync(folder)
    ? ok('tool-folder', '.tool is there')
    : warning('tool-folder', 'There is no .tool folder yet.', 'Run `tool init` or `tool scan`.');
}

/** Whether commits run the hook that is installed. */
export function hookCheck(root: string): Check {
  const hooks = installedHooks(root);
  const running = hooks.find(({ inactive }) => inactive === null);
  if (running) return ok('hook', `commits are checked (${running.title})`);
  const hook = hooks[0];
  return hook
    ? warning('hook', `The pre-commit hook in ${relative(root, hook.file)} does not run.`, hook.inactive!)
    : skipped('hook', 'no pre-commit hook; `tool hook install` makes one');
}
