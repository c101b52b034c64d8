import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Environment } from '../../schemas/index.js';
import { environmentsOf, readConfig, readMemory } from '../store/index.js';
import { isAllowedUrl } from './allowed-url.js';
import { failure } from './failure.js';
import type { Session } from './session.js';

/**
 * The environment that live calls go to, checked: one of the model or the configuration, where people put it, or one that the
 * user allowed; and never an address that stands for the network itself (cloud metadata among them).
 * @throws UsageError
 */
export async function liveTarget(session: Session, named: string | undefined): Promise<Environment> {
  const { chooseEnvironment, isLoopback } = await import('../simulate/index.js');
  const model = await session.modelIfAny();
  const declared = environmentsOf(session.root, model, readConfig(session.root) ?? {});
  const environment = chooseEnvironment(declared, named, readMemory(session.root));
  if (!declared.includes(environment) && !(await isAllowedUrl(session, environment.baseUrl))) {
    throw failure(
      'environment/not-allowed',
      `"${environment.baseUrl}" is remembered, and no environment of the model.`,
      'A person can add it to "environments" in tool.config.json, or start the server with --allow-url.',
      declared.map(({ name }) => name),
    );
  }
  if (!isLoopback(new URL(environment.baseUrl).hostname)) await refuseLinkLocal(environment);
  return environment;
}

async function refuseLinkLocal({ name, baseUrl }: Environment): Promise<void> {
  const { hostname } = new URL(baseUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const addresses =
    isIP(bare) !== 0
      ? [bare]
      : await lookup(bare, { all: true }).then(
          (found) => found.map(({ address }) => address),
          () => [],
        );
  const refused = addresses.find(isLinkLocal);
  if (refused !== undefined)
    throw failure(
      'environment/link-local',
      `The environment "${name}" leads to ${refused}, a link-local address: behind those are services of the network, not servers under test.`,
      'Give it the address of the server.',
    );
}

/** 169.254.0.0/16 and fe80::/10, also as an IPv4 address in an IPv6 one. */
export function isLinkLocal(address: string): boolean {
  const lower = address.toLowerCase();
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):[\da-f]{1,4})$/.exec(lower);
  if (mapped) return mapped[1] !== undefined ? mapped[1].startsWith('169.254.') : Number.parseInt(mapped[2]!, 16) === 0xa9fe;
  return lower.startsWith('169.254.') || /^fe[89ab][\da-f]:/.test(lower);
}
