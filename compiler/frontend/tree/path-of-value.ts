import type { DiagnosticId, Path, PathSyntax, RawPart, Span } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { ABSENT, UNDEFINED, isUnsetText, variableOf, whyUnset, type Obj } from '../../evaluator/index.js';

/** Who is asked for pieces of a path that the values leave open. */
export interface Askable {
  /** Reports a piece that nobody knows. */
  lost(why: string): DiagnosticId;
  /** What a committed example states for an environment variable; null where none does. */
  example(variable: string): string | null;
}

/** A segment that is what JavaScript prints for nothing: nobody writes it, something has no value where the path is put together. */
const NOTHING_THERE = /(?<=^|\/)undefined(?=$|\/)/;
const WITHOUT_VALUE = 'a piece of it that has no value here';

/** The path that a value is, as far as it is known, and where its pieces were written. */
export function pathOfValue(
  value: Value | string,
  syntax: PathSyntax,
  ask: Askable,
): { readonly path: Path; readonly origins: readonly Span[] } {
  if (typeof value === 'string') return { path: { syntax, raw: [{ kind: 'text', text: value }] }, origins: [] };
  const raw: RawPart[] = [];
  const origins: Span[] = [];
  const addOrigin = (part: Value): void => {
    for (const origin of [part.kind === 'const' ? part.written : null, part.origin])
      if (origin) {
        const span = origin.span;
        if (!origins.some((other) => other.file === span.file && other.line === span.line)) origins.push(span);
      }
  };
  const hole = (why: string): void => {
    raw.push({ kind: 'hole', why, diagnostic: ask.lost(why) });
  };
  const addText = (text: string): void => {
    for (const [index, known] of text.split(NOTHING_THERE).entries()) {
      if (index > 0) hole(WITHOUT_VALUE);
      if (known !== '' || text === '') raw.push({ kind: 'text', text: known });
    }
  };
  const add = (part: Value): void => {
    addOrigin(part);
    const variable = variableOf(part);
    const shown = variable === null ? null : ask.example(variable);
    if (shown !== null) {
      raw.push({ kind: 'text', text: shown });
      return;
    }
    switch (part.kind) {
      case 'const':
        if (part.taint && (part.value === undefined || isUnsetText(part))) hole(whyUnset(part.taint));
        else addText(String(part.value));
        return;
      case 'template':
        for (const inner of part.parts)
          if (typeof inner === 'string') addText(inner);
          else add(inner);
        return;
      case 'oneOf':
        add(part.values.find((alternative) => alternative !== ABSENT) ?? UNDEFINED);
        return;
      case 'unknown':
        hole(part.why);
        return;
      case 'object': {
        const object = part as Obj;
        if (object.cls === 'RegExp') {
          const pattern = object.internal as { source: string; flags: string };
          raw.push({ kind: 'regexp', source: pattern.source, flags: pattern.flags });
          return;
        }
        hole('an object as a path');
      }
    }
  };
  add(value);
  return { path: { syntax, raw }, origins };
}
