import { ts } from '../../typescript/index.js';
import { evaluatorDiagnostics, type Site } from '../../evaluator/index.js';
import type { ProjectFiles } from './project-files.js';
import type { Reporter } from '../tree/reports.js';
import { deepPlace, treeOf } from './source-tree.js';

/** The syntax trees of a scan. There is one tree of each file: types are asked for the nodes of those that programs run. */
export class ParsedFiles {
  /** Absolute path → tree of what programs run; null for a file that cannot be read or nests too deep. */
  readonly parsed = new Map<string, ts.SourceFile | null>();
  /** Files that the type checker reads and no program has run yet. */
  readonly typeTrees = new Map<string, ts.SourceFile | null>();
  /** Trees that an earlier scan made. */
  private readonly kept: ReadonlyMap<string, ts.SourceFile>;

  /**
   * @param onParsed told how many files there are, after each
   * @param kept trees of files that are what they were; nothing is wrong in them
   */
  constructor(
    private readonly files: ProjectFiles,
    private readonly reports: Reporter,
    private readonly onParsed: (count: number) => void,
    kept: ReadonlyMap<string, ts.SourceFile> = new Map(),
  ) {
    this.kept = kept;
  }

  /** The tree of a file that a program runs; what is wrong with it is reported once. Null when it cannot be read or nests too deep. */
  parse(file: string): ts.SourceFile | null {
    const known = this.parsed.get(file);
    if (known !== undefined) return known;
    const text = this.files.readText(file);
    const source = text === null ? null : (this.typeTrees.get(file) ?? this.treeOf(file, text));
    this.parsed.set(file, source);
    if (text === null) return null;
    if (source === null) {
      this.reports.report(evaluatorDiagnostics, 'too-deep', { what: this.files.display(file) }, {
        span: { file: this.files.display(file), ...deepPlace(text) },
      } as Site);
      return null;
    }
    this.reportSyntax(file, source);
    this.onParsed(this.parsed.size);
    return source;
  }

  /** The tree of a file for the type checker; null as for `parse`, and then nothing is reported. */
  forTypes(file: string): ts.SourceFile | null {
    let tree = this.parsed.get(file) ?? this.typeTrees.get(file);
    if (tree === undefined) {
      const text = this.files.readText(file);
      this.typeTrees.set(file, (tree = text === null ? null : this.treeOf(file, text)));
      if (tree) this.reportSyntax(file, tree);
    }
    return tree;
  }

  /** One that an earlier scan made, where that was of this text: the file may have been edited since, and not have been parsed. */
  private treeOf(file: string, text: string): ts.SourceFile | null {
    const kept = this.kept.get(file);
    return kept?.text === text ? kept : treeOf(file, text);
  }

  private reportSyntax(file: string, source: ts.SourceFile): void {
    const errors = (source as ts.SourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] }).parseDiagnostics ?? [];
    const first =
      errors.find(isConflictMarker) ?? errors.find((error) => error.category === ts.DiagnosticCategory.Error && !isNotation(source, error));
    if (!first) return;
    const { line, character } = source.getLineAndCharacterOfPosition(first.start ?? 0);
    const place = { file: this.files.display(file), line: line + 1, column: character + 1 };
    const what = isConflictMarker(first)
      ? 'git left a conflict marker here, so a merge is half done, and only its first side was read.'
      : ts.flattenDiagnosticMessageText(first.messageText, ' ');
    this.reports.report(evaluatorDiagnostics, 'syntax-error', { what }, { span: place } as Site);
  }
}

/** `this?.#wheel`, which JavaScript has and TypeScript refuses; `0777`, `089` and `'\\033'`, which scripts that are not strict may write. */
const isNotation = (source: ts.SourceFile, error: ts.Diagnostic): boolean =>
  error.code === 18030 ||
  ([1121, 1487, 1488, 1489].includes(error.code) &&
    /\.c?jsx?$/.test(source.fileName) &&
    !ts.isExternalModule(source) &&
    !source.statements.some(isUseStrict));

const isUseStrict = (statement: ts.Statement): boolean =>
  ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression) && statement.expression.text === 'use strict';

/** What git writes into a file that it could not merge. TypeScript reads the first side, and skips the other. */
const isConflictMarker = (error: ts.Diagnostic): boolean => error.code === 1185;
