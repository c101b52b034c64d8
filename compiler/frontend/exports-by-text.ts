import { ts } from '../typescript/index.js';
import type { ProjectFiles } from './project-files.js';

/** What files may export and mention, by their text and without parsing, and what was asked of it. */
export class ExportsByText {
  /** File → question → answer. */
  private readonly asked = new Map<string, Map<string, boolean>>();

  constructor(private readonly files: ProjectFiles) {}

  /** Whether a file may export a name: it holds the name, or exports what others do. */
  mayExport(file: string, name: string): boolean { return this.ask(file, `export ${name}`); }

  /** Whether a file may use a member of this name: `x.name`, `{ name }`, `x['name']`. */
  mentionsMember(file: string, name: string): boolean { return this.ask(file, `member ${name}`); }

  /** Whether a file, as it is read now, answers as before to what it was asked. */
  answersTheSame(file: string): boolean {
    return [...(this.asked.get(file) ?? [])].every(([question, answer]) => answerTo(question, this.files.readText(file)) === answer);
  }

  private ask(file: string, question: string): boolean {
    let asked = this.asked.get(file);
    if (!asked) this.asked.set(file, asked = new Map());
    let answer = asked.get(question);
    if (answer === undefined) asked.set(question, answer = answerTo(question, this.files.readText(file)));
    return answer;
  }
}

function answerTo(question: string, text: string | null): boolean {
  if (text === null) return true;
  const name = question.slice(question.indexOf(' ') + 1);
  return question.startsWith('export') ? mayExport(text, name) : mentionsMember(text, name);
}

const mayExport = (text: string, name: string): boolean => text.includes(name) || /\bexport\s*\*|\bmodule\.exports\b|\bexports\b/.test(text);

const mentionsMember = (text: string, name: string): boolean => text.includes(name) && new RegExp(`[.{,['"\`]\\s*${name.replace(/\W/g, '\\$&')}(?![\\w$])`).test(text);

/** Whether a file is an ES module: by its extension, or by what it imports and exports. */
export const isEsm = (source: ts.SourceFile): boolean => /\.m[jt]s$/.test(source.fileName) || (ts.isExternalModule(source) && !exportsAsCommonJs(source));

/** A file that imports and assigns `module.exports`, as bundlers and Babel take it: without an export of its own it exports what CommonJS does. */
function exportsAsCommonJs(source: ts.SourceFile): boolean {
  // `export = x` is what TypeScript has for it.
  if (source.statements.some((statement) => ts.isExportAssignment(statement) && statement.isExportEquals)) return true;
  if (!/\bexports\b/.test(source.text)) return false;
  return !source.statements.some((statement) => ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)
    || (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)));
}
