import { spawnSync } from 'node:child_process';
import { isAscii } from 'node:buffer';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import ts from 'typescript';
import { freePort, pageText, ReaderProject, type Typed } from '../support/reader-page.js';
import { repository, scratchFolder } from '../support/tool-process.js';

// npm packs and installs, and there is a process for each command: the machine may be busy.
jest.setTimeout(600_000);

/** Kilobytes that a package may have, packed. What is larger needs a reason, and a new number here. */
const BUDGET: Readonly<Record<string, number>> = { tool: 899, '@tool/ir': 60, '@tool/scanner-sdk': 48 };
/** Megabytes of everything that an installation brings. Two thirds are the TypeScript compiler and the data generator. */
const INSTALLED_BUDGET = 80;
/** What a package may hold. Sources, tests, build records and pictures are not of use to anybody who installed it. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  tool: /^(?:package\.json|README\.md|LICENSE|dist\/bundle\/(?:chunks\.json|[\w-]+\.(?:js|chunk))|dist\/runtime\/cli\/(?:bin|bundle-loader)\.js|dist\/compiler\/typescript\/(?:cached-script|require-cached)\.js|dist\/schemas\/generated\/[\w-]+\.cjs|dist\/compiler\/.+\.d\.ts|dist\/studio\/page\/(?:app\.js|app\.css|icon\.svg|index\.html)|schemas\/[\w-]+\.schema\.json|docs\/diagnostics\/[\w-]+\.md)$/,
  '@tool/ir': /^(?:package\.json|README\.md|LICENSE|dist\/.+(?:\.js|\.d\.ts))$/,
  '@tool/scanner-sdk': /^(?:package\.json|README\.md|LICENSE|testing\/README\.md|dist\/.+(?:\.js|\.d\.ts))$/,
};

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Paths have spaces, and letters that are not of ASCII. */
const scratch = join(scratchFolder('packages'), 'Größe & пакет');
const home = join(scratch, 'home');
let packed: readonly Packed[] = [];
afterAll(() => {
  rmSync(dirname(scratch), { recursive: true, force: true });
});

function npm(folder: string, ...args: string[]): string {
  const child = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' },
  });
  if (child.status !== 0) throw new Error(`npm ${args.join(' ')}: ${child.stderr}`);
  return child.stdout;
}

beforeAll(() => {
  mkdirSync(home, { recursive: true });
  packed = Object.values(
    JSON.parse(npm(repository, 'pack', '--json', '--pack-destination', scratch, '.', './ir', './compiler/sdk')) as Record<string, Packed>,
  );
  writeFileSync(join(home, 'package.json'), '{ "name": "stranger", "private": true, "type": "module", "main": "server.js" }');
  npm(
    home,
    'install',
    '--prefer-offline',
    '--omit=dev',
    '--install-links',
    ...packed.map(({ filename }) => join(scratch, filename.replace('@', '').replace('/', '-'))),
  );
});

const filesOf = (name: string): readonly string[] => packed.find((one) => one.name === name)!.files.map(({ path }) => path);
const manifestOf = (name: string): Readonly<Record<string, any>> =>
  JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')) as Record<string, any>;

