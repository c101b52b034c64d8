import type { Segment } from '@tool/ir';

/**
 * What every path syntax is parsed to, before it is spelled out into forms. Text may hold slashes; a group is an
 * optional part or a choice between parts.
 */
export type PatternNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string; readonly pattern?: string }
  | { readonly kind: 'wild'; readonly name?: string }
  | { readonly kind: 'hole'; readonly hole: HoleSegment }
  /** Exactly one of the alternatives, in order of preference; an empty one makes the group optional. */
  | { readonly kind: 'group'; readonly alternatives: readonly (readonly PatternNode[])[] };

export type HoleSegment = Extract<Segment, { kind: 'hole' }>;

/** What a path-syntax parser gives: the pattern, or the reason why the text has no `:name` form. */
export type ParsedPattern =
  | { readonly ok: true; readonly nodes: readonly PatternNode[] }
  /** `source`: a regular expression that says the same, without its anchors. */
  | { readonly ok: false; readonly why: 'regexp'; readonly source: string }
  /** The framework rejects the text; `nodes` is the nearest reading. */
  | { readonly ok: false; readonly why: 'invalid'; readonly message: string; readonly nodes: readonly PatternNode[] };

export const text = (value: string): PatternNode => ({ kind: 'text', text: value });
export const param = (name: string, pattern?: string): PatternNode =>
  pattern === undefined ? { kind: 'param', name } : { kind: 'param', name, pattern };
export const wild = (name?: string): PatternNode => (name === undefined ? { kind: 'wild' } : { kind: 'wild', name });
export const optional = (nodes: readonly PatternNode[]): PatternNode => ({ kind: 'group', alternatives: [nodes, []] });

/** `a|b-c|D`: a choice between plain words, which is spelled out instead of being kept as a pattern. */
export const wordChoice = (pattern: string): readonly string[] | null => (/^[\w-]+(\|[\w-]+)*$/.test(pattern) ? pattern.split('|') : null);
