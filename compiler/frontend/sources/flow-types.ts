import { ts } from '../../typescript/index.js';

/** Trees that are made of one file at most: each takes away what the parser of the one before could not read. */
const MANY_TRIES = 30;

interface Parsed extends ts.SourceFile {
  readonly parseDiagnostics?: readonly ts.Diagnostic[];
}

/**
 * The tree of JavaScript whose types are Flow's: casts (`(value: any)`), bounds (`<T: Base>`), exact records (`{| a: string |}`) and signs of members
 * (`+a: string`), records within records (`{ ...Base, a: string }`) and whatever fits (`Array<*>`) are no TypeScript, which reads the others. They become blanks, so that all places stay. Null where that makes nothing better.
 */
export function withoutFlowTypes(
  source: ts.SourceFile,
  text: string,
  parse: (kind: ts.ScriptKind, text: string) => ts.SourceFile,
): ts.SourceFile | null {
  let best: ts.SourceFile | null = null;
  let fewest = problemsOf(source).length;
  const plain = /@flow\b/.test(text.slice(0, 2_000)) ? withoutSigns(text) : text;
  // Without elements of JSX a bound parameter in front of an arrow function is one.
  for (const kind of [ts.ScriptKind.TSX, ts.ScriptKind.TS]) {
    let at = parse(kind, plain);
    for (let tries = 0; fewest > 0 && tries < MANY_TRIES; tries++) {
      const problems = problemsOf(at);
      if (problems.length < fewest) {
        best = at;
        fewest = problems.length;
      }
      const blanks = problems.flatMap((problem, index) => (index === 0 || isCast(problem) ? blankAt(at.text, problem) : []));
      if (blanks.length === 0) break;
      at = parse(kind, blanks.reduce(blanked, at.text));
    }
  }
  return best;
}

/** `)` expected: what stands in parentheses went on with a type. Other problems may come of the ones before them. */
const isCast = ({ code, messageText }: ts.Diagnostic): boolean => code === 1005 && messageText === "')' expected.";

/** What has no meaning but Flow's, and is found without a tree. */
const withoutSigns = (text: string): string =>
  text
    .replace(/\{\|/g, '{ ')
    .replace(/\|\}/g, ' }')
    .replace(/^(\s*import )typeof /gm, '$1type   ')
    .replace(/([<,:]\s*)\*(?=\s*[>,)])/g, '$1_')
    .replace(/([{,;]\s*|^\s*|static )[+-](?=\w+\??\s*:)/gm, '$1 ');

const problemsOf = (source: Parsed): readonly ts.Diagnostic[] =>
  source.parseDiagnostics?.filter(({ category }) => category === ts.DiagnosticCategory.Error) ?? [];

type Range = readonly [from: number, to: number];

const blanked = (text: string, [from, to]: Range): string =>
  text.slice(0, from) + text.slice(from, to).replace(/[^\n\r]/g, ' ') + text.slice(to);

/** What stands at a place where the parser stopped and is a part of a type. */
function blankAt(text: string, { start = -1, messageText }: ts.Diagnostic): readonly Range[] {
  if (text.startsWith('[]', start)) return [[start, start + 2]];
  if (text.startsWith('...', start)) {
    const end = endOfType(text, start + 3);
    return end === null ? [] : [[start, text[end] === ',' ? end + 1 : end]];
  }
  const from = messageText === "'=>' expected." ? castBefore(text, start) : start;
  const end = text[from] === ':' ? endOfType(text, from + 1) : null;
  return end === null ? [] : [[from, end]];
}

/** Of `(name: type)`, which was taken for the parameters of an arrow function: where the type begins. */
function castBefore(text: string, end: number): number {
  const opening = /\(\s*\w+\s*:[^()]*\)\s*$/.exec(text.slice(Math.max(0, end - 500), end));
  return opening ? Math.max(0, end - 500) + text.slice(Math.max(0, end - 500), end).indexOf(':', opening.index) : -1;
}

/** Where a type ends that brackets, or the other members of a list, enclose; null where nothing does. */
function endOfType(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === "'" || character === '`') {
      at = text.indexOf(character, at + 1);
      if (at < 0) return null;
    } else if ('([{<'.includes(character)) depth++;
    else if (character === '>' && text[at - 1] === '=') continue;
    else if (')]}>'.includes(character)) {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && (character === ',' || character === ';')) return character === ',' ? at : null;
  }
  return null;
}
