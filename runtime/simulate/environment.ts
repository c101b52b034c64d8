import { distance } from 'fastest-levenshtein';
import type { Environment, Memory } from '../../schemas/index.js';
import { memoryValue, UsageError } from '../store/index.js';
import { isLoopback } from './http-dispatcher.js';

/**
 * Where requests go: the environment that a person names; else the only one, the first one on this machine, or the first one; else what
 * the memory holds as `global:baseUrl`.
 * @param environments those of the model and of the configuration; of two with one name the first counts
 * @throws UsageError for an unknown name, and when there is nothing to choose from: never a fallback to another server
 */
export function chooseEnvironment(environments: readonly Environment[], named: string | undefined, memory: Memory): Environment {
  const names = [...new Set(environments.map(({ name }) => name))];
  if (named !== undefined) {
    const found = environments.find(({ name }) => name === named);
    if (found !== undefined) return found;
    const near = names.filter((name) => distance(name.toLowerCase(), named.toLowerCase()) <= Math.max(2, named.length / 3));
    throw new UsageError({
      what: `There is no environment "${named}".`,
      why: '',
      help:
        near.length > 0
          ? `Did you mean "${near[0]}"?`
          : names.length > 0
            ? `There are ${names.map((name) => `"${name}"`).join(', ')}.`
            : HOW_TO_ADD,
    });
  }
  const chosen = environments.find(({ baseUrl }) => isLocal(baseUrl)) ?? environments[0];
  if (chosen !== undefined) return chosen;
  const remembered = memoryValue(memory, { scope: 'global', key: 'baseUrl' });
  if (remembered !== undefined && /^https?:\/\/\S+$/.test(remembered)) return { name: 'global:baseUrl', baseUrl: remembered };
  throw new UsageError({ what: 'There is no environment: nothing says where the server is.', why: '', help: HOW_TO_ADD });
}

const HOW_TO_ADD =
  'Add one to tool.config.json, "environments": [{"name": "local", "baseUrl": "http://localhost:3000"}], or set it: tool memory set global:baseUrl http://localhost:3000';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that change something on a machine other than this one, unless that is allowed.
 * @throws UsageError that names the first such method
 */
export function checkWrites(environment: Environment, methods: Iterable<string>, allowed: boolean): void {
  if (allowed || environment.allowWrites === true || isLocal(environment.baseUrl)) return;
  for (const method of methods) {
    if (READING.has(method)) continue;
    throw new UsageError({
      what: `${method} requests are not sent to "${environment.name}" (${environment.baseUrl}).`,
      why: 'It is not on this machine, and they may change data there.',
      help: 'Allow it with --allow-writes, or with "allowWrites": true in that environment.',
    });
  }
}

function isLocal(baseUrl: string): boolean {
  try {
    return isLoopback(new URL(baseUrl).hostname);
  } catch {
    return false;
  }
}
