import type { DiagnosticId } from './ids.js';

/**
 * The syntax a framework writes paths in. The names are those of the matching libraries:
 * path-to-regexp 0.1 (Express 4), 6 (Koa, Nest on Express 4), 8 (Express 5), find-my-way (Fastify), hono.
 */
export type PathSyntax = 'path-to-regexp@0' | 'path-to-regexp@6' | 'path-to-regexp@8' | 'find-my-way' | 'hono';

/** A piece of a path as the program wrote it, before `normalize-paths`. */
export type RawPart =
  /** Text in the framework's own syntax. */
  | { readonly kind: 'text'; readonly text: string }
  /** The source of a regular expression (`app.get(/^\/a/, …)`). */
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string }
  /** A piece that only run time knows. */
  | { readonly kind: 'hole'; readonly why: string; readonly diagnostic: DiagnosticId };

/** One normalised piece between two slashes, or several when a segment mixes text and parameters (`/:from-:to`). */
export type Segment =
  | { readonly kind: 'lit'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string; readonly pattern?: string }
  /** Matches the rest of the path, slashes included. */
  | { readonly kind: 'wild'; readonly name?: string }
  /** A segment made of several pieces, e.g. `:from-:to` or `user-:id.json`. */
  | { readonly kind: 'mixed'; readonly pieces: readonly Segment[] }
  /**
   * A regular expression that has no `:name` form; it stands for the whole rest of the path. `text` is what the program wrote where that was no
   * expression but a text which the framework makes one of (`/v[12]/users` of Express 4).
   */
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string; readonly text?: string }
  | { readonly kind: 'hole'; readonly why: string; readonly diagnostic: DiagnosticId };

/**
 * A path of an item. `raw` is what the program wrote. `forms` is absent until `normalize-paths` sets it:
 * one entry for each spelling that optional parts allow, longest first; invariant T5 holds from then on.
 */
export interface Path {
  readonly syntax: PathSyntax;
  readonly raw: readonly RawPart[];
  readonly forms?: readonly (readonly Segment[])[];
}

/** `/users/:id`, `/files/*rest`, `/a-:b`; a hole prints as `{?}`, a regular expression keeps its source between slashes, a text that is one stays as it is. */
export function printSegments(segments: readonly Segment[]): string {
  if (segments.length === 0) return '/';
  return segments.map((segment) => `${segment.kind === 'regexp' && segment.text === undefined ? '' : '/'}${printPiece(segment)}`).join('');
}

function printPiece(segment: Segment): string {
  switch (segment.kind) {
    case 'lit':
      return segment.text;
    case 'param':
      return `:${segment.name}`;
    case 'wild':
      return `*${segment.name ?? ''}`;
    case 'mixed':
      return segment.pieces.map(printPiece).join('');
    case 'regexp':
      return segment.text?.replace(/^\/+/, '') ?? `/${segment.source}/${segment.flags}`;
    case 'hole':
      return '{?}';
  }
}
