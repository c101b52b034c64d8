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

/** The frameworks that the files import and no adapter models, each once, where the first file names it. @param modelled whether an adapter reads a package */
export function unmodelledFrameworks(
  files: ProjectFiles,
  graph: SourceGraph,
  sources: readonly string[],
  modelled: (module: string) => boolean,
): readonly UnmodelledFramework[] {
  const found = new Map<string, UnmodelledFramework>();
  for (const file of sources) {
    for (const module of graph.of(file).packages) {
      const title = Object.hasOwn(FRAMEWORKS, module) ? FRAMEWORKS[module]! : null;
      if (title !== null && !modelled(module) && !found.has(title))
        found.set(title, { title, module, file, ...placeOf(files.readText(file) ?? '', module) });
    }
  }
  return [...found.values()];
}

function placeOf(text: string, module: string): { readonly line: number; readonly column: number } {
  const quoted = [`'${module}'`, `"${module}"`].map((name) => text.indexOf(name)).filter((index) => index >= 0);
  const before = text.slice(0, quoted.length > 0 ? Math.min(...quoted) : 0).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
