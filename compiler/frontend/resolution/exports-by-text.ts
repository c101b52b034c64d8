import { ts } from '../../typescript/index.js';
import type { ProjectFiles } from '../sources/project-files.js';

/** What files may export and mention, by their text and without parsing, and what was asked of it. */
export class ExportsByText {
  /** File → question → answer. */
  private readonly asked = new Map<string, Map<string, boolean>>();
  private readonly texts = new Map<string, { readonly text: string; readonly exported: ReadonlySet<string> }>();

  constructor(private readonly files: Pick<ProjectFiles, 'readText'>) {}

  /** Whether a file may export a name: it exports something of that name, or what others do. Never false where it does. */
  mayExport(file: string, name: string): boolean {
    return this.ask(file, `export ${name}`);
  }

  /** Whether a file may use a member of this name: `x.name`, `{ name }`, `x['name']`. */
  mentionsMember(file: string, name: string): boolean {
    return this.ask(file, `member ${name}`);
  }

  /** Whether a file seems to register routes on what it is given: `app.post('/path', …)`, and functions that take requests. */
  seemsToRegister(file: string): boolean {
    return this.ask(file, 'registers');
  }

  /** Whether a file, as it is read now, answers as before to what it was asked. */
  answersTheSame(file: string): boolean {
    return [...(this.asked.get(file) ?? [])].every(([question, answer]) => this.answer(file, question) === answer);
  }

  private ask(file: string, question: string): boolean {
    let asked = this.asked.get(file);
    if (!asked) this.asked.set(file, (asked = new Map()));
    let answer = asked.get(question);
    if (answer === undefined) asked.set(question, (answer = this.answer(file, question)));
    return answer;
  }

  private answer(file: string, question: string): boolean {
    const text = this.files.readText(file);
    if (text === null) return true;
    if (question === 'registers') return REGISTERS.test(text) && TAKES_REQUESTS.test(text);
    const name = question.slice(question.indexOf(' ') + 1);
    return question.startsWith('export') ? mayExport(text, this.exportedBy(file, text), name) : mentionsMember(text, name);
  }

  private exportedBy(file: string, text: string): ReadonlySet<string> {
    let known = this.texts.get(file);
    if (known?.text !== text) this.texts.set(file, (known = { text, exported: namesExported(text) }));
    return known.exported;
  }
}

const escaped = (name: string): string => name.replace(/\W/g, '\\$&');

const mayExport = (text: string, exported: ReadonlySet<string>, name: string): boolean =>
  exported.has(name) || exported.has(OTHERS) || (exported.has(SEVERAL) && new RegExp(`[,\\s]${escaped(name)}\\s*[=:!,;]`).test(text));

const mentionsMember = (text: string, name: string): boolean =>
  text.includes(name) && new RegExp(`[.{,['"\`]\\s*${escaped(name)}(?![\\w$])`).test(text);

const REGISTERS = /\.(?:get|post|put|patch|delete|all|use|route)\(\s*['"`]\//;
const TAKES_REQUESTS = /[(,]\s*(?:req|request|ctx|context)\b[^()\n]{0,100}\)\s*(?:=>|:|\{)/;

/** `export class Name`, `export const name`, `export { name }`, `export * as name`, Babel's `export name from`; what follows a comma among declarations is not told apart. */
const EXPORTED =
  /\bexport\s+(?:default\s+|declare\s+|abstract\s+|async\s+)*(?:(?:class|function|enum|const\s+enum|namespace|module|interface|type|import)[\s*]+([\w$]+)|(?:const|let|var)\s+([^=;]*)|(?:type\s+)?\{([^}]*)\}|\*\s+as\s+([\w$]+)|([\w$]+(?:\s*,\s*\{[^}]*\})?)\s+from\b)/g;
const DECLARES_SEVERAL = /\bexport\s+(?:declare\s+)?(?:const|let|var)\b[^;]*,/;
const EXPORTS_OF_OTHERS = /\bexport\s*\*(?!\s*as\b)|\bmodule\.exports\b|\bexports\b/;
/** No names: it exports what others do, or in one declaration several variables. */
const OTHERS = '*',
  SEVERAL = ',';

/** Words that stand where a text names what it exports. */
function namesExported(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, ...groups] of text.matchAll(EXPORTED))
    for (const group of groups) for (const name of group?.match(/[\w$]+/g) ?? []) names.add(name);
  if (EXPORTS_OF_OTHERS.test(text)) names.add(OTHERS);
  if (DECLARES_SEVERAL.test(text)) names.add(SEVERAL);
  return names;
}

/** Whether a file is an ES module: by its extension, or by what it imports and exports. */
export const isEsm = (source: ts.SourceFile): boolean =>
  /\.m[jt]s$/.test(source.fileName) || (ts.isExternalModule(source) && !exportsAsCommonJs(source));

/** A file that imports and assigns `module.exports`, as bundlers and Babel take it: without an export of its own it exports what CommonJS does. */
function exportsAsCommonJs(source: ts.SourceFile): boolean {
  // `export = x` is what TypeScript has for it.
  if (source.statements.some((statement) => ts.isExportAssignment(statement) && statement.isExportEquals)) return true;
  if (!/\bexports\b/.test(source.text)) return false;
  return !source.statements.some(
    (statement) =>
      ts.isExportDeclaration(statement) ||
      ts.isExportAssignment(statement) ||
      (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)),
  );
}
