import type { Span } from '@tool/ir';
import type { ts } from '../typescript/index.js';

/**
 * Places in the sources as the model names them. Of each place there is one object, so that whoever has written it down goes on to name the right
 * line when lines above it come or go.
 */
export class Places {
  private readonly known = new Map<string, Map<number, Span>>();
  constructor(private readonly display: (file: string) => string) {}

  at(source: ts.SourceFile, start: number): Span {
    let places = this.known.get(source.fileName);
    if (!places) this.known.set(source.fileName, places = new Map());
    let place = places.get(start);
    if (!place) places.set(start, place = { file: this.display(source.fileName), ...lineOf(source, start) });
    return place;
  }

  /** The text of a file is another: what stood at a place stands at the one that `moved` says, or is gone. */
  move(source: ts.SourceFile, moved: ReadonlyMap<number, number>): void {
    const places = this.known.get(source.fileName);
    if (!places) return;
    const now = new Map<number, Span>();
    for (const [start, place] of places) {
      const to = moved.get(start);
      if (to === undefined) continue;
      Object.assign(place, lineOf(source, to));
      now.set(to, place);
    }
    this.known.set(source.fileName, now);
  }
}

const lineOf = (source: ts.SourceFile, start: number): { line: number; column: number } => {
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  return { line: line + 1, column: character + 1 };
};
