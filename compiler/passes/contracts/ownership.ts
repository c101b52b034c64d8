import type { Endpoint, Ownership } from '@tool/ir';
import { evidence, type Facts } from './facts.js';

/**
 * The first member says what carries the claims (`user`, `auth`); the claim is the rest. An id of the caller may stand alone (`userId`). Rights name no owner,
 * nor does what says which token or login it is, nor what the application holds, the route states, or the connection is.
 */
const claimOf = (path: readonly string[]): string | undefined => {
  const inner = path[0] === 'locals' || path[0] === 'state' ? path.slice(1) : path;
  if (
    NOBODY.test(path[0] ?? '') ||
    /role|permission|scope|version$|session_?id$|^(?:jti|sid|iat|exp|nbf|iss|aud|nonce)$/i.test(inner.at(-1) ?? '')
  )
    return undefined;
  return inner.length > 1 ? inner.slice(1).join('.') : inner[0] !== undefined && CALLER_ID.test(inner[0]) ? inner[0] : undefined;
};

const NOBODY = /^(?:app|route|stated options|server|socket|connection|raw)$/;

/** A claim that stands on the request by itself. */
const CALLER_ID = /^(?:current|auth|logged_?in)?_?(?:user|account|member)_?id$/i;

/** Filters that name the addressed record itself. */
const IDENTITY = /^_?id$/i;

/**
 * Whose resource it is: a field of it is compared with a claim of the caller and others are refused, or the query for the addressed record
 * asks for both. Endpoints that address no record have no owner.
 */
export function ownershipOf(endpoint: Endpoint, facts: Facts): Ownership | undefined {
  if (!endpoint.segments.some((segment) => segment.kind === 'param' || segment.kind === 'mixed')) return undefined;
  for (const behaviour of facts.behaviours)
    for (const comparison of behaviour.comparisons ?? []) {
      const claim = claimOf(comparison.claim);
      if (claim !== undefined)
        return { ownerField: comparison.field, mustMatchAuthClaim: claim, evidence: evidence('code', comparison.place) };
    }
  for (const behaviour of facts.behaviours)
    for (const use of behaviour.data) {
      if (use.operation === 'create' || use.operation === 'list') continue;
      // What there may be none of yet is nobody's: `Like.findOne({ user, post: req.params.id })` in front of `Like.create()`.
      const isMade = facts.behaviours.some(({ data }) => data.some((each) => each.operation === 'create' && each.entity === use.entity));
      const addressed = use.where?.some(({ part, column }) => part === 'path' && (!isMade || IDENTITY.test(column)));
      const owned = use.where?.find((binding) => binding.part === 'context' && !IDENTITY.test(binding.column));
      const claim = owned && claimOf(owned.path);
      if (addressed && owned && claim !== undefined)
        return { ownerField: owned.column, mustMatchAuthClaim: claim, evidence: evidence('database', use.place) };
    }
  return undefined;
}
