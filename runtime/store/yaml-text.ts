import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document, type ParsedNode } from 'yaml';
import { JsonSyntaxError, type ParsedJson, type Position } from './json-text.js';

/**
 * Parses one YAML document that says what JSON could say, and remembers where everything is. Dates stay text, as YAML 1.2 has it.
 * @throws JsonSyntaxError when it is not YAML, or says what JSON cannot (a key that is a list, a number that is none)
 */
export function parseYaml(text: string): ParsedJson {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, version: '1.2' });
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problem = document.errors[0];
  if (problem !== undefined) throw new JsonSyntaxError(lowerFirst(problem.message.replace(/\.$/, '')), position(problem.pos[0]));

  const keys = new Map<string, number>();
  const values = new Map<string, number>();
  const duplicates: { key: string; position: Position }[] = [];
  const visit = (node: ParsedNode | null, pointer: string): void => {
    if (node === null) return;
    values.set(pointer, node.range[0]);
    if (isAlias(node)) return;
    if (isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value))
      throw new JsonSyntaxError('a number that JSON does not have', position(node.range[0]));
    if (isScalar(node) && typeof node.value === 'bigint') throw new JsonSyntaxError('a number that is too large', position(node.range[0]));
    if (isSeq(node))
      node.items.forEach((item, index) => {
        visit(item, `${pointer}/${index}`);
      });
    if (!isMap(node)) return;
    const seen = new Set<string>();
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const key = pair.key as ParsedNode | null;
      if (!isScalar(key)) throw new JsonSyntaxError('a key that is not a text', position(key?.range[0] ?? node.range[0]));
      const name = String(key.value);
      const child = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (seen.has(name)) duplicates.push({ key: name, position: position(key.range[0]) });
      seen.add(name);
      keys.set(child, key.range[0]);
      visit(pair.value, child);
    }
  };
  visit(document.contents, '');
  const nearest = (pointer: string, table: ReadonlyMap<string, number>): number => {
    for (let current = pointer; ; current = current.slice(0, current.lastIndexOf('/'))) {
      const offset = table.get(current) ?? values.get(current);
      if (offset !== undefined) return offset;
      if (current === '') return 0;
    }
  };
  return {
    value: plain(document, position),
    locate: (pointer, part = 'value') => position(nearest(pointer, part === 'key' ? keys : values)),
    duplicates,
  };
}

/** Aliases are followed; the library refuses those that would grow without end. */
function plain(document: Document.Parsed, position: (offset: number) => Position): unknown {
  try {
    return document.toJS() as unknown;
  } catch (error) {
    throw new JsonSyntaxError(
      lowerFirst(error instanceof Error ? error.message : String(error)),
      position(document.contents?.range[0] ?? 0),
    );
  }
}

/** Whether a text has comments: writing it again would lose them. */
export const hasComments = (text: string): boolean => /(?:^|\s)#/m.test(text);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
