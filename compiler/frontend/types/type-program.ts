import path from 'node:path';
import { libraryFolder, libraryText, ts } from '../../typescript/index.js';
import type { Resolution } from '../../evaluator/index.js';
import type { ProjectFiles } from '../sources/project-files.js';

/** Declaration files of installed packages that are read at most: a type that takes more is not known. */
const MAX_PACKAGE_FILES = 300;
/** How far imports are followed through files that no program runs: all that such a file imports would have to be read. */
const MAX_DEPTH = 2;
/** How often files are added after the program was made, and how many files all of these programs may have: those of a set-up grow file by file. */
const MAX_PROGRAMS = 12;
const MAX_FILES = 3000;
const SOURCE = /\.[cm]?tsx?$/;

export interface TypeProgramSources {
  readonly files: ProjectFiles;
  /** The syntax tree that the evaluation has of a file, or a new one. */
  tree(file: string): ts.SourceFile | null;
  resolve(specifier: string, from: string): Resolution;
  /** Declarations where no module of the program is. */
  declarations(specifier: string, from: string): string | null;
  /** The evaluation has read the file. */
  isRun(file: string): boolean;
  /** Packages whose types describe a framework and no data. */
  isFramework(name: string): boolean;
  /** Files in which questions will come up. */
  likely(): readonly string[];
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: [
    'es5',
    'es2015.core',
    'es2015.collection',
    'es2015.iterable',
    'es2015.promise',
    'es2015.symbol',
    'es2017.object',
    'es2019.array',
    'es2019.object',
  ].map((name) => `lib.${name}.d.ts`),
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
  allowJs: false,
  esModuleInterop: true,
  experimentalDecorators: true,
  noResolve: false,
};

/** Declarations of the language, for all programs of this process: they are the same for each. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * A TypeScript program over the evaluation's own syntax trees, made when the first question comes and extended when one comes about a file that
 * is not in it. Nothing is checked: types are computed for the nodes that are asked for. JavaScript has no part in it.
 */
export class TypeProgram {
  /** How many programs were made. */
  made = 0;
  /** How many files they had, each counted once for each. */
  private taken = 0;
  /** How many of these may answer otherwise than the one before of files that both hold. */
  generations = 0;
  private program: ts.Program | null = null;
  private current: ts.TypeChecker | null = null;
  private readonly roots = new Set<string>();
  /** Files about which there were questions: their imports of packages are followed. */
  private readonly asked = new Set<string>();
  /** What these import of installed packages: other files that import the same get it as well, which costs nothing more. */
  private readonly followed = new Set<string>();
  private readonly declarations = new Map<string, ts.SourceFile | null>();
  private readonly resolved = new Map<string, string | null>();
  /** What the imports of each file came to in the latest program. */
  private readonly targets = new Map<string, string>();
  /** How many imports lie between a file that the programs run and one that only types lead to. */
  private readonly depths = new Map<string, number>();
  private readonly libraryFolder = libraryFolder();
  constructor(private readonly sources: TypeProgramSources) {}

  /** The checker of a program that holds the file; null where there is none. */
  checkerFor(file: string): ts.TypeChecker | null {
    if (!SOURCE.test(file) || this.libraryFolder === null) return null;
    this.refresh();
    if (this.program && this.asked.has(file)) return this.program.getSourceFile(file) ? this.current : null;
    const installed = this.installedImports(file).filter((declaration) => !this.followed.has(declaration));
    // It runs by now: what it imports is followed as far as of any such file.
    const isNearer = this.sources.isRun(file) && this.depths.delete(file);
    const missing = !this.program?.getSourceFile(file) || installed.length > 0 || isNearer;
    this.asked.add(file);
    if (!missing) return this.current;
    // One question is often the only one; where there is a second, more will come.
    const likely = this.program ? this.sources.likely().filter((each) => SOURCE.test(each) && !this.roots.has(each)) : [];
    if (this.made >= MAX_PROGRAMS && this.taken > MAX_FILES && likely.length === 0)
      return this.program?.getSourceFile(file) ? this.current : null;
    for (const each of likely) this.roots.add(each);
    this.roots.add(file);
    for (const declaration of installed) this.followed.add(declaration);
    this.made++;
    const before = this.program;
    const targetsBefore = new Map(this.targets);
    this.program = ts.createProgram({ rootNames: [...this.roots], options: OPTIONS, host: this.host() });
    this.taken += this.program.getSourceFiles().length;
    this.current = this.program.getTypeChecker();
    if (!before || !this.onlyAddsTo(before, targetsBefore)) this.generations++;
    return this.program.getSourceFile(file) ? this.current : null;
  }

