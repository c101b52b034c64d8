import type { ProjectFiles } from './sources/project-files.js';
import type { SourceGraph } from './resolution/source-graph.js';

/** Web frameworks that serve routes of their own and that no adapter reads, by the packages that programs import. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  '@tsed/common': 'Ts.ED',
  '@tsed/platform-http': 'Ts.ED',
  '@tsed/platform-express': 'Ts.ED',
  '@tsed/platform-koa': 'Ts.ED',
  '@tsed/platform-fastify': 'Ts.ED',
  '@hapi/hapi': 'hapi',
  hapi: 'hapi',
  restify: 'Restify',
  sails: 'Sails',
  '@adonisjs/core': 'AdonisJS',
  '@adonisjs/http-server': 'AdonisJS',
  '@loopback/rest': 'LoopBack',
  loopback: 'LoopBack',
  '@foal/core': 'FoalTS',
  polka: 'Polka',
  elysia: 'Elysia',
  egg: 'Egg',
  '@midwayjs/core': 'Midway',
  '@midwayjs/decorator': 'Midway',
  '@feathersjs/feathers': 'Feathers',
  '@marblejs/http': 'Marble.js',
  'moleculer-web': 'Moleculer',
  '@tinyhttp/app': 'tinyhttp',
  'hyper-express': 'HyperExpress',
  restana: 'restana',
};

export interface UnmodelledFramework {
  readonly title: string;
  readonly module: string;
  /** Absolute. */
  readonly file: string;
  /** Where the module is named, both from 1. */
  readonly line: number;
  readonly column: number;
}

/** What a package is called of which only its decorators say that it serves routes. */
const BY_DECORATORS = 'a framework with decorators';

/** Decorators that bind a method to requests, whatever the package is called that they come from. */
const DECORATORS = ['Get', 'Post', 'Put', 'Patch', 'Delete'];

/**
 * The frameworks that the files import and no adapter models, each once, where the first file names it: those that are known by name, and packages whose
 * decorators stand on methods. @param modelled whether an adapter reads a package
 */
export function unmodelledFrameworks(
  files: ProjectFiles,
  graph: SourceGraph,
  sources: readonly string[],
  modelled: (module: string) => boolean,
): readonly UnmodelledFramework[] {
  const found = new Map<string, UnmodelledFramework>();
  for (const file of sources) {
    const { packages } = graph.of(file);
    if (packages.length === 0) continue;
    const text = (): string => files.readText(file) ?? '';
    for (const module of packages) {
      const title = Object.hasOwn(FRAMEWORKS, module) ? FRAMEWORKS[module]! : null;
      if (title !== null && !modelled(module) && !found.has(title)) found.set(title, { title, module, file, ...placeOf(text(), module) });
    }
    for (const module of decorating(text(), packages)) {
      const name = packageOf(module);
      if (!Object.hasOwn(FRAMEWORKS, name) && ![module, name].some(modelled) && !found.has(name))
        found.set(name, { title: BY_DECORATORS, module: name, file, ...placeOf(text(), module) });
    }
  }
  return [...found.values()];
}

/** Of these packages the ones from which decorators of the text come that bind methods to requests. */
function decorating(text: string, packages: readonly string[]): readonly string[] {
  if (!text.includes('@') || !DECORATORS.some((name) => text.includes(name))) return [];
  // `import { Get as Read }` is used as `@Read(`.
  const isUsed = (name: string): boolean => {
    const [imported, local = imported] = name.trim().split(/\s+as\s+/);
    return DECORATORS.includes(imported!) && text.includes(`@${local}(`);
  };
  const using = [...text.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)].flatMap(([, names, from]) =>
    names!.split(',').some(isUsed) ? [from!] : [],
  );
  return packages.filter((module) => using.some((from) => from === module || from.startsWith(`${module}/`)));
}

/** The package that a specifier names. */
const packageOf = (module: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(module)![0];

function placeOf(text: string, module: string): { readonly line: number; readonly column: number } {
  const quoted = [`'${module}'`, `"${module}"`, `'${module}/`, `"${module}/`]
    .map((name) => text.indexOf(name))
    .filter((index) => index >= 0);
  const before = text.slice(0, quoted.length > 0 ? Math.min(...quoted) : 0).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
