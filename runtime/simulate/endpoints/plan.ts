import type { Endpoint } from '../../../schemas/index.js';

export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** Endpoints that end what others need: a session, a token. */
const ENDS_SESSION = /(?:log|sign)-?_?(?:out|off)|revoke|\/sessions?\/(?:current|me)$/i;

export const endsSession = ({ path }: Pick<Endpoint, 'path'>): boolean => ENDS_SESSION.test(path);

/** Endpoints that take from others what they logged in with: the password, the account itself. */
const CHANGES_SECRET = /(?:change|update|new)-?_?(?:my-?_?)?pass(?:word|wd)?(?:$|\/)|\/pass(?:word|wd)(?:\/change)?$/i;
const ENDS_ACCOUNT =
  /\/(?:users?|accounts?|members?|profile)\/(?:delete|remove|close|deactivate)$|(?:delete|close|remove|deactivate)-?_?(?:my-?_?)?account$/i;
const OWN = /\/(?:me|self|myself|account|profile|user)$/i;

/** Endpoints after which nobody's credential, or nothing that was made, may be there any more. */
const ENDS_ALL =
  /\/(?:rotate|regenerate|invalidate)[\w/-]*(?:secret|session|jwt|signing)|(?:secret|jwt|sessions?)\/(?:rotate|regenerate|reset|invalidate)$|\/[\w-]*(?:reset|wipe|purge)(?:[-_]?(?:all|db|database|data|everything|system|server))?$/i;

const endsAccount = ({ method, path }: Endpoint): boolean =>
  (method === 'POST' && ENDS_ACCOUNT.test(path)) || (method === 'DELETE' && (OWN.test(path) || ENDS_ACCOUNT.test(path)));
const changesSecret = ({ method, path, security }: Endpoint): boolean =>
  method !== 'GET' && CHANGES_SECRET.test(path) && (security ?? []).length > 0 && !/[:*]/.test(path);

/** Whether whoever calls an endpoint cannot go on as before: that is for a user of its own. */
export const takesLeave = (endpoint: Endpoint): boolean => endsSession(endpoint) || changesSecret(endpoint) || endsAccount(endpoint);

/** Whether an endpoint takes an account from whoever has it, or its password: nothing for one that a person goes on using. */
export const spoilsAccount = (endpoint: Endpoint): boolean => changesSecret(endpoint) || endsAccount(endpoint);

/** The order of kinds: create, read, update, and what destroys last. */
function rankOf(endpoint: Endpoint): number {
  if (endpoint.method !== 'GET' && ENDS_ALL.test(endpoint.path) && !endpoint.path.includes(':')) return 7;
  if (changesSecret(endpoint)) return 4;
  if (endsSession(endpoint)) return 5;
  if (endsAccount(endpoint)) return 6;
  switch (endpoint.method) {
    case 'POST':
      return 0;
    case 'PUT':
    case 'PATCH':
      return 2;
    case 'DELETE':
      return 3;
    default:
      return 1;
  }
}

/**
 * The endpoints in groups that follow each other. Within a group none needs what another one produces, so its members may run at
 * once. Who produces comes before who consumes; among those that could run, creating comes before reading, updating and deleting. What
 * was made of other things is deleted before them, and what lies deeper first. The order depends on the endpoints alone.
 * @param known all endpoints of the model: producers that are not among those to plan count, too
 */
export function planEndpoints(endpoints: readonly Endpoint[], known: readonly Endpoint[] = endpoints): Endpoint[][] {
  const heights = heightsOf(known);
  const weightOf = (endpoint: Endpoint): number =>
    Math.max(0, ...producersOf(endpoint).map((producer) => heights.get(producer) ?? 0)) * 1_000 + depthOf(endpoint);
  const byKey = new Map(endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  const done = new Set<string>();
  const open = new Set(byKey.keys());
  const groups: Endpoint[][] = [];
  while (open.size > 0) {
    const ready = [...open]
      .map((key) => byKey.get(key)!)
      .filter((endpoint) =>
        producersOf(endpoint).every((producer) => !open.has(producer) || producer === keyOf(endpoint) || done.has(producer)),
      );
    // A circle of producers and consumers: the first of them has to do without.
    const candidates = ready.length > 0 ? ready : [byKey.get([...open].sort()[0]!)!];
    const rank = Math.min(...candidates.map(rankOf));
    const ofRank = candidates.filter((endpoint) => rankOf(endpoint) === rank);
    const weight = rank === 3 ? Math.max(...ofRank.map(weightOf)) : undefined;
    const group = ofRank
      .filter((endpoint) => weight === undefined || weightOf(endpoint) === weight)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    for (const endpoint of group) {
      open.delete(keyOf(endpoint));
      done.add(keyOf(endpoint));
    }
    groups.push(group);
  }
  return groups;
}

export const producersOf = (endpoint: Endpoint): string[] => [...new Set((endpoint.consumes ?? []).map(({ producedBy }) => producedBy))];

/** How many makings a thing is made of: a book that needs an author is higher than the author. */
function heightsOf(endpoints: readonly Endpoint[]): ReadonlyMap<string, number> {
  const byKey = new Map(endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  const heights = new Map<string, number>();
  const height = (key: string, above: ReadonlySet<string>): number => {
    const known = heights.get(key);
    const endpoint = byKey.get(key);
    if (known !== undefined || endpoint === undefined || above.has(key)) return known ?? 0;
    const below = producersOf(endpoint).map((producer) => height(producer, new Set([...above, key])));
    const own = 1 + Math.max(0, ...below);
    heights.set(key, own);
    return own;
  };
  for (const key of byKey.keys()) height(key, new Set());
  return heights;
}

const depthOf = ({ path }: Endpoint): number => path.split('/').length;
