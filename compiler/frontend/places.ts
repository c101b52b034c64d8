import type { Span } from '@tool/ir';
import { ts } from '../typescript/index.js';

/**
 * Places in the sources as the model names them. Of each place there is one object, so that whoever has written it down goes on to name the right
 * line when lines above it come or go.
 */
export class Places {
  private readonly known = new Map<string, Map<number, Span>>();
  constructor(private readonly display: (file: string) => string) {}

  at(source: ts.SourceFile, start: number): Span {
    let places = this.known.get(source.fileName);
    if (!places) this.known.set(source.fileName, (places = new Map()));
    let place = places.get(start);
    if (!place) places.set(start, (place = { file: this.display(source.fileName), ...lineOf(source, start) }));
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

/** Where a person would point: the method name of a call, the name of what is called. */
export function positionOf(node: ts.Node, source: ts.SourceFile): number {
  let target: ts.Node = node;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    let callee: ts.Expression = node.expression;
    while (
      ts.isParenthesizedExpression(callee) ||
      ts.isNonNullExpression(callee) ||
      ts.isAsExpression(callee) ||
      ts.isTypeAssertionExpression(callee)
    )
      callee = callee.expression;
    target = ts.isPropertyAccessExpression(callee)
      ? callee.name
      : ts.isElementAccessExpression(callee)
        ? callee.argumentExpression
        : ts.isNewExpression(node)
          ? node
          : callee;
  }
  return target.pos < 0 ? 0 : target.getStart(source);
}
