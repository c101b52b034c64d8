import type { EndpointSet, Middleware, MiddlewareId, Scheme } from '@tool/ir';
import { verifiesCredential } from './classify-middleware.js';
import { bearer, isCredential, type Guard } from './schemes.js';

/** The table, and the column of it, in which a guard looks the header `authorization` up and has nothing verified: `apiKeys.findFirst({ where: { secret } })`. */
function tableOf({ facts, behaviour }: Middleware): { readonly entity: string; readonly column: string } | undefined {
  if ((facts && verifiesCredential(facts)) || behaviour?.strategies) return undefined;
  return (behaviour?.data ?? [])
    .filter(({ operation }) => operation === 'read' || operation === 'list')
    .flatMap(({ entity, where = [] }) =>
      where.filter((binding) => isCredential(binding, bearer)).map(({ column }) => ({ entity, column })),
    )[0];
}

const isVerified = ({ origin, facts, behaviour }: Middleware): boolean =>
  (origin ?? behaviour?.strategies) !== undefined || (facts !== undefined && verifiesCredential(facts));

const nameOf = (entity: string): string => `${bearer.name}:${entity}`;

/**
 * Guards whose bearer is a key that stands in a table, where others take a bearer that is verified and no endpoint asks for both (one token may be verified and be
 * looked up): two credentials, which come from different places.
 */
export function bearersOfTables(
  { endpoints }: EndpointSet,
  guards: ReadonlyMap<MiddlewareId, { readonly middleware: Middleware; readonly guard: Guard | null }>,
): ReadonlyMap<MiddlewareId, Guard> {
  const bearing = [...guards.values()].filter(({ guard }) => guard?.scheme?.name === bearer.name);
  const verified = new Set(bearing.filter(({ middleware }) => isVerified(middleware)).map(({ middleware }) => middleware.id));
  const found = bearing.flatMap(({ middleware, guard }) => {
    const table = verified.has(middleware.id) ? undefined : tableOf(middleware);
    return table ? [{ id: middleware.id, guard: guard!, ...table }] : [];
  });
  if (verified.size === 0 || found.length === 0) return new Map();
  const together = new Set(
    endpoints
      .filter(({ chain }) => chain.some(({ middleware }) => verified.has(middleware)))
      .flatMap(({ chain }) => chain.map(({ middleware }) => middleware)),
  );
  const mixed = new Set(found.flatMap(({ id, entity }) => (together.has(id) ? [entity] : [])));
  return new Map(
    found
      .filter(({ entity }) => !mixed.has(entity))
      .map(({ id, guard, entity }) => [id, { ...guard, scheme: { ...bearer, name: nameOf(entity) } }]),
  );
}

/** Schemes of such keys, with where they stand. */
export function keysOfTables({ schemes, program }: EndpointSet): ReadonlyMap<Scheme, { readonly entity: string; readonly column: string }> {
  const tables = program.middlewares.flatMap((middleware) => tableOf(middleware) ?? []);
  return new Map(
    schemes.flatMap((scheme) => {
      const table = tables.find(({ entity }) => nameOf(entity) === scheme.name);
      return table ? [[scheme, table]] : [];
    }),
  );
}
