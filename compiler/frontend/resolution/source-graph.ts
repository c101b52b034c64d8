import path from 'node:path';
import type { ModuleResolution } from './module-resolution.js';
import type { ProjectFiles } from '../sources/project-files.js';
import type { ReadAhead } from './read-ahead.js';
import { namesComputed, specifiersIn, withoutStatedTypes } from './specifiers.js';
import { topLevelOf, type TopLevel } from './top-level.js';

/** `import whole, { named } from 'module'`, each part optional, and `import * as whole`. */
const NAMED_IMPORT = /^[ \t]*import\s+(?:([\w$]+|\*\s*as\s+[\w$]+)(?:\s*,)?\s*)?(?:\{([^}]{0,5000})\}\s*)?from\s*(['"])([^'"\n]+)\3;?/gm;

/** `import('module').Type`. */
const IMPORT_TYPE = /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)\s*\.\s*([\w$]+)/g;

/** What a file imports: sources of the project, absolute, and packages. */
export interface Imports {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/**
 * Which file imports which, by text and without parsing: enough to tell which files can reach a framework at all and which files
 * nobody imports. It over-approximates: a type used like a value counts as an import.
 */
export class SourceGraph {
  private readonly imports: Map<string, Imports>;
  /** Files of which it was asked whether they themselves load what nobody names. */
  private readonly unnamed = new Map<string, boolean>();
  private readonly topLevels = new Map<string, TopLevel>();

  /**
   * @param exportsOf names that a framework's module exports as values; everything else imported from it is a type
   * @param actsOnLoad packages that register what is in a file as soon as it is loaded
   * @param ahead what another thread reads
   * @param known what is known already
   */
  constructor(
    private readonly files: ProjectFiles,
    private readonly resolution: ModuleResolution,
    private readonly isFramework: (module: string) => boolean,
    private readonly exportsOf: (module: string) => ReadonlySet<string>,
    private readonly actsOnLoad: (module: string) => boolean,
    private readonly ahead?: ReadAhead,
    known: ReadonlyMap<string, Imports> = new Map(),
  ) {
    this.imports = new Map(known);
  }

  /** What files import, as far as that was asked. */
  get known(): ReadonlyMap<string, Imports> {
    return this.imports;
  }

  of(file: string): Imports {
    let known = this.imports.get(file);
    if (known) return known;
    known = this.resolved(file, this.ahead?.specifiersOf(file) ?? this.specifiersOf(file));
    this.imports.set(file, known);
    return known;
  }

  private resolved(file: string, specifiers: readonly string[]): Imports {
    const targets = new Set<string>();
    const packages = new Set<string>();
    for (const specifier of specifiers) {
      const resolution = this.resolution.unaliased.resolve(specifier, file);
      if (resolution.kind === 'source') targets.add(resolution.file);
      else if (resolution.kind === 'package') packages.add(resolution.name);
    }
    return { files: [...targets], packages: [...packages] };
  }

  private specifiersOf(file: string): readonly string[] {
    return specifiersIn(this.withoutTypeImports(withoutStatedTypes(this.files.readText(file) ?? ''), file));
  }

  /**
   * TypeScript elides imports that only types use: a service that names `express.Request` does not load the framework. Without this
   * every file of a server would count as one that can register something.
   */
  private withoutTypeImports(text: string, file: string): string {
    const spoken = text.includes('import(')
      ? text.replace(IMPORT_TYPE, (type: string, _quote: string, module: string, member: string) =>
          this.isFramework(module) && !this.exportsOf(module).has(member) && member !== 'then' ? '' : type,
        )
      : text;
    if (!/\.[cm]?tsx?$/.test(file)) return spoken;
    return spoken.replace(
      NAMED_IMPORT,
      (statement: string, whole: string | undefined, named: string | undefined, _quote: string, module: string) => {
        if (!this.isFramework(module)) return statement;
        const values = this.exportsOf(module);
        const usesNamed = (named ?? '').split(',').some((part) => {
          const words = part.trim().split(/\s+/);
          return words[0] !== '' && words[0] !== 'type' && (words[0] === 'default' || values.has(words[0]!));
        });
        if (usesNamed) return statement;
        if (whole === undefined) return '';
        const start = text.indexOf(statement);
        const name = whole.replace(/^\*\s*as\s+/, '');
        for (const use of text.matchAll(
          new RegExp(`(?<![\\w$.'"/-])${name.replace(/\$/g, '\\$&')}(?![\\w$])\\s*(\\.\\s*([\\w$]+))?`, 'g'),
        )) {
          if (use.index >= start && use.index < start + statement.length) continue;
          if (use[2] === undefined || values.has(use[2])) return statement;
        }
        return '';
      },
    );
  }

  /** The text of a file is another: whether it imports the same all the same. */
  importsTheSame(file: string): boolean {
    const named = this.unnamed.get(file);
    if (named !== undefined && named !== namesComputed(this.files.readText(file) ?? '')) return false;
    const before = this.topLevels.get(file);
    if (before && JSON.stringify(before) !== JSON.stringify(this.topLevelNow(file))) return false;
    const known = this.imports.get(file);
    if (!known) return true;
    const now = this.resolved(file, this.specifiersOf(file));
    this.imports.set(file, now);
    return JSON.stringify(known) === JSON.stringify(now);
  }

  mentionsFramework(file: string): boolean {
    return this.of(file).packages.some(this.isFramework);
  }

  /** A test wherever it lies: it imports what only tests do. */
  isTest(file: string): boolean {
    return this.of(file).packages.some((name) => OF_TEST_RUNNERS.has(name));
  }

  /** The file, or something it imports, imports a framework. */
  readonly reachesFramework = this.reaching((file) => this.mentionsFramework(file));

  /** The file, or something it imports, loads modules whose names are computed. */
  readonly loadsUnnamed = this.reaching((file) => this.namesComputed(file));

  /** The file, or something it imports, imports a package that registers what is in a file as soon as that is loaded. */
  readonly reachesLoaded = this.reaching((file) => this.of(file).packages.some(this.actsOnLoad));

  /** The sources that a file loads before anything of it runs, in order. */
  loadedBy(file: string): readonly string[] {
    return this.sourcesAmong(this.topLevel(file).loads, file);
  }

  /** Whether a file does something to others as soon as it is loaded: nobody need name what is in it. */
  actsWhenLoaded(file: string): boolean {
    const { effects, calls, makes } = this.topLevel(file);
    return (
      this.sourcesAmong([...effects, ...calls], file).length > 0 || this.sourcesAmong(makes, file).some((each) => this.topLevel(each).keeps)
    );
  }

  private topLevel(file: string): TopLevel {
    let known = this.topLevels.get(file);
    if (!known) this.topLevels.set(file, (known = this.topLevelNow(file)));
    return known;
  }

  private topLevelNow(file: string): TopLevel {
    return topLevelOf(this.files.readText(file) ?? '', /\.[cm]?tsx?$/.test(file));
  }

  private sourcesAmong(specifiers: readonly string[], from: string): readonly string[] {
    return specifiers.flatMap((specifier) => {
      const found = this.resolution.unaliased.resolve(specifier, from);
      return found.kind === 'source' ? [found.file] : [];
    });
  }

  /** Whether a file, or something it imports, is what is looked for. */
  private reaching(isIt: (file: string) => boolean): (file: string) => boolean {
    const known = new Map<string, boolean>();
    return (file) => {
      const answer = known.get(file);
      if (answer !== undefined) return answer;
      // Breadth first: a program loads its framework soon, and what it loads besides need not be read for that. A set goes on to what is added to it.
      const seen = new Set<string>([file]);
      let hit = false;
      for (const current of seen) {
        const reaches = known.get(current);
        hit = reaches === true || (reaches === undefined && isIt(current));
        if (hit) break;
        if (reaches === undefined) for (const next of this.of(current).files) seen.add(next);
      }
      if (hit) known.set(file, true);
      else for (const each of seen) known.set(each, false);
      return hit;
    };
  }

  private namesComputed(file: string): boolean {
    const known = this.unnamed.get(file) ?? namesComputed(this.files.readText(file) ?? '');
    this.unnamed.set(file, known);
    return known;
  }

  /** Whether a framework is reached without what only tests load. */
  reachesBesideTests(file: string): boolean {
    const seen = new Set([file]);
    for (const current of seen) {
      if (this.mentionsFramework(current)) return true;
      for (const next of this.of(current).files)
        if (this.reachesFramework(next) && !OF_TESTS.test(path.posix.dirname(this.files.display(next)))) seen.add(next);
    }
    return false;
  }
}

const OF_TEST_RUNNERS: ReadonlySet<string> = new Set([
  '@jest/globals',
  '@playwright/test',
  'ava',
  'chai',
  'chai-http',
  'jest',
  'mocha',
  'node:test',
  'node-mocks-http',
  'sinon',
  'supertest',
  'tap',
  'tape',
  'vitest',
]);

/** Folders of what only tests load: a configuration of theirs may start a stand-in of the server. */
const OF_TESTS = /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|cypress|playwright|fixtures?|mocks?)(?:\/|$)/i;

const NOT_A_SERVER =
  /(?:^|\/)(?:\.[^./][^/]*|__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|cypress|playwright|fixtures?|mocks?|stories|storybook|benchmarks?|coverage|migrations?|seeds?|seeders?|codefixes|public|static|assets|vendor|docs?|typings?|@types|templates?)(?:\/|$)/i;
const TEST_FILE =
  /(?:\.|_|-)(?:test|tests|spec|e2e|e2e-spec|stories|story|bench|mock|fixture|d)\.[cm]?[jt]sx?$|(?:^|\/)(?:jest|vitest|karma|webpack|rollup|vite|gulpfile|gruntfile|babel|eslint|prettier|tailwind|postcss|next|nuxt|protractor|playwright|cypress|tsup|esbuild|commitlint|lint-staged)[^/]*\.config(?:\.[\w-]+)*\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|gruntfile)\.[cm]?js$|\.min\.js$|\.bundle\.js$/i;

/** Tests, fixtures, stories, front-end assets and tool configurations start no server. */
export const startsNoServer = (relative: string): boolean => NOT_A_SERVER.test(path.posix.dirname(relative)) || TEST_FILE.test(relative);