  /** Nothing that the files of a program import is another now, and the new files declare nothing that all others see. */
  private onlyAddsTo(before: ts.Program, targetsBefore: ReadonlyMap<string, string>): boolean {
    return (
      [...targetsBefore].every(([from, targets]) => this.targets.get(from) === targets) &&
      this.program!.getSourceFiles().every((source) => before.getSourceFile(source.fileName) !== undefined || !declaresForAll(source))
    );
  }

  /** A file of the program has got other bodies of functions: the next question goes to a new program over the same files. */
  renew(source: ts.SourceFile): void {
    unbind(source);
    if (this.program?.getSourceFile(source.fileName)) this.isStale = true;
  }

  signaturesOf(source: ts.SourceFile, nodes: readonly ts.SignatureDeclaration[]): readonly string[] | null {
    if (!this.program?.getSourceFile(source.fileName)) return null;
    this.refresh();
    const checker = this.current!;
    return nodes.map((node) => {
      const signature = checker.getSignatureFromDeclaration(node);
      return signature ? checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation) : '';
    });
  }

  private isStale = false;
  private refresh(): void {
    if (!this.isStale) return;
    this.isStale = false;
    this.program = ts.createProgram({ rootNames: [...this.roots], options: OPTIONS, host: this.host(), oldProgram: this.program! });
    this.current = this.program.getTypeChecker();
  }

  isLibrary(source: ts.SourceFile): boolean {
    return libraries.has(source.fileName);
  }
  isPackage(source: ts.SourceFile): boolean {
    return this.declarations.get(source.fileName) != null && source.fileName.includes('/node_modules/');
  }

  /** The declaration files of installed packages that a file imports. */
  private installedImports(file: string): string[] {
    return (this.sources.tree(file)?.statements ?? []).flatMap((statement) => {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
      const { text } = statement.moduleSpecifier;
      return text.startsWith('.') ? [] : (this.packageFile(text, file) ?? []);
    });
  }

  private host(): ts.CompilerHost {
    const { files } = this.sources;
    return {
      fileExists: (file) => (this.isOfLibrary(file) ? libraryText(file) !== null : files.exists(file) === 'file'),
      readFile: (file) => files.readText(file) ?? undefined,
      getSourceFile: (file) =>
        this.isOfLibrary(file)
          ? this.library(file)
          : file.includes('/node_modules/')
            ? (this.declaration(file) ?? undefined)
            : (this.sources.tree(file) ?? undefined),
      getDefaultLibFileName: () => path.join(this.libraryFolder!, 'lib.es5.d.ts'),
      getDefaultLibLocation: () => this.libraryFolder!,
      getCurrentDirectory: () => files.root,
      getCanonicalFileName: (file) => file,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      writeFile: () => {
        /* nothing is emitted */
      },
      getDirectories: () => [],
      realpath: (file) => file,
      resolveModuleNameLiterals: (literals, from) => {
        const targets = literals.map(({ text }) => this.target(text, from));
        this.targets.set(from, targets.join('\0'));
        return targets.map((file) => ({
          resolvedModule:
            file === null
              ? undefined
              : { resolvedFileName: file, extension: extensionOf(file), isExternalLibraryImport: file.includes('/node_modules/') },
        }));
      },
      resolveTypeReferenceDirectiveReferences: (references) => references.map(() => ({ resolvedTypeReferenceDirective: undefined })),
    };
  }

  private target(specifier: string, from: string): string | null {
    if (from.includes('/node_modules/')) return this.packageFile(specifier, from);
    const depth = this.depths.get(from) ?? 0;
    if (depth >= MAX_DEPTH) return null;
    const resolution = this.sources.resolve(specifier, from);
    if (resolution.kind === 'source' && !this.sources.isRun(resolution.file))
      this.depths.set(resolution.file, Math.min(depth + 1, this.depths.get(resolution.file) ?? MAX_DEPTH));
    if (resolution.kind === 'source')
      return SOURCE.test(resolution.file) ? resolution.file : this.sources.declarations(resolution.file, from);
    const own = resolution.kind === 'text' ? null : this.sources.declarations(specifier, from);
    if (own !== null || resolution.kind !== 'package') return own;
    const declaration = this.packageFile(resolution.name, from);
    return declaration !== null && (this.asked.has(from) || this.followed.has(declaration)) ? declaration : null;
  }

  private packageFile(specifier: string, from: string): string | null {
    if (this.sources.isFramework(specifier) || specifier.startsWith('node:')) return null;
    const key = `${path.dirname(from)}\0${specifier}`;
    const known = this.resolved.get(key);
    if (known !== undefined) return known;
    const { files } = this.sources;
    const found =
      this.declarations.size >= MAX_PACKAGE_FILES || !this.hasPackages(from)
        ? undefined
        : ts.resolveModuleName(specifier, from, OPTIONS, {
            fileExists: (file) => files.exists(file) === 'file',
            readFile: (file) => files.readText(file) ?? undefined,
            directoryExists: (folder) => files.exists(folder) === 'directory',
            realpath: (file) => file,
          }).resolvedModule?.resolvedFileName;
    const file = found && SOURCE.test(found) && !this.sources.isFramework(packageOf(found)) ? found : null;
    this.resolved.set(key, file);
    return file;
  }

  private hasPackages(from: string): boolean {
    const { files } = this.sources;
    for (let folder = path.dirname(from); files.inside(folder); folder = path.dirname(folder)) {
      if (files.exists(path.join(folder, 'node_modules')) === 'directory') return true;
      if (folder === files.boundary) break;
    }
    return false;
  }

  private isOfLibrary(file: string): boolean {
    return path.dirname(file) === this.libraryFolder;
  }

  private library(file: string): ts.SourceFile | undefined {
    if (!libraries.has(file)) {
      const text = libraryText(file);
      libraries.set(
        file,
        text === null
          ? undefined
          : ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }),
      );
    }
    return libraries.get(file);
  }

  private declaration(file: string): ts.SourceFile | null {
    let source = this.declarations.get(file);
    if (source === undefined) {
      const text = this.declarations.size < MAX_PACKAGE_FILES ? this.sources.files.readText(file) : null;
      this.declarations.set(
        file,
        (source =
          text === null
            ? null
            : ts.createSourceFile(file, text, {
                languageVersion: ts.ScriptTarget.ES2022,
                jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
              })),
      );
    }
    return source;
  }
}

