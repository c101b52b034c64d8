/** A place in the user's source. `file` is project-relative and POSIX; `line` and `column` count from 1. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A node that no source line wrote: `synthetic` says which rule made it. */
export interface Synthetic {
  readonly synthetic: string;
}

/** Invariant T2: every node has one. */
export type Place = Span | Synthetic;

export const isSpan = (place: Place): place is Span => 'file' in place;

/** `file:line:column`, or `<cause>` for a synthetic place. */
export const printPlace = (place: Place): string =>
  isSpan(place) ? `${place.file}:${place.line}:${place.column}` : `<${place.synthetic}>`;
