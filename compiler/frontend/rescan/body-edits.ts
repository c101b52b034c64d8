import type { Evaluator, ModuleRecord } from '../../evaluator/index.js';
import { delegatesTheSame, forgetSyntax, ts } from '../../evaluator/index.js';
import { changedFunctions, graft, isFunctionWithBody, type ChangedFunction, type FunctionWithBody } from './graft.js';
import type { ChangedFunctions } from '../requests/observation-log.js';
import type { Places } from '../places.js';
import type { ProjectFiles } from '../sources/project-files.js';
import type { SourceGraph } from '../resolution/source-graph.js';
import type { TypeChecker } from '../types/type-checker.js';

/** All that a scan has made of the sources. */
export interface ScannedSources {
  readonly evaluator: Evaluator;
  readonly files: ProjectFiles;
  readonly graph: SourceGraph;
  readonly places: Places;
  readonly types: TypeChecker;
  /** Files whose text the programs themselves have read. */
  readonly textsRead: ReadonlySet<string>;
  /** Values of the configuration are found by lines of the sources. */
  readonly hasHints: boolean;
  readonly parsed: ReadonlyMap<string, ts.SourceFile | null>;
  readonly typeTrees: ReadonlyMap<string, ts.SourceFile | null>;
  /** Null for a file that nests too deep. */
  parse(file: string, text: string): ts.SourceFile | null;
  isEsm(source: ts.SourceFile): boolean;
  /** Whether a file answers as before to what it was asked by its text. */
  exportsTheSame(file: string): boolean;
  /** Whether the same imports of a module are never used in another content of it, as far as that was asked. */
  elides(module: ModuleRecord, now: ts.SourceFile): boolean;
}

interface Edit {
  readonly before: ts.SourceFile;
  readonly now: ts.SourceFile;
  readonly changed: readonly ChangedFunction[];
}

/** Edits of function bodies that the set-up has not run: what it made stays as it is. */
export class BodyEdits {
  constructor(private readonly sources: ScannedSources) {}

  /** Takes in what the files are now. Null when more has changed; then what was scanned is of no use any more. */
  apply(changed: readonly string[]): ChangedFunctions | null {
    const { parsed, typeTrees } = this.sources;
    // What a request was the first to load, or a type, says only then that it cannot be parsed.
    if ([...parsed.values(), ...typeTrees.values()].some((tree) => tree && hasErrors(tree))) return null;
    const edits: Edit[] = [];
    for (const file of changed) {
      const edit = this.editOf(file);
      if (edit === null) return null;
      if (edit !== 'nothing') edits.push(edit);
    }
    for (const edit of edits) if (!this.take(edit)) return null;
    const functions = new Set<ts.Node>(edits.flatMap(({ changed: each }) => each.map(({ node }) => node)));
    return {
      has: (node) => functions.has(node),
      holds: (node) => {
        for (let at: ts.Node | undefined = node; at; at = at.parent) if (functions.has(at)) return true;
        return false;
      },
    };
  }

  /** How a file has changed; null when that concerns the set-up. */
  private editOf(file: string): Edit | 'nothing' | null {
    const { files, graph, parsed, typeTrees, textsRead, hasHints, evaluator } = this.sources;
    if (textsRead.has(file) || hasHints) return null;
    const text = files.readAgain(file);
    if (text === null || !graph.importsTheSame(file) || !this.sources.exportsTheSame(file)) return null;
    const before = parsed.get(file);
    if (before === undefined) return typeTrees.has(file) || !isScript(file) ? null : 'nothing';
    if (before === null) return null;
    const now = this.sources.parse(file, text);
    if (now === null || hasErrors(before) || hasErrors(now)) return null;
    const record = evaluator.modules.get(file);
    if (record && (this.sources.isEsm(now) !== record.isEsm || !this.sources.elides(record, now))) return null;
    const changed = changedFunctions(before, now, { run: evaluator.called, summarized: evaluator.summarized });
    return changed && changed.every(({ node, now: other }) => isPlain(node.body) && isPlain(other.body)) ? { before, now, changed } : null;
  }

  /** Puts the new content in the place of the old one; false when types that others see have changed with it. */
  private take({ before, now, changed }: Edit): boolean {
    const { evaluator, places, types } = this.sources;
    const open = [...new Set(changed.filter((each) => !hasKnownResult(each)).flatMap(({ node }) => whereItsTypeShows(node)))];
    const then = open.length > 0 ? types.signaturesOf(before, open) : null;
    places.move(before, graft(before, now, changed));
    const named = forgetSyntax(changed.map(({ node }) => node));
    types.renew(before);
    if (!named || !changed.every(({ node }) => delegatesTheSame(evaluator, node))) return false;
    if (then === null) return true;
    const since = types.signaturesOf(before, open);
    return since !== null && then.every((signature, index) => signature === since[index]);
  }
}

const isScript = (file: string): boolean => /\.(?:[cm]?[jt]sx?)$/.test(file);

const hasErrors = (source: ts.SourceFile): boolean =>
  ((source as ts.SourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] }).parseDiagnostics ?? []).some(
    (each) => each.category === ts.DiagnosticCategory.Error,
  );

/** Without imports, and without types of its own that a signature could name. */
function isPlain(body: ts.Node): boolean {
  if (/\bimport\s*\(/.test(body.getText())) return false;
  const declaresType = (node: ts.Node): boolean =>
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    (ts.forEachChild(node, (child) => declaresType(child) || undefined) ?? false);
  return !declaresType(body);
}

/**
 * The functions in whose types the type of one shows: its own, unless it is an argument in a statement that gives nothing to others. Then those beside it
 * may have parameters whose types come from it (`app.get(a, one).get(b, two)`).
 */
function whereItsTypeShows(node: FunctionWithBody): readonly FunctionWithBody[] {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return [node];
  let at: ts.Node = node.parent;
  while (PASSES_TYPES_ON.some((is) => is(at))) at = at.parent;
  return ts.isExpressionStatement(at) ? functionsIn(at.expression).filter((other) => other !== node) : [node];
}

const PASSES_TYPES_ON: readonly ((node: ts.Node) => boolean)[] = [
  ts.isCallExpression,
  ts.isNewExpression,
  ts.isPropertyAccessExpression,
  ts.isParenthesizedExpression,
  ts.isAwaitExpression,
  ts.isObjectLiteralExpression,
  ts.isPropertyAssignment,
  ts.isArrayLiteralExpression,
];

/** The functions that an expression makes, without those inside of them. */
function functionsIn(expression: ts.Node): FunctionWithBody[] {
  const found: FunctionWithBody[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionWithBody(node)) found.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(expression);
  return found;
}

/** The type of what the function gives does not depend on its body: it is stated, or nothing is given before and after. */
function hasKnownResult({ node, now }: ChangedFunction): boolean {
  if (node.type !== undefined || ts.isConstructorDeclaration(node) || ts.isSetAccessor(node)) return true;
  return node.asteriskToken === undefined && givesNothing(node.body) && givesNothing(now.body);
}

/** No `return` with a value, and an end that can be reached. */
function givesNothing(body: ts.Node): boolean {
  if (!ts.isBlock(body) || body.statements.some(ts.isThrowStatement)) return false;
  const returns = (node: ts.Node): boolean =>
    ts.isReturnStatement(node)
      ? node.expression !== undefined
      : !ts.isFunctionLike(node) && !ts.isClassLike(node) && (ts.forEachChild(node, (child) => returns(child) || undefined) ?? false);
  return !returns(body);
}
