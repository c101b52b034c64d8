import path from 'node:path';
import type { ModuleResolution } from './module-resolution.js';
import type { ProjectFiles } from './project-files.js';

// No piece of white space may belong to two quantifiers, and nothing may be looked for up to the end of the file from many places:
// on the file of somebody who means it that takes the square of its length.
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*|\bjiti\s*\(\s*)(['"`])([^'"`\n]+)\1/g;
const TYPE_ONLY = /\bimport\s+type\s[^'"`;]{0,2000}?from\s*(['"])[^'"\n]+\1|\bexport\s+type\s[^'"`;]{0,2000}?from\s*(['"])[^'"\n]+\2/g;

/** `import whole, { named } from 'module'`, each part optional, and `import * as whole`. */
const NAMED_IMPORT = /^[ \t]*import\s+(?:([\w$]+|\*\s*as\s+[\w$]+)(?:\s*,)?\s*)?(?:\{([^}]{0,5000})\}\s*)?from\s*(['"])([^'"\n]+)\3;?/gm;

/** `@param {import('module').Type} request` in a comment, and the type itself. */
const COMMENTED_IMPORT = /^[ \t]*(?:\/\*\*?|\*|\/\/).*\bimport\(.*$/gm;
const IMPORT_TYPE = /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)\s*\.\s*([\w$]+)/g;

/**
 * Which file imports which, by text and without parsing: enough to tell which files can reach a framework at all and which files
 * nobody imports. It over-approximates: a type used like a value counts as an import.
 */
export class SourceGraph {
  private readonly imports = new Map<string, { readonly files: readonly string[]; readonly packages: readonly string[] }>();
  private readonly reaching = new Map<string, boolean>();

  /** @param exportsOf names that a framework's module exports as values; everything else imported from it is a type */
  constructor(
    private readonly files: ProjectFiles, private readonly resolution: ModuleResolution, private readonly isFramework: (module: string) => boolean,
    private readonly exportsOf: (module: string) => ReadonlySet<string>,
  ) {}

  of(file: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
    let known = this.imports.get(file);
    if (known) return known;
    const text = this.withoutTypeImports(this.files.readText(file)?.replace(TYPE_ONLY, '') ?? '', file);
    const targets = new Set<string>();
    const packages = new Set<string>();
    if (text.length < 1_000_000) for (const match of text.matchAll(SPECIFIER)) {
      const resolution = this.resolution.resolve(match[2]!, file);
      if (resolution.kind === 'source') targets.add(resolution.file); else if (resolution.kind === 'package') packages.add(resolution.name);
    }
    known = { files: [...targets], packages: [...packages] };
    this.imports.set(file, known);
    return known;
  }

  /**
   * TypeScript elides imports that only types use: a service that names `express.Request` does not load the framework. Without this
   * every file of a server would count as one that can register something.
   */
  private withoutTypeImports(text: string, file: string): string {
    const spoken = text.includes('import(') ? text.replace(COMMENTED_IMPORT, '').replace(IMPORT_TYPE, (type: string, _quote: string, module: string, member: string) => (this.isFramework(module) && !this.exportsOf(module).has(member) && member !== 'then' ? '' : type)) : text;
    if (!/\.[cm]?tsx?$/.test(file)) return spoken;
    return spoken.replace(NAMED_IMPORT, (statement: string, whole: string | undefined, named: string | undefined, _quote: string, module: string) => {
      if (!this.isFramework(module)) return statement;
      const values = this.exportsOf(module);
      const usesNamed = (named ?? '').split(',').some((part) => { const words = part.trim().split(/\s+/); return words[0] !== '' && words[0] !== 'type' && values.has(words[0]!); });
      if (usesNamed) return statement;
      if (whole === undefined) return '';
      const start = text.indexOf(statement);
      const name = whole.replace(/^\*\s*as\s+/, '');
      for (const use of text.matchAll(new RegExp(`(?<![\\w$.'"/-])${name.replace(/\$/g, '\\$&')}(?![\\w$])\\s*(\\.\\s*([\\w$]+))?`, 'g'))) {
        if (use.index >= start && use.index < start + statement.length) continue;
        if (use[2] === undefined || values.has(use[2])) return statement;
      }
      return '';
    });
  }

  /** The text of a file is another: whether it imports the same all the same. */
  importsTheSame(file: string): boolean {
    const known = this.imports.get(file);
    if (!known) return true;
    this.imports.delete(file);
    const now = this.of(file);
    return JSON.stringify(known) === JSON.stringify(now);
  }

  mentionsFramework(file: string): boolean { return this.of(file).packages.some(this.isFramework); }

  /** The file, or something it imports, imports a framework. */
  reachesFramework(file: string): boolean {
    const known = this.reaching.get(file);
    if (known !== undefined) return known;
    // Breadth first from this file; everything on the way to a hit is marked, everything without one too.
    const seen = new Set<string>([file]);
    const pending = [file];
    let hit = false;
    while (pending.length && !hit) {
      const current = pending.pop()!;
      if (this.reaching.get(current) === true || this.mentionsFramework(current)) { hit = true; break; }
      if (this.reaching.get(current) === false) continue;
      for (const next of this.of(current).files) if (!seen.has(next)) { seen.add(next); pending.push(next); }
    }
    if (hit) this.reaching.set(file, true); else for (const each of seen) this.reaching.set(each, false);
    return hit;
  }
}

const NOT_A_SERVER = /(?:^|\/)(?:\.[^./][^/]*|__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|cypress|playwright|fixtures?|mocks?|stories|storybook|benchmarks?|coverage|migrations?|seeds?|seeders?|codefixes|public|static|assets|vendor|docs?|typings?|@types|templates?)(?:\/|$)/i;
const TEST_FILE = /(?:\.|_|-)(?:test|tests|spec|e2e|e2e-spec|stories|story|bench|mock|fixture|d)\.[cm]?[jt]sx?$|(?:^|\/)(?:jest|vitest|karma|webpack|rollup|vite|gulpfile|gruntfile|babel|eslint|prettier|tailwind|postcss|next|nuxt|protractor|playwright|cypress|tsup|esbuild|commitlint|lint-staged)[^/]*\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|gruntfile)\.[cm]?js$|\.min\.js$|\.bundle\.js$/i;

/** Tests, fixtures, stories, front-end assets and tool configurations start no server. */
export const startsNoServer = (relative: string): boolean => NOT_A_SERVER.test(path.posix.dirname(relative)) || TEST_FILE.test(relative);
