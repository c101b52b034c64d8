import { ts } from '../../typescript/index.js';
import { withoutFlowTypes } from './flow-types.js';

/** Brackets in brackets that every stack has room for, and that nobody writes. */
const MANY_BRACKETS = 150;

/** A source file's syntax tree; null when it nests deeper than the parser's stack goes. With too little stack left for any file it throws what the parser threw. */
export function treeOf(file: string, text: string): ts.SourceFile | null {
  try {
    return parse(file, text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    parse('probe.ts', '['.repeat(MANY_BRACKETS) + ']'.repeat(MANY_BRACKETS));
    return null;
  }
}

/** What Babel has beside the standard: `export name from './file'`, `export default from './file'`. */
const EXPORTED_FROM = /^([ \t]*export[ \t]+)([\w$]+)(?:[ \t]*,[ \t]*\{([^}]*)\})?(?=[ \t]+from[ \t]*['"])/gm;
const asExported = (_all: string, start: string, name: string, others?: string): string =>
  `${start}{${name === 'default' ? name : `default as ${name}`}${others === undefined ? '' : `, ${others}`}}`;

function parse(file: string, text: string): ts.SourceFile {
  const kind = scriptKind(file);
  const written = parseAs(kind, file, text);
  const standard = kind === ts.ScriptKind.JSX && hasProblems(written) ? text.replace(EXPORTED_FROM, asExported) : text;
  if (standard !== text) return parse(file, standard);
  const source = written;
  // TypeScript reads most of what Flow writes, where it takes the file for its own.
  return kind === ts.ScriptKind.JSX && hasProblems(source)
    ? (withoutFlowTypes(source, text, (as, blanked) => parseAs(as, file, blanked)) ?? source)
    : source;
}

const hasProblems = (source: ts.SourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] }): boolean =>
  (source.parseDiagnostics?.length ?? 0) > 0;

const parseAs = (kind: ts.ScriptKind, file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }, true, kind);

function scriptKind(file: string): ts.ScriptKind {
  if (/\.[cm]?ts$/.test(file)) return ts.ScriptKind.TS;
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX;
  // JavaScript may hold JSX under any of its extensions.
  return ts.ScriptKind.JSX;
}

/** Where a text that has no tree nests deeper than people write: line and column, from 1. The beginning when no brackets do it. */
export function deepPlace(text: string): { readonly line: number; readonly column: number } {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, true, ts.LanguageVariant.Standard, text);
  let depth = 0;
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (OPENING.has(token) && ++depth > MANY_BRACKETS) break;
    if (CLOSING.has(token)) depth--;
  }
  if (depth <= MANY_BRACKETS) return { line: 1, column: 1 };
  const before = text.slice(0, scanner.getTokenStart()).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

const OPENING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.OpenBraceToken,
  ts.SyntaxKind.OpenBracketToken,
  ts.SyntaxKind.OpenParenToken,
  ts.SyntaxKind.TemplateHead,
]);
const CLOSING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.CloseBraceToken,
  ts.SyntaxKind.CloseBracketToken,
  ts.SyntaxKind.CloseParenToken,
]);
