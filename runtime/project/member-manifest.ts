import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Nothing in somebody's manifest is what it should be until it was looked at. */
export interface Manifest {
  readonly name?: unknown;
  readonly workspaces?: unknown;
  readonly dependencies?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly module?: unknown;
  readonly types?: unknown;
  readonly scripts?: unknown;
}

/** A JSON file as an object; null when it is none. */
export function readJson(file: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

export const readManifest = (folder: string): Manifest | null => readJson(join(folder, 'package.json'));

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

export const dependsOn = (manifest: Manifest, packages: ReadonlySet<string>): boolean =>
  keysOf(manifest.dependencies).some((name) => packages.has(name));

const STARTS = /^(?:start|dev|serve|server|develop|deploy)(?:[:.-]|$)/;
/** Commands that build, check or serve pages, and start no server of ours. */
const BUILDS =
  /^(?:tsc|tsc-watch|tsup|tsdown|rollup|microbundle|babel|swc|gulp|webpack|webpack-dev-server|vite|next|nuxt|react-scripts|react-app-rewired|craco|ng|vue-cli-service|parcel|storybook|start-storybook|expo|react-native|gatsby|docusaurus|astro|remix|svelte-kit|jest|vitest|eslint|tailwindcss|sass|preconstruct|unbuild|father|dumi|wait-on|cypress|electron)$/;
/** What runs other commands, and what stands in front of them. */
const IN_FRONT =
  /^(?:npx|pnpx|bunx|yarn|pnpm|npm|exec|run|dlx|cross-env|cross-env-shell|env-cmd|dotenv|dotenvx|concurrently|npm-run-all|run-p|run-s|run-script-os|turbo|nx|lerna|rimraf|rm|mkdirp|cp|cpx|copyfiles|echo|cd|wait|sleep|set|export|--|&&|&|\||\|\||-.*|[A-Z_][A-Z0-9_]*=.*)$/;
/** Files that start what is in their folder. */
const START_FILES = [
  'Procfile',
  'ecosystem.config.js',
  'ecosystem.config.cjs',
  'ecosystem.json',
  'nodemon.json',
  'serverless.yml',
  'serverless.yaml',
  'serverless.ts',
  'fly.toml',
  'render.yaml',
  'app.yaml',
  'vercel.json',
  'now.json',
];

/** Whether a script does nothing but build or serve pages. */
function onlyBuilds(script: string): boolean {
  const words = script.split(/[\s"'`;()]+/).filter((word) => word !== '' && !IN_FRONT.test(word));
  const commands = words
    .map((word) => word.split('/').pop()!)
    .filter(
      (word) =>
        BUILDS.test(word) ||
        /^(?:node|nodemon|ts-node|ts-node-dev|tsnd|tsx|babel-node|bun|deno|pm2|nest|fastify|sls|serverless|firebase|wrangler|functions-framework|micro)$/.test(
          word,
        ) ||
        /\.[cm]?[jt]s$/.test(word),
    );
  return commands.length > 0 && commands.every((command) => BUILDS.test(command) || /\.config\.[cm]?[jt]s$/.test(command));
}

/** The last image of a Dockerfile runs Node, or a package manager's script. */
function startedByDocker(folder: string): boolean {
  try {
    return /^\s*(?:CMD|ENTRYPOINT)\b.*\b(?:node|npm|yarn|pnpm|bun|tsx|ts-node|pm2)/im.test(
      readFileSync(join(folder, 'Dockerfile'), 'utf8'),
    );
  } catch {
    return false;
  }
}

/** It is there for others to import, and what it depends on it is given by them. */
export const isLibrary = ({ exports, module, types }: Manifest): boolean => [exports, module, types].some((field) => field !== undefined);

/** A library may depend on a framework, too; nobody starts it. */
export function startsSomething(folder: string, manifest: Manifest | null): boolean {
  const scripts =
    typeof manifest?.scripts === 'object' && manifest.scripts !== null ? Object.entries(manifest.scripts as Record<string, unknown>) : [];
  return (
    scripts.some(([name, script]) => STARTS.test(name) && typeof script === 'string' && !onlyBuilds(script)) ||
    START_FILES.some((name) => existsSync(join(folder, name))) ||
    startedByDocker(folder)
  );
}

const SERVER_FILES = ['index', 'server', 'app', 'main'].flatMap((name) =>
  ['', 'src/'].flatMap((folder) => ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts'].map((end) => `${folder}${name}.${end}`)),
);

/** Whether the main file, or one that is usually called so, listens: `node .` starts that one, without a script. */
export function listens(folder: string, manifest: Manifest | null): boolean {
  const main = typeof manifest?.main === 'string' ? [manifest.main, `${manifest.main}.js`, `${manifest.main}/index.js`] : [];
  return [...main, ...SERVER_FILES].some((name) => {
    try {
      return /\.listen\s*\(|\bserve\s*\(/.test(readFileSync(join(folder, name), 'utf8'));
    } catch {
      return false;
    }
  });
}
