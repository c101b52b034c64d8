import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import semver from 'semver';

/** What a registry says about a package. */
export type Published =
  | {
      readonly kind: 'found';
      readonly latest: string;
      /** Node versions that the latest one supports; absent when it does not say. */ readonly node?: string;
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable'; readonly why: string };

const DEFAULT = 'https://registry.npmjs.org/';
const TIMEOUT_MS = 15_000;

/**
 * The registry that a package comes from, as npm decides: that of its scope, then the general one; each from the environment, the `.npmrc` files from
 * the project upwards, and that of the user. Credentials are not read: a registry that demands them says so.
 */
export function registryOf(name: string, root: string, environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const settings = npmrcSettings(root);
  const scope = /^(@[^/]+)\//.exec(name)?.[1];
  const scoped = scope === undefined ? undefined : (environment[`npm_config_${scope}:registry`] ?? settings.get(`${scope}:registry`));
  const general =
    environment['npm_config_registry'] ??
    environment['NPM_CONFIG_REGISTRY'] ??
    environment['YARN_NPM_REGISTRY_SERVER'] ??
    settings.get('registry') ??
    DEFAULT;
  const url = scoped ?? general;
  return url.endsWith('/') ? url : `${url}/`;
}

function npmrcSettings(root: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  for (const file of [...folders.map((folder) => join(folder, '.npmrc')), join(homedir(), '.npmrc')]) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      continue;
    }
    for (const match of text.matchAll(/^[ \t]*((?:@[^\s:=]+:)?registry)[ \t]*=[ \t]*["']?([^\s"';#]+)/gm)) {
      const url = match[2]!.replaceAll(/\$\{(\w+)\}/g, (_whole, variable: string) => process.env[variable] ?? '');
      if (!settings.has(match[1]!)) settings.set(match[1]!, url);
    }
  }
  return settings;
}

/** Asks the registry for the latest version of a package. Never throws for what a network does. */
export async function published(name: string, registry: string): Promise<Published> {
  let url: URL;
  try {
    url = new URL(name.replace('/', '%2f'), registry);
  } catch {
    return { kind: 'unreachable', why: `"${registry}" is no address of a registry` };
  }
  const { EnvHttpProxyAgent, request } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const answer = await request(url, {
      dispatcher,
      headers: { accept: 'application/vnd.npm.install-v1+json, application/json;q=0.9' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.statusCode === 404) {
      await answer.body.dump();
      return { kind: 'unknown' };
    }
    if (answer.statusCode === 401 || answer.statusCode === 403) {
      await answer.body.dump();
      return { kind: 'unreachable', why: `it demands credentials (${answer.statusCode}), which \`tool upgrade\` does not read` };
    }
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      return { kind: 'unreachable', why: `it answered ${answer.statusCode}` };
    }
    return latestIn(await answer.body.json());
  } catch (error) {
    return { kind: 'unreachable', why: reasonOf(error) };
  } finally {
    await dispatcher.close();
  }
}

function latestIn(document: unknown): Published {
  const { 'dist-tags': tags, versions } = (document ?? {}) as {
    readonly 'dist-tags'?: { readonly latest?: unknown } | null;
    readonly versions?: Readonly<Record<string, { readonly engines?: { readonly node?: unknown } | null } | null>> | null;
  };
  // What is not a version would become an argument of the package manager.
  const latest = typeof tags?.latest === 'string' ? semver.valid(tags.latest) : null;
  if (latest === null) return { kind: 'unreachable', why: 'its answer names no version: it may be no registry' };
  const node = versions?.[latest]?.engines?.node;
  return { kind: 'found', latest, ...(typeof node === 'string' && { node }) };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name cannot be resolved: this machine seems to be offline',
  EAI_AGAIN: 'its name cannot be resolved: this machine seems to be offline',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it broke the connection',
  ENETUNREACH: 'there is no network: this machine seems to be offline',
  EHOSTUNREACH: 'there is no way to it',
  UND_ERR_SOCKET: 'it broke the connection',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
};

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `it did not answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof SyntaxError) return 'its answer is not JSON: it may be no registry';
  const code = [
    error,
    (error as { readonly cause?: unknown } | null)?.cause,
    ...((error as { readonly errors?: readonly unknown[] } | null)?.errors ?? []),
  ]
    .map((one) => (one as { readonly code?: unknown } | null)?.code)
    .find((one) => typeof one === 'string');
  return typeof code === 'string' ? (REASONS[code] ?? code) : error instanceof Error ? error.message : String(error);
}
