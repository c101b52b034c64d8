import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { children, expand } from './folder-patterns.js';
import { readJson, type Manifest } from './member-manifest.js';

export interface Members {
  /** Folders below the root that may be servers: project-relative, sorted. */
  readonly folders: readonly string[];
  /** Those that a tool of the repository (Nx, the Nest CLI) states as applications for Node. */
  readonly applications: ReadonlySet<string>;
  /** The root's manifest holds the dependencies of all of them. */
  readonly sharesDependencies: boolean;
}

/** How deep a folder with a manifest of its own is looked for. */
const DEEPEST_MEMBER = 3;
/** Folders that hold no server of the repository: installed packages, outputs, tests, documentation, and code that is shown or copied. */
const NO_MEMBER =
  /^(?:node_modules|bower_components|dist|build|out|coverage|vendor|public|static|assets|tests?|__tests__|e2e|cypress|fixtures?|__fixtures__|mocks?|__mocks__|docs?|documentation|website|examples?|samples?|demos?|playgrounds?|sandbox|templates?|boilerplates?|benchmarks?|tmp|temp)$/i;

/** The members of a repository: what its workspaces name, what Nx and the Nest CLI state, and every other folder with a manifest of its own. */
export function membersOf(root: string, manifest: Manifest | null): Members {
  const patterns = declaredPatterns(root, manifest);
  const excluded = new Set(patterns.filter((pattern) => pattern.startsWith('!')).flatMap((pattern) => expand(root, pattern.slice(1))));
  const applications = new Set([...nestApplications(root), ...nxApplications(root)]);
  const folders = new Set([
    ...patterns.filter((pattern) => !pattern.startsWith('!')).flatMap((pattern) => expand(root, pattern)),
    ...ownManifests(root),
    ...applications,
  ]);
  return {
    folders: [...folders].filter((folder) => !excluded.has(folder)).sort(),
    applications,
    sharesDependencies: applications.size > 0,
  };
}

/** What workspaces of npm, yarn, pnpm, lerna and rush name. */
function declaredPatterns(root: string, manifest: Manifest | null): string[] {
  const workspaces = manifest?.workspaces;
  const declared: unknown =
    workspaces !== null && typeof workspaces === 'object' && 'packages' in workspaces ? workspaces.packages : workspaces;
  const lerna = readJson(join(root, 'lerna.json'))?.['packages'];
  const lists: readonly unknown[] = [declared, pnpmPackages(root), lerna, rushProjects(root)];
  const patterns = lists
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter((pattern): pattern is string => typeof pattern === 'string');
  return patterns.length > 0 ? patterns : ['apps/*', 'services/*', 'packages/*'];
}

/** The `packages` list of pnpm-workspace.yaml: a block of quoted or plain strings, which needs no YAML reader. */
function pnpmPackages(root: string): string[] | undefined {
  let text: string;
  try {
    text = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  } catch {
    return undefined;
  }
  const block = /^packages:[^\S\n]*\r?\n((?:[^\S\n]*(?:-.*|#.*)?\r?\n?)*)/m.exec(text);
  return [...(block?.[1] ?? '').matchAll(/^\s*-\s*['"]?([^'"#\r\n]+?)['"]?\s*(?:#.*)?$/gm)].map((match) => match[1]!);
}

/** `projectFolder` of each project in rush.json, which is JSON with comments. */
function rushProjects(root: string): string[] {
  try {
    return [...readFileSync(join(root, 'rush.json'), 'utf8').matchAll(/"projectFolder"\s*:\s*"([^"]+)"/g)].map((match) => match[1]!);
  } catch {
    return [];
  }
}

/** Applications of a Nest CLI monorepo. */
function nestApplications(root: string): string[] {
  const projects = readJson(join(root, 'nest-cli.json'))?.['projects'];
  return Object.values(typeof projects === 'object' && projects !== null ? projects : {}).flatMap((project: unknown) => {
    const { type, root: folder } = (typeof project === 'object' && project !== null ? project : {}) as {
      readonly type?: unknown;
      readonly root?: unknown;
    };
    return type === 'application' && typeof folder === 'string' && folder !== '' && folder !== '.' && existsSync(join(root, folder))
      ? [posix.normalize(folder)]
      : [];
  });
}

/** Applications of an Nx repository that are built or served for Node: those for browsers have other executors. */
function nxApplications(root: string): string[] {
  if (!existsSync(join(root, 'nx.json'))) return [];
  return foldersWith(root, 'project.json').filter((folder) => {
    const project = readJson(join(root, folder, 'project.json'));
    if (project?.['projectType'] !== 'application') return false;
    return /"(?:@nx|@nrwl)\/(?:js|node|nest|express):|"target"\s*:\s*"node"|"platform"\s*:\s*"node"/.test(
      JSON.stringify(project['targets'] ?? {}),
    );
  });
}

const ownManifests = (root: string): string[] => foldersWith(root, 'package.json');

/** Folders below the root that hold a file, not those that are known to hold no server. */
function foldersWith(root: string, name: string): string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const child of children(root, folder)) {
      if (NO_MEMBER.test(posix.basename(child))) continue;
      if (existsSync(join(root, child, name))) found.push(child);
      if (depth > 1) visit(child, depth - 1);
    }
  };
  visit('', DEEPEST_MEMBER);
  return found;
}