describe.each(Object.keys(BUDGET))('the package %s', (name) => {
  test('holds what it needs, and nothing else', () => {
    expect(filesOf(name).filter((file) => !ALLOWED[name]!.test(file))).toEqual([]);
    expect(['package.json', 'README.md', 'LICENSE'].filter((file) => !filesOf(name).includes(file))).toEqual([]);
  });

  test('keeps to its size', () => {
    expect(packed.find((one) => one.name === name)!.size / 1000).toBeLessThan(BUDGET[name]!);
  });

  test('runs nothing when it is installed, and ships types for all that it exports', () => {
    const { scripts = {}, exports } = manifestOf(name);
    expect(Object.keys(scripts as object).filter((script) => /^(?:pre|post)?(?:install|prepare|prepublish)$/.test(script))).toEqual([]);
    const entries = Object.values(exports as Record<string, string | { types: string; default: string }>).filter(
      (entry) => typeof entry === 'object',
    );
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.flatMap((entry) => [entry.types, entry.default]).filter((file) => !filesOf(name).includes(file.slice(2)))).toEqual([]);
  });

  test('ships what its types are made of, and no other declarations', () => {
    const { exports } = manifestOf(name);
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const [, specifier] of readFileSync(join(home, 'node_modules', name, file), 'utf8').matchAll(
        /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g,
      ))
        visit(join(dirname(file), specifier!.replace(/\.(c?)js$/, '.d.$1ts')));
    };
    for (const entry of Object.values(exports as Record<string, string | { types: string }>))
      if (typeof entry === 'object') visit(entry.types.slice(2));
    const shipped = filesOf(name).filter((file) => /\.d\.c?ts$/.test(file));
    expect([...reached].filter((file) => !shipped.includes(file))).toEqual([]);
    if (name === 'tool') expect(shipped.filter((file) => !reached.has(file))).toEqual([]);
  });

  test('names in its manifest exactly the packages that its code imports', () => {
    const imported = new Set(
      filesOf(name)
        .filter((file) => /^dist\/(?!studio).*\.(?:c?js|chunk)$/.test(file))
        .flatMap((file) => importsOf(join(home, 'node_modules', name, file))),
    );
    const { dependencies = {}, peerDependencies = {} } = manifestOf(name);
    const named = Object.keys(dependencies as object);
    expect(
      [...imported].filter((one) => !one.endsWith('.chunk') && !named.includes(one) && !(one in (peerDependencies as object))),
    ).toEqual([]);
    expect(named.filter((one) => !imported.has(one))).toEqual([]);
  });
});

/** Packages that a module imports or requires, comments and texts left out. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) found.push(node.moduleSpecifier.text);
    } else if (ts.isCallExpression(node)) {
      const callee = node.expression.getText();
      const [first] = node.arguments;
      if (
        (callee === 'import' || callee === '__import' || /\brequire(?:\$\d+)?(?:\.resolve)?$|(?:^|\.)createRequire\(.*\)$/s.test(callee)) &&
        first &&
        ts.isStringLiteralLike(first)
      )
        found.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found
    .filter((specifier) => !/^[./]|^node:/.test(specifier) && !builtinModules.includes(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

describe('an installation', () => {
  // A text that has one character more than those is read and held at two bytes each.
  test('has chunks of one byte a character', () => {
    const folder = join(home, 'node_modules/tool/dist/bundle');
    const chunks = readdirSync(folder).filter((name) => name.endsWith('.chunk'));
    expect(chunks.length).toBeGreaterThan(20);
    expect(chunks.filter((name) => !isAscii(readFileSync(join(folder, name))))).toEqual([]);
  });

  const installed = (): readonly string[] =>
    readdirSync(join(home, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && entry.name === 'package.json' && /node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+$/.test(entry.parentPath),
      )
      .map((entry) => join(entry.parentPath, entry.name));

  test('runs no script of any package', () => {
    const all = installed();
    expect(all.length).toBeGreaterThan(20);
    expect(
      all.filter((file) => {
        const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object };
        return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
      }),
    ).toEqual([]);
  });

  test('brings nothing that is deprecated, and is no larger than said', () => {
    const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { deprecated?: string }>;
    };
    expect(Object.entries(packages).filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
    const [kilobytes] = spawnSync('du', ['-sk', 'node_modules'], { cwd: home, encoding: 'utf8' }).stdout.split('\t');
    expect(Number(kilobytes) / 1000).toBeLessThan(INSTALLED_BUDGET);
  });

  test('a scan is remembered until any file of the tool changes', () => {
    const project = join(scratch, 'remembering');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "main": "server.js", "dependencies": { "express": "^5.1.0" } }');
    writeFileSync(
      join(project, 'server.js'),
      "const app = require('express')();\napp.get('/', (request, response) => { response.json({}); });\napp.listen(1);\n",
    );
    const tool = join(home, 'node_modules/tool');
    const saysNothingChanged = (): boolean =>
      spawnSync(process.execPath, [join(tool, 'dist/runtime/cli/bin.js'), 'scan'], { cwd: project, encoding: 'utf8' }).stdout.includes(
        'nothing changed',
      );
    expect([saysNothingChanged(), saysNothingChanged()]).toEqual([false, true]);
    for (const file of ['dist/bundle/main.chunk', 'dist/bundle/entry.js', 'dist/compiler/typescript/cached-script.js']) {
      utimesSync(join(tool, file), 1, 1);
      expect([file, saysNothingChanged(), saysNothingChanged()]).toEqual([file, false, true]);
    }
  });

  test('its types are understood by a strict compiler', () => {
    const file = join(home, 'types.ts');
    writeFileSync(
      file,
      `import { scanProject } from 'tool/scan';\nimport { defineAdapter, type Transfer } from '@tool/scanner-sdk';\nimport type { EndpointSet } from '@tool/ir';
export const nothing: Transfer = () => undefined;\nexport const adapter = defineAdapter({ id: 'own', title: 'Own', apiVersion: 1, packages: ['own'], modules: {} });
export const endpoints = async (root: string): Promise<EndpointSet> => (await scanProject({ root })).endpointSet;\nexport const wrong: number = adapter.id;\n`,
    );
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: [],
    });
    const said = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText, file: at }) => `${at?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    rmSync(file);
    expect(said).toEqual(["types.ts: Type 'string' is not assignable to type 'number'."]);
  });
});

/** Lines of the README that are not typed here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'tool upgrade': 'changes what is installed; tests/cli/upgrade.test.ts runs it against a registry of its own',
};
/** A server with what the README speaks of. */
const SERVER = `import express from 'express';
const app = express();
app.use(express.json());
const users = [], orders = [];
app.post('/login', (request, response) => { response.json({ token: 't-' + request.body.name }); });
app.get('/users/:id', (request, response) => { response.json({ id: request.params.id }); });
app.post('/orders', (request, response) => { orders.push(request.body.title); response.status(201).json({ id: orders.length, title: request.body.title }); });
app.listen(3000);
`;
const LOGIN = JSON.stringify({
  name: 'login',
  steps: [
    { name: 'log in', method: 'POST', path: '/login', body: { name: 'ada' }, capture: { 'workflow:token': 'token' }, expectStatus: 200 },
  ],
});