const extensionOf = (file: string): string => /\.d\.[cm]?ts$/.exec(file)?.[0] ?? path.extname(file);

/** `@types/express/index.d.ts` → `express`. */
function packageOf(file: string): string {
  const [, name] = /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(file) ?? [];
  return name === undefined ? '' : name.startsWith('@types/') ? name.slice(7).replace('__', '/') : name;
}

/** Without `export` and `import` all is global, and with them what is declared for other modules, for all of them, or as a global name. */
const declaresForAll = (source: ts.SourceFile): boolean =>
  !ts.isExternalModule(source) ||
  source.statements.some(
    (statement) =>
      ts.isNamespaceExportDeclaration(statement) ||
      (ts.isModuleDeclaration(statement) &&
        (ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0)),
  );

/** What the checker has written into a tree when it bound its names. */
const BOUND = [
  'symbol',
  'locals',
  'localSymbol',
  'nextContainer',
  'flowNode',
  'endFlowNode',
  'returnFlowNode',
  'fallthroughFlowNode',
] as const;
const BOUND_FILE = [
  'classifiableNames',
  'bindDiagnostics',
  'bindSuggestionDiagnostics',
  'symbolCount',
  'patternAmbientModules',
  'jsGlobalAugmentations',
] as const;

function unbind(source: ts.SourceFile): void {
  const visit = (node: ts.Node): void => {
    const bound = node as unknown as Record<string, unknown>;
    for (const name of BOUND) if (bound[name] !== undefined) bound[name] = undefined;
    ts.forEachChild(node, visit);
  };
  visit(source);
  const bound = source as unknown as Record<string, unknown>;
  for (const name of BOUND_FILE) if (bound[name] !== undefined) bound[name] = name.startsWith('bind') ? [] : undefined;
}
