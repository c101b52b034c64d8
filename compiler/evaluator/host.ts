import type { ts } from '../typescript/index.js';
import type { DiagnosticArguments, DiagnosticId, Shape } from '@tool/ir';
import type { StatedType, Unknown, Value } from '@tool/scanner-sdk';
import type { DeclaredAs } from './language/declared-types.js';
import type { Evaluator } from './evaluator.js';
import type { evaluatorDiagnostics } from './diagnostics.js';
import type { Frame, ModuleRecord, Site } from './values/values.js';

export type Resolution =
  /**
   * `misspelled`: what the disk calls the file, where the specifier says it in other letter case. `example`: what a file is called that only shows
   * what the wanted one, which is not in the project, looks like.
   */
  | { readonly kind: 'source' | 'json'; readonly file: string; readonly misspelled?: string; readonly example?: string }
  /** A file whose text is what is imported: `./letter.txt?raw`. */
  | { readonly kind: 'text'; readonly file: string }
  /** An installed or missing package, or a module of Node. */
  | { readonly kind: 'package'; readonly name: string }
  /** A relative path at which there is nothing; `outside`: it leads out of the repository, and nobody looks there. */
  | { readonly kind: 'missing'; readonly outside?: true };

/** Everything the evaluator wants from outside: files, modules and what host modules mean. It does no IO of its own. */
export interface EvaluatorHost {
  readonly root: string;
  resolve(specifier: string, from: string, asRequire: boolean): Resolution;
  /** Whether a package may be there for a file: a manifest above it lists the package, or it is a module of Node, or nobody says what is installed. */
  mayBeInstalled(name: string, from: string): boolean;
  /** The syntax tree of a source file; null when it cannot be read. */
  parse(file: string): ts.SourceFile | null;
  isEsm(source: ts.SourceFile): boolean;
  /** Whether `import()` in a file is left to Node, which reads files meanwhile; a compiler may have made a `require` of it. */
  keepsImports(file: string): boolean;
  /** Whether `require` of an ES module that exports nothing but a default gives that, by a plugin of Babel that the file's package lists. */
  requiresDefaults?(file: string): boolean;
  /** The text of a file, for the program. */
  readText(file: string): string | null;
  /** What a JSON or YAML file says. Throws what it throws when the file is neither. */
  readData(file: string): unknown;
  /** What a text of YAML says. Throws when it is none. */
  parseYaml(text: string): unknown;
  /** Whether a file may export a name, by its text: it holds the name, or exports what others do. */
  mayExport(file: string, name: string): boolean;
  /** Whether a file may use a member of this name of something, by its text. */
  mentionsMember(file: string, name: string): boolean;
  /** Whether a file seems to register something on what it is given, by its text. */
  seemsToRegister(file: string): boolean;
  /** Entries of a folder inside the project; null when there is none or it lies outside. */
  readDirectory(folder: string): readonly { readonly name: string; readonly directory: boolean }[] | null;
  /** The folder of the sources of one that a build would make and that is not there; null for any other. */
  sourceFolder(folder: string): string | null;
  /** A text as a model may hold it: an absolute path inside the repository is relative to the project, any other text itself. */
  portable(text: string): string;
  exists(path: string): 'file' | 'directory' | 'nothing' | 'outside';
  /** The model of an npm or Node module; null when nobody models it. */
  moduleValue(evaluator: Evaluator, name: string): Value | null;
  /** The file can reach a framework through its imports: its functions may register something. */
  reachesFramework(file: string): boolean;
  /** Whether the statements of a module, beside its imports, mention a name as a value. */
  usesName(module: ModuleRecord, name: string): boolean;
  /** The file, or one that it imports, registers something as soon as it is loaded: nobody need name what is in it. */
  reachesLoaded(file: string): boolean;
  /** The sources that a file loads before anything of it runs, in order. */
  loadedBy(file: string): readonly string[];
  /** The file itself does something to others as soon as it is loaded: fills a list of theirs, calls a function of theirs. */
  actsWhenLoaded(file: string): boolean;
  /** The file, or one that it imports, loads modules whose names are computed. */
  loadsUnnamed(file: string): boolean;
  /** Value of an environment variable that the configuration states. */
  environment(name: string): string | undefined;
  /** What a file of examples that the project commits in place of its settings states for an environment variable, and what the file is called. */
  exampleVariable(name: string): { readonly value: string; readonly file: string } | null;
  readonly environmentNames: readonly string[];
  /** A value that the configuration states for an expression only run time knows. */
  hint(text: string, module: ModuleRecord, node: ts.Node): string | number | boolean | undefined;
  readonly hasHints: boolean;
  /** Functions that serve requests are run when the programs have run: what a program makes beside its set-up matters to them. */
  readonly servesRequests: boolean;
  /** The set-up calls something that a package has made and that nobody models. */
  calledPackage?(module: string, path: string, args: readonly Value[], site: Site): void;
  /** What the last call of a path into a package gives: `default.sign()` of `jsonwebtoken`. */
  resultShape?(module: string, path: string): Shape | undefined;
  /** What it hands to its callback, behind the error. */
  handedToCallback?(module: string, path: string, args: readonly Value[], site: Site): Value | undefined;
  /** The call may end in errors that a model knows. */
  failsAs?(module: string, path: string, args: readonly Value[], site: Site): Value | undefined;
  argumentShapes?(module: string, path: string): readonly Shape[] | undefined;
  /** What the type checker says of an unknown value, asked for what is sent; undefined when it says nothing. */
  typeOf?(value: Unknown, declared: readonly DeclaredAs[]): Shape | undefined;
  /** Whether the type checker says that an unknown value may be undefined. */
  mayBeOmitted?(value: Unknown): boolean;
  /** What a type of the program says, at a path; undefined when it says nothing. */
  shapeOfType?(declared: DeclaredAs): Shape | undefined;
  /** The generic types of packages that a type of the program comes to, and what the program adds to them. */
  statedTypes?(node: ts.TypeNode): readonly StatedType[];
  /** The class of a package that a type comes to by aliases: its module and name. */
  classOfPackage?(node: ts.TypeNode): readonly [string, string] | undefined;
  report<Code extends keyof typeof evaluatorDiagnostics>(
    code: Code,
    args: DiagnosticArguments<(typeof evaluatorDiagnostics)[Code]>,
    site: Site | null,
  ): DiagnosticId;
  /** Another program of the package has made an application, and the one that runs now has made nothing that serves. */
  readonly isBesideServer: boolean;
  /** The project file that runs as the main program now. */
  mainFile: string;
  /** The folder it is started in: relative paths of the program start there. */
  workingDirectory: string;
  spanOf(site: Site): Site['span'];
  framesOf?(frame: Frame): void;
}
