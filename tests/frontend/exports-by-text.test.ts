import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { ExportsByText } from '../../compiler/frontend/resolution/exports-by-text.js';
import { allSources } from '../support/source-files.js';

const asking = (text: string): ExportsByText => new ExportsByText({ readText: () => text });

/** Names that the statements of a module export by themselves. */
function exportedBySyntax(text: string): string[] {
  const names: string[] = [];
  const bind = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) bind(element.name);
  };
  for (const statement of ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022).statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause) {
      if (ts.isNamedExports(statement.exportClause)) names.push(...statement.exportClause.elements.map(({ name }) => name.text));
      else names.push(statement.exportClause.name.text);
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement)?.map(({ kind }) => kind) ?? []) : [];
    if (!modifiers.includes(ts.SyntaxKind.ExportKeyword) || modifiers.includes(ts.SyntaxKind.DefaultKeyword)) continue;
    if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) bind(name);
    else if ('name' in statement && statement.name) names.push((statement.name as ts.Identifier).text);
  }
  return names;
}

describe('what a file may export, by its text', () => {
  test('every name that a module of this repository exports', () => {
    let names = 0;
    for (const { name: file, source } of allSources()) {
      const exports = asking(source.text);
      for (const name of exportedBySyntax(source.text)) {
        names++;
        if (!exports.mayExport(file, name)) throw new Error(`${name} of ${file}`);
      }
    }
    expect(names).toBeGreaterThan(1_000);
  });

  test.each([
    ['export const a = 1, b = 2;', 'b'],
    ['export const { a, c: [b] } = x;', 'b'],
    ['export let a, b;', 'b'],
    ['export { a as b };', 'b'],
    ['export * as b from "./c";', 'b'],
    ['export default abstract class b {}', 'b'],
    ['export async function* b() {}', 'b'],
    ['export * from "./c";', 'b'],
    ['module.exports = { b };', 'b'],
    ['export declare const enum b {}', 'b'],
    ['export import b = c.d;', 'b'],
  ])('%s', (text, name) => {
    expect(asking(text).mayExport('x.ts', name)).toBe(true);
  });

  test.each([
    ['import { b } from "./b"; export class Other { constructor(private b: b) {} }'],
    ['const b = 1; export default b2;'],
    ['export class bb {}'],
    ['export * as c from "./b";'],
  ])('not %s', (text) => {
    expect(asking(text).mayExport('x.ts', 'b')).toBe(false);
  });
});
