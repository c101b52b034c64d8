import { printSegments, type Segment } from '@tool/ir';
import type { PatternNode } from './pattern-node.js';

/** Beyond it the rest of the spellings is left out; nobody writes seven independent optional parts in one path. */
export const MAXIMUM_FORMS = 64;

/**
 * Spells out every choice of a pattern: one segment list for each, longest first, without duplicates; of several that match the same, the one
 * that the pattern prefers.
 * `complete` is false when there are more than `MAXIMUM_FORMS`.
 */
export function formsOf(nodes: readonly PatternNode[]): { readonly forms: readonly (readonly Segment[])[]; readonly complete: boolean } {
  let complete = true;
  let sequences: PatternNode[][] = [[]];
  const extend = (sequence: readonly PatternNode[], node: PatternNode): PatternNode[][] =>
    node.kind === 'group'
      ? node.alternatives.flatMap((alternative) =>
          alternative.reduce<PatternNode[][]>((open, inner) => limit(open.flatMap((each) => extend(each, inner))), [[...sequence]]),
        )
      : [[...sequence, node]];
  const limit = (all: PatternNode[][]): PatternNode[][] => {
    if (all.length <= MAXIMUM_FORMS) return all;
    complete = false;
    return all.slice(0, MAXIMUM_FORMS);
  };
  for (const node of nodes) sequences = limit(sequences.flatMap((sequence) => extend(sequence, node)));

  const distinct = new Map<string, readonly Segment[]>();
  for (const sequence of sequences) {
    const segments = segmentsOf(sequence);
    // Names match nothing: of `/:id?/:slug?` the form `/:slug` would match what `/:id` has taken already.
    const key = JSON.stringify(segments, (name, value: unknown) => (name === 'name' ? undefined : value));
    if (!distinct.has(key)) distinct.set(key, segments);
  }
  // The sort is stable: spellings of one length keep the order in which the pattern prefers them.
  const forms = [...distinct.values()]
    .map((segments) => ({ segments, length: printSegments(segments).length }))
    .sort((a, b) => b.segments.length - a.segments.length || b.length - a.length)
    .map((form) => form.segments);
  return { forms, complete };
}

/** Splits a flat pattern at its slashes; empty segments (`//`, a trailing slash) disappear. */
function segmentsOf(nodes: readonly PatternNode[]): readonly Segment[] {
  const segments: Segment[] = [];
  let pieces: Segment[] = [];
  const close = (): void => {
    if (pieces.length === 1) segments.push(pieces[0]!);
    else if (pieces.length > 1) segments.push({ kind: 'mixed', pieces });
    pieces = [];
  };
  const literal = (value: string): void => {
    if (value === '') return;
    const last = pieces.at(-1);
    if (last?.kind === 'lit') pieces[pieces.length - 1] = { kind: 'lit', text: last.text + value };
    else pieces.push({ kind: 'lit', text: value });
  };
  for (const node of nodes) {
    switch (node.kind) {
      case 'text': {
        const [first, ...rest] = node.text.split('/');
        literal(first!);
        for (const part of rest) {
          close();
          literal(part);
        }
        break;
      }
      case 'param': {
        const name = safeName(node.name);
        pieces.push(node.pattern === undefined ? { kind: 'param', name } : { kind: 'param', name, pattern: node.pattern });
        break;
      }
      case 'wild':
        pieces.push(node.name === undefined ? { kind: 'wild' } : { kind: 'wild', name: node.name });
        break;
      case 'hole':
        pieces.push(node.hole);
        break;
      case 'group':
        throw new TypeError('a group is spelled out before it is split');
    }
  }
  close();
  return segments;
}

/** Names that only quotes allow (`:"a b"`) would be read as something else behind a colon; T5 forbids them. */
const safeName = (name: string): string => name.replace(/[\s/:*?(){}[\]+]/gu, '_') || '_';