/** `TOOL_TEST_NODES=22,24` also runs them on these: the registry has each release of Node as a package. */
const nodes = ['this', ...(process.env['TOOL_TEST_NODES'] ?? '').split(',').filter((version) => version !== '')];

test.each(nodes)('every command of the README does what it says, as it is installed (Node: %s)', async (version) => {
  const folder = join(scratch, `straße ${version}`);
  cpSync(home, folder, { recursive: true, verbatimSymlinks: true });
  let programs = dirname(process.execPath);
  if (version !== 'this') {
    const runtime = join(scratch, `node-${version}`);
    mkdirSync(runtime);
    writeFileSync(join(runtime, 'package.json'), '{}');
    npm(runtime, 'install', '--prefer-offline', `node-${process.platform}-${process.arch}@${version}`);
    programs = join(runtime, `node_modules/node-${process.platform}-${process.arch}/bin`);
  }
  const project = new ReaderProject(folder, await freePort(), programs);
  try {
    project.installFrameworks();
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { readonly dependencies: object };
    project.write('package.json', JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, express: '^5.1.0' } }));
    project.write('server.js', SERVER);
    project.write('.tool/workflows/login.json', LOGIN);
    project.write('tool.config.json', '{ "environments": [{ "name": "local", "baseUrl": "http://127.0.0.1:3000" }] }');
    expect((await project.type('node --version')).output).toMatch(version === 'this' ? /^v\d/ : new RegExp(`^v${version}\\.`));
    expect(await project.type('tool scan --quiet')).toMatchObject({ code: 0 });
    project.commit();
    await project.type('git branch -M main');
    await project.type('node server.js &');
    const failed: Typed[] = [];
    const lines = [...pageText('README.md').matchAll(/`(tool [a-z][^`]*)`/g)].map((match) => match[1]!);
    expect(lines.length).toBeGreaterThan(20);
    expect(Object.keys(NOT_RUN).filter((line) => !lines.includes(line))).toEqual([]);
    for (const line of new Set(lines)) {
      if (line in NOT_RUN) continue;
      const typed = await project.type(line);
      if (typed.code !== 0) failed.push(typed);
    }
    expect(failed).toEqual([]);
  } finally {
    await project.close();
  }
});
