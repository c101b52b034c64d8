import type { Endpoint, SecurityUse } from './generated/types.js';

/** What callers of an endpoint need: of each list one. Schemes that need not be used are in none. */
export function demandsOf({ security = [] }: Pick<Endpoint, 'security'>): readonly (readonly SecurityUse[])[] {
  const demands = new Map<number, SecurityUse[]>();
  for (const use of security) {
    if (use.required === false) continue;
    const { demand = 1 } = use;
    const known = demands.get(demand);
    if (known) known.push(use);
    else demands.set(demand, [use]);
  }
  return [...demands].sort(([a], [b]) => a - b).map(([, uses]) => uses);
}
