import type { Path, PathSyntax, Place, Program, RawPart, Segment } from '@tool/ir';
import { coreDiagnostics } from './diagnostics.js';
import { MAXIMUM_FORMS, formsOf } from './path-syntax/forms.js';
import { pathParsers } from './path-syntax/index.js';
import { text, type HoleSegment, type PatternNode } from './path-syntax/pattern-node.js';
import { namedForm, prefixForm } from './path-syntax/regexp-form.js';
import { mapProgram, type Leaf } from './items.js';
import { definePass, type PassContext } from './pass.js';

/** See normalize-paths.md. */
export const normalizePaths = definePass({
  name: 'normalize-paths',
  from: 'program',
  to: 'program',
  requires: ['T1', 'T2', 'T3', 'T6', 'T7'],
  establishes: ['T5'],
  asksOfHandlers: () => null,
  run: (program: Program, context: PassContext): Program => {
    // Paths repeat (`/`, `/:id`); what is said about one is said at each of its places.
    const bySyntax = new Map<PathSyntax, Map<string, Reading>>();
    return mapProgram(program, (item) => {
      if (!item.path || item.path.forms) return item;
      const known = bySyntax.get(item.path.syntax) ?? new Map<string, Reading>();
      if (known.size === 0) bySyntax.set(item.path.syntax, known);
      const isMount = item.kind === 'mount';
      const key = isMount && item.path.raw.some((part) => part.kind === 'regexp') ? `mount ${keyOf(item.path)}` : keyOf(item.path);
      let reading = known.get(key);
      if (!reading) known.set(key, (reading = read(item.path, isMount)));
      if (reading.remarks.length > 0) say(reading, item, context);
      const only =
        item.kind === 'mount' && item.only ? { ...item.only, path: { ...item.only.path, forms: read(item.only.path, false).forms } } : null;
      return { ...item, path: { ...item.path, forms: reading.forms }, ...(only && { only }) };
    });
  },
});

const keyOf = ({ raw }: Path): string => (raw.length === 1 && raw[0]!.kind === 'text' ? raw[0]!.text : `\n${JSON.stringify(raw)}`);

type Remark =
  | { readonly code: 'regexp-path'; readonly path: string }
  | { readonly code: 'invalid-path'; readonly path: string; readonly reason: string }
  | { readonly code: 'path-without-slash'; readonly path: string }
  | { readonly code: 'too-many-forms'; readonly path: string };

const NO_REMARKS: readonly Remark[] = [];

interface Reading {
  readonly forms: NonNullable<Path['forms']>;
  readonly remarks: readonly Remark[];
}

/**
 * A hole travels through the text parsers as one private-use character, which no syntax gives a meaning: so every
 * parser handles `/v{?}/users` and `{?}` without knowing of holes.
 */
const HOLE = 0xe000;

/** Plain words between slashes: no syntax gives a meaning to any of it. */
const PLAIN = /^(?:\/[\w-]+)+$/;

function read(path: Path, isMount: boolean): Reading {
  const only = path.raw.length === 1 ? path.raw[0]! : null;
  if (only?.kind === 'text' && PLAIN.test(only.text))
    return {
      forms: [
        only.text
          .slice(1)
          .split('/')
          .map((word): Segment => ({ kind: 'lit', text: word })),
      ],
      remarks: NO_REMARKS,
    };
  const at = path.raw.findIndex((part) => part.kind === 'regexp');
  if (at < 0) return readText(path.raw, path.syntax);
  const part = path.raw[at] as Extract<RawPart, { kind: 'regexp' }>;
  const before = readText(path.raw.slice(0, at), path.syntax);
  const nodes =
    part.flags.replace(/[gydv]/g, '') === '' || part.flags === 'i'
      ? (namedForm(part.source) ?? (isMount && path.syntax.startsWith('path-to-regexp') ? prefixForm(part.source) : null))
      : null;
  if (nodes) return join(before, formsOf(nodes).forms, []);
  return join(before, [[regexp(part.source, part.flags)]], [{ code: 'regexp-path', path: `/${part.source}/${part.flags}` }]);
}

const regexp = (source: string, flags: string): Segment => ({ kind: 'regexp', source, flags });

const join = (before: Reading, forms: Reading['forms'], remarks: readonly Remark[]): Reading => ({
  forms: before.forms.flatMap((head) => forms.map((tail) => [...head, ...tail])),
  remarks: [...before.remarks, ...remarks],
});

function readText(raw: readonly RawPart[], syntax: PathSyntax): Reading {
  const holes: HoleSegment[] = [];
  const written = raw
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'hole') holes.push({ kind: 'hole', why: part.why, diagnostic: part.diagnostic });
      return String.fromCharCode(HOLE + holes.length - 1);
    })
    .join('');
  const shown = withoutHoles(written, () => '{?}');
  const parsed = pathParsers[syntax](written);
  const remarks: Remark[] = [];
  // `^/$|/index` of Express 4 begins with the mark of a beginning, and matches.
  const begins = syntax === 'path-to-regexp@0' ? /^\^?[/*({\uE000-\uF8FF]/ : /^[/*({\uE000-\uF8FF]/;
  if (written !== '' && !begins.test(written) && syntax.startsWith('path-to-regexp'))
    remarks.push({ code: 'path-without-slash', path: shown });
  if (!parsed.ok && parsed.why === 'regexp') {
    const source = withoutHoles(parsed.source, () => '.+');
    return {
      forms: [[{ kind: 'regexp', source, flags: 'i', text: shown }]],
      remarks: [...remarks, { code: 'regexp-path', path: shown }],
    };
  }
  if (!parsed.ok) remarks.push({ code: 'invalid-path', path: shown, reason: parsed.message });
  const { forms, complete } = formsOf(holes.length === 0 ? parsed.nodes : parsed.nodes.map((node) => putHoles(node, holes)).flat());
  if (!complete) remarks.push({ code: 'too-many-forms', path: shown });
  return { forms, remarks };
}

const withoutHoles = (written: string, replacement: () => string): string => written.replace(/[\uE000-\uF8FF]/g, replacement);

/** Turns the stand-in characters of a parsed text back into holes. */
function putHoles(node: PatternNode, holes: readonly HoleSegment[]): readonly PatternNode[] {
  if (node.kind === 'group')
    return [
      { kind: 'group', alternatives: node.alternatives.map((alternative) => alternative.flatMap((inner) => putHoles(inner, holes))) },
    ];
  if (node.kind !== 'text') return [node];
  return node.text
    .split(/([\uE000-\uF8FF])/)
    .filter((part) => part !== '')
    .map((part): PatternNode => {
      const hole = holes[part.charCodeAt(0) - HOLE];
      return hole === undefined ? text(part) : { kind: 'hole', hole };
    });
}

function say(reading: Reading, item: Leaf, context: PassContext): void {
  // A middleware whose path is a regular expression is matched with it: nothing is lost.
  const place: Place = item.place;
  for (const remark of reading.remarks) {
    switch (remark.code) {
      case 'regexp-path':
        if (item.kind !== 'use') context.report(coreDiagnostics, remark.code, { path: remark.path }, place);
        break;
      case 'invalid-path':
        context.report(coreDiagnostics, remark.code, { path: remark.path, reason: remark.reason }, place);
        break;
      case 'path-without-slash':
        context.report(coreDiagnostics, remark.code, { path: remark.path }, place);
        break;
      case 'too-many-forms':
        context.report(coreDiagnostics, remark.code, { path: remark.path, limit: String(MAXIMUM_FORMS) }, place);
        break;
    }
  }
}
