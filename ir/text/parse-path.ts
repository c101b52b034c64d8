import type { Evidence } from '../nodes/endpoint-set.js';
import type { DiagnosticId } from '../nodes/ids.js';
import type { PathSyntax, Path, RawPart, Segment } from '../nodes/path.js';
import type { Place, Span } from '../nodes/span.js';
import type { Cursor } from './cursor.js';
import { BARE_CAUSE, BARE_FILE, BARE_NAME, BARE_FLAGS, BARE_WORD, BARE_LITERAL } from './lexical.js';

/** What an item that is not known could be. */
export const WHATS = ['use', 'mount', 'route'] as const;
export const SYNTAXES: readonly PathSyntax[] = ['path-to-regexp@0', 'path-to-regexp@6', 'path-to-regexp@8', 'find-my-way', 'hono'];

export function evidence(cursor: Cursor): Evidence {
  if (!cursor.keyword('evidence')) cursor.fail('"evidence"');
  return { source: cursor.string(), place: place(cursor) };
}

// --- parts ---

export function place(cursor: Cursor): Place {
  cursor.expect('@');
  if (cursor.takeHere('<')) {
    const synthetic = cursor.bareOrString(BARE_CAUSE, 'a cause');
    cursor.expectHere('>');
    return { synthetic };
  }
  return fileLineColumn(cursor);
}

export function span(cursor: Cursor): Span {
  cursor.expect('@');
  return fileLineColumn(cursor);
}

export function fileLineColumn(cursor: Cursor): Span {
  const file = cursor.bareOrString(BARE_FILE, 'a file name');
  cursor.expectHere(':');
  const line = cursor.integerHere();
  cursor.expectHere(':');
  return { file, line, column: cursor.integerHere() };
}

export function path(cursor: Cursor, inherited: PathSyntax): Path {
  const raw: RawPart[] = [];
  if (!cursor.keyword('nothing'))
    do raw.push(rawPart(cursor));
    while (cursor.take('+'));
  const syntax = cursor.keyword('in') ? cursor.oneOf(SYNTAXES) : inherited;
  if (!cursor.take('=')) return { syntax, raw };
  const forms: Segment[][] = [];
  if (!cursor.keyword('none'))
    do forms.push(form(cursor));
    while (cursor.take('|'));
  return { syntax, raw, forms };
}

function rawPart(cursor: Cursor): RawPart {
  if (cursor.keyword('regexp')) return { kind: 'regexp', source: cursor.string(), flags: cursor.string() };
  if (cursor.keyword('hole')) return { kind: 'hole', diagnostic: cursor.word(), why: cursor.string() };
  return { kind: 'text', text: cursor.string() };
}

export function form(cursor: Cursor): Segment[] {
  cursor.expect('/');
  const segments: Segment[] = [];
  const first = segment(cursor);
  if (first === null) return [];
  segments.push(first);
  while (cursor.takeHere('/')) segments.push(segment(cursor) ?? cursor.fail('a segment'));
  return segments;
}

/** Several pieces without a slash between them are one mixed segment. */
export function segment(cursor: Cursor): Segment | null {
  const list = pieces(cursor);
  return list.length > 1 ? { kind: 'mixed', pieces: list } : (list[0] ?? null);
}

function pieces(cursor: Cursor): Segment[] {
  const list: Segment[] = [];
  for (let next = piece(cursor); next !== null; next = piece(cursor)) list.push(next);
  return list;
}

function piece(cursor: Cursor): Segment | null {
  if (cursor.takeHere('<')) {
    const list = pieces(cursor);
    cursor.expectHere('>');
    return { kind: 'mixed', pieces: list };
  }
  if (cursor.takeHere(':')) {
    const name = cursor.bareOrString(BARE_NAME, 'a parameter name');
    if (!cursor.takeHere('(')) return { kind: 'param', name };
    const pattern = cursor.stringHere();
    cursor.expectHere(')');
    return { kind: 'param', name, pattern };
  }
  if (cursor.takeHere('*')) {
    const name = cursor.optionalBareOrString(BARE_NAME);
    return name === undefined ? { kind: 'wild' } : { kind: 'wild', name };
  }
  if (cursor.takeHere('~')) {
    const source = cursor.stringHere();
    const flags = cursor.optionalBareOrString(BARE_FLAGS) ?? '';
    if (!cursor.takeHere('(')) return { kind: 'regexp', source, flags };
    const text = cursor.stringHere();
    cursor.expectHere(')');
    return { kind: 'regexp', source, flags, text };
  }
  if (cursor.takeHere('{')) {
    const diagnostic = cursor.bareOrString(BARE_WORD, 'a diagnostic') as DiagnosticId;
    const why = cursor.string();
    cursor.expectHere('}');
    return { kind: 'hole', why, diagnostic };
  }
  if (cursor.takeHere('!')) return { kind: 'lit', text: cursor.stringHere() };
  const text = cursor.optionalBareOrString(BARE_LITERAL);
  return text === undefined ? null : { kind: 'lit', text };
}
