import type { Endpoint, EndpointSet } from '../nodes/endpoint-set.js';
import type { PathSyntax, Segment } from '../nodes/path.js';
import type { Item, Program } from '../nodes/route-tree.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { itemsOf, nameOf, pathOf } from './traverse.js';
import type { Violations } from './violation.js';

/** T5: every path has its forms, and they are made of segments, not of text that still has a meaning to a framework. */
export function checkPaths(program: Program, found: Violations): void {
  for (const { item } of itemsOf(program)) {
    const path = pathOf(item);
    if (path === undefined) continue;
    if (path.forms === undefined) found.add('T5', item, item.id, 'its path is not normalised');
    else if (path.forms.length === 0) found.add('T5', item, item.id, 'its path has no form');
    for (const form of path.forms ?? []) checkSegments(form, path.syntax, item, item.id, found);
  }
}

export function checkSetPaths(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  for (const { endpoint, old } of newEndpoints(set, earlier)) {
    if (old?.segments !== endpoint.segments) checkSegments(endpoint.segments, null, endpoint, null, found);
    if (old?.trail !== endpoint.trail) for (const step of endpoint.trail) checkSegments(step.segments, null, endpoint, null, found);
  }
}

/**
 * @param syntax null where a joined path can come from several frameworks
 * @param subject null for the name of an endpoint
 */
function checkSegments(
  segments: readonly Segment[],
  syntax: PathSyntax | null,
  node: Item | Endpoint,
  subject: string | null,
  found: Violations,
): void {
  for (const segment of segments) {
    const wrong = segment.kind === 'mixed' ? wrongMixture(segment.pieces, syntax) : wrongPiece(segment, syntax);
    if (wrong !== null) found.add('T5', node, subject ?? nameOf(node as Endpoint), wrong);
  }
}

const wrongMixture = (pieces: readonly Segment[], syntax: PathSyntax | null): string | null =>
  pieces.length < 2
    ? 'has a mixed segment with fewer than two pieces'
    : pieces.some((piece) => piece.kind === 'mixed')
      ? 'has a mixed segment in a mixed segment'
      : (pieces.map((piece) => wrongPiece(piece, syntax)).find((wrong) => wrong !== null) ?? null);

/** Syntaxes whose parameter names are words. The others quote names, or end them at a slash or brace only. */
const WORD_NAMES: ReadonlySet<PathSyntax | null> = new Set<PathSyntax>(['path-to-regexp@0', 'path-to-regexp@6']);

/** A literal may hold `:` or `*` that the source escaped, but never a slash or nothing. */
function wrongPiece(segment: Segment, syntax: PathSyntax | null): string | null {
  switch (segment.kind) {
    case 'lit':
      return segment.text === ''
        ? 'has an empty segment'
        : segment.text.includes('/')
          ? `has a slash in the literal ${JSON.stringify(segment.text)}`
          : null;
    case 'param':
      return segment.name !== '' && (!WORD_NAMES.has(syntax) || /^[\w$]+$/.test(segment.name))
        ? null
        : `has framework syntax in the parameter name ${JSON.stringify(segment.name)}`;
    default:
      return null;
  }
}
