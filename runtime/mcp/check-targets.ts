import type { Edit } from './apply-edits.js';
import { failure } from './failure.js';
import { isAllowedUrl } from './allowed-url.js';
import type { Session } from './session.js';

/**
 * An assistant must not decide where requests go: a text that it read could make it add a server and send data there. Servers on
 * this machine, and those that the user allowed, are free.
 * @throws UsageError `environment/not-allowed`
 */
export async function checkTargets(session: Session, edits: readonly Edit[]): Promise<void> {
  for (const { kind, set, name } of edits) {
    const url = kind === 'environment' ? set?.['baseUrl'] : undefined;
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) continue; // what is no URL is refused by the schema
    if (await isAllowedUrl(session, url)) continue;
    throw failure(
      'environment/not-allowed',
      `The environment "${name}" is not on this machine (${url}), and whoever started this server did not allow it.`,
      'A person can add it to "environments" in tool.config.json, or start the server with `tool mcp --allow-url <url>`.',
    );
  }
}
