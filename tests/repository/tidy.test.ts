import { describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { ts } from 'ts-morph';
import { filesBelow, read, repository } from '../golden/project.js';
import { allSources, importsOf, nodesOf, sourcesBelow, vocabularyOf, wordsOf } from '../support/source-files.js';

/** Structural rules. A rule whose subject is missing fails: an empty list would check nothing. */
const present = <Element>(what: string, list: readonly Element[]): readonly Element[] => {
  if (list.length === 0) throw new Error(`${what}: there is nothing to check`);
  return list;
};

/** The calls in a file of a function of this name. */
const callsOf = (source: ts.SourceFile, name: string): ts.CallExpression[] =>
  nodesOf(source)
    .filter(ts.isCallExpression)
    .filter(({ expression }) => expression.getText(source) === name);

const PACKAGES: Readonly<Record<string, string>> = { '@tool/ir': 'ir', '@tool/scanner-sdk': 'compiler/sdk' };

/** Folder → what it may import, from the table of the README. */
function layers(): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = read(repository, 'README.md').split('\n');
  const start = lines.findIndex((line) => /^\| *folder *\| *may import *\|/.test(line));
  if (start < 0) throw new Error('README.md has no table "| folder | may import |"');
  const rows = lines.slice(
    start + 2,
    lines.findIndex((line, index) => index > start && !line.startsWith('|')),
  );
  return new Map(
    present('the layer table', rows).map((row) => {
      const [, folder, allowed] = row.split('|');
      const names = [...allowed!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
      return [/`([^`]+)`/.exec(folder!)![1]!, new Set(names)];
    }),
  );
}

const layerOf = (file: string, folders: Iterable<string>): string | undefined =>
  [...folders].filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];

const shipped = () =>
  present(
    'sources',
    allSources().filter(({ name }) => !name.startsWith('tests/')),
  );

describe('layers', () => {
  const table = layers();

  test('every folder of the table has sources, and every source is in a folder of the table', () => {
    expect([...table.keys()].filter((folder) => sourcesBelow(folder).length === 0)).toEqual([]);
    expect(
      shipped()
        .filter(({ name }) => layerOf(name, table.keys()) === undefined)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test('every import is an edge that the table allows', () => {
    const wrong = shipped().flatMap(({ name, source }) =>
      importsOf(source).flatMap((specifier) => {
        const from = layerOf(name, table.keys());
        const target = specifier.startsWith('.')
          ? layerOf(posix.join(dirname(name), specifier), table.keys())
          : Object.entries(PACKAGES).find(([packageName]) => specifier === packageName || specifier.startsWith(`${packageName}/`))?.[1];
        if (specifier.startsWith('.') && target === undefined) return [`${name} imports ${specifier}, which is in no folder of the table`];
        if (from === undefined || target === undefined || target === from || table.get(from)!.has(target)) return [];
        return [`${name} imports ${specifier}: ${from} → ${target}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('no adapter imports another one', () => {
    const wrong = present('adapters', sourcesBelow('compiler/adapters')).flatMap(({ name, source }) => {
      const adapter = /^compiler\/adapters\/([^/]+)\//.exec(name)?.[1];
      return importsOf(source)
        .filter(
          (specifier) =>
            specifier.startsWith('.') &&
            adapter !== undefined &&
            !posix.join(dirname(name), specifier).startsWith(`compiler/adapters/${adapter}/`),
        )
        .map((specifier) => `${name} imports ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  test('other packages of ours are imported by their names, from outside and not otherwise', () => {
    const wrong = shipped().flatMap(({ name, source }) =>
      importsOf(source).flatMap((specifier) => {
        if (!specifier.startsWith('.')) return [];
        const file = posix.join(dirname(name), specifier);
        const into = Object.values(PACKAGES).find((folder) => file.startsWith(`${folder}/`));
        return into !== undefined && !name.startsWith(`${into}/`) ? [`${name} imports ${specifier}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('ir imports nothing but itself', () => {
    expect(
      present('ir', sourcesBelow('ir')).flatMap(({ name, source }) =>
        importsOf(source)
          .filter((specifier) => !specifier.startsWith('.'))
          .map((specifier) => `${name} imports ${specifier}`),
      ),
    ).toEqual([]);
  });
});

describe('what a scan reads', () => {
  // A file that is read past ProjectFiles is not in what a scan observed: the cache would hold although the file changed.
  const READERS = new Set([
    'compiler/frontend/sources/project-files.ts',
    'compiler/frontend/sources/source-text.ts',
    'compiler/frontend/sources/file-signature.ts',
    'compiler/typescript/cached-script.ts',
    'compiler/typescript/language-library.ts',
  ]);

  test('the compiler reads files in one place', () => {
    const sources = present(
      'compiler',
      sourcesBelow('compiler').filter(({ name }) => !name.startsWith('compiler/sdk/testing/')),
    );
    expect([...READERS].filter((name) => !sources.some((source) => source.name === name))).toEqual([]);
    const wrong = sources
      .filter(({ name }) => !READERS.has(name))
      .flatMap(({ name, source }) => [
        ...importsOf(source)
          .filter((specifier) => /^(?:node:)?fs(?:\/promises)?$/.test(specifier))
          .map((specifier) => `${name} imports ${specifier}`),
        ...nodesOf(source)
          .filter(ts.isPropertyAccessExpression)
          .map((access) => access.getText(source))
          .filter((text) => text === 'ts.sys')
          .map((text) => `${name} uses ${text}`),
      ]);
    expect(wrong).toEqual([]);
  });
});

describe('vocabulary', () => {
  const FRAMEWORKS = new Set([
    'express',
    'fastify',
    'koa',
    'hono',
    'nest',
    'nestjs',
    'middleware',
    'middlewares',
    'route',
    'routes',
    'router',
    'routers',
  ]);

  test('the evaluator names no framework and none of its things', () => {
    const wrong = present('compiler/evaluator', sourcesBelow('compiler/evaluator')).flatMap(({ name, source }) =>
      // The texts of a catalogue speak to people; they are no code.
      vocabularyOf(source, !name.endsWith('/diagnostics.ts'))
        .filter((text) => wordsOf(text).some((word) => FRAMEWORKS.has(word)))
        .map((text) => `${name}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  test.each(['compiler/adapters', 'compiler/libraries'])('%s sees values and no syntax', (folder) => {
    const wrong = present(folder, sourcesBelow(folder)).flatMap(({ name, source }) => [
      ...vocabularyOf(source, false)
        .filter((text) => text === 'SyntaxKind')
        .map((text) => `${name}: ${text}`),
      ...importsOf(source)
        .filter((specifier) => /^(?:typescript|ts-morph|@ts-morph\/)/.test(specifier))
        .map((specifier) => `${name} imports ${specifier}`),
    ]);
    expect(wrong).toEqual([]);
  });

  test('the TypeScript API is loaded in one place and nowhere else', () => {
    const loader = 'compiler/typescript/api.cts';
    expect(read(repository, loader)).toContain("require('typescript')");
    const users = shipped()
      .filter(({ source }) => importsOf(source).some((specifier) => specifier === 'typescript' || specifier === 'ts-morph'))
      .map(({ name }) => name);
    expect(users.filter((name) => name !== loader)).toEqual([]);
  });
});

describe('pages', () => {
  /** Codes by the catalogue that declares them; the template's are there to be copied. */
  const codes = shipped()
    .filter(({ name }) => !name.includes('/_template/'))
    .flatMap(({ source }) =>
      callsOf(source, 'defineCatalogue').flatMap((call) => {
        const [owner, entries] = call.arguments;
        if (!owner || !ts.isStringLiteral(owner) || !entries || !ts.isObjectLiteralExpression(entries))
          throw new Error(`${source.fileName}: a catalogue is a literal`);
        return entries.properties.map((property) => {
          if (!ts.isPropertyAssignment(property)) throw new Error(`${source.fileName}: ${property.getText(source)} is no plain entry`);
          const key = property.name;
          return `${owner.text}/${ts.isStringLiteral(key) ? key.text : key.getText(source)}`;
        });
      }),
    );

  test('every diagnostic has a section on the page of its owner, in order, and every section a diagnostic', () => {
    const sections = filesBelow(`${repository}/docs/diagnostics`)
      .filter((file) => file !== 'README.md')
      .flatMap((file) => [...read(repository, `docs/diagnostics/${file}`).matchAll(/^## (.+)$/gm)].map(([, code]) => `${file} ${code!}`));
    expect(sections).toEqual([...present('diagnostics', codes)].sort().map((code) => `${code.split('/')[0]!}.md ${code}`));
  });

  test('codes are kebab-case and declared once', () => {
    expect(present('diagnostics', codes).filter((code) => !/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(code))).toEqual([]);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test('every pass has a page beside it that says what it needs, guarantees, does and does not', () => {
    const passes = sourcesBelow('compiler/passes').flatMap(({ name, source }) =>
      callsOf(source, 'definePass').map(({ arguments: [definition] }) => {
        const properties = definition && ts.isObjectLiteralExpression(definition) ? definition.properties : [];
        const named = properties.find((each) => ts.isPropertyAssignment(each) && each.name.getText(source) === 'name');
        const literal = named && (named as ts.PropertyAssignment).initializer;
        return { name, pass: literal && ts.isStringLiteral(literal) ? literal.text : '' };
      }),
    );
    const wrong = present('passes', passes).flatMap(({ name, pass }) => {
      const page = `compiler/passes/${pass}.md`;
      if (name !== `compiler/passes/${pass}.ts`) return [`${name} defines the pass "${pass}"`];
      if (!existsSync(`${repository}/${page}`)) return [`${page} is missing`];
      const text = read(repository, page);
      return ['Needs', 'Guarantees', 'Algorithm', 'Not handled']
        .filter((heading) => !new RegExp(`^#+ ${heading}$`, 'm').test(text))
        .map((heading) => `${page} has no heading "${heading}"`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test.each(['compiler/evaluator', 'compiler/frontend'])('the page of %s names every file below it', (folder) => {
    const page = read(repository, `${folder}/README.md`);
    const sections = new Map(
      page
        .split(/^### /m)
        .slice(1)
        .map((section) => [/^`(?:\.\/|([^`]+)\/)`/.exec(section)?.[1] ?? '', section] as const),
    );
    const missing = present(folder, sourcesBelow(folder))
      .map(({ name }) => name.slice(folder.length + 1))
      .filter((name) => !sections.get(dirname(name) === '.' ? '' : dirname(name))?.includes(`\`${name.split('/').at(-1)!}\``));
    expect(missing).toEqual([]);
  });

  test('no folder of the compiler is crowded', () => {
    const counts = new Map<string, number>();
    for (const { name } of present('compiler', sourcesBelow('compiler'))) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });

  test('names are kebab-case', () => {
    const part = /^(?:_template|[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?(?:\.ts)?)$/;
    expect(
      present('sources', allSources())
        .map(({ name }) => name)
        .filter((name) => name.split('/').some((each) => !part.test(each))),
    ).toEqual([]);
  });

  test('every test lies in a folder that the page of tests names', () => {
    const page = read(repository, 'tests/README.md');
    const named = new Set([...page.matchAll(/^\| `([a-z]+)\/` \|/gm)].map(([, folder]) => folder));
    const folders = new Set(present('tests', sourcesBelow('tests')).map(({ name }) => name.split('/').slice(1, -1)[0] ?? name));
    expect([...named].sort()).toEqual([...folders].sort());
  });

  test('no test is left out', () => {
    const tests = present(
      'tests',
      sourcesBelow('tests').filter(({ name }) => name.endsWith('.test.ts')),
    );
    const wrong = tests.flatMap(({ name, source }) =>
      nodesOf(source)
        .filter(ts.isCallExpression)
        .map((call) => call.expression.getText(source))
        .filter((callee) => /^(?:x|f)(?:it|test|describe)\b|^(?:it|test|describe)\b.*\.(?:skip|only|todo|failing)\b/.test(callee))
        .map((callee) => `${name}: ${callee}`),
    );
    expect(wrong).toEqual([]);
  });

  test('nothing is left for later, and no type is cast away', () => {
    const wrong = present('sources', allSources()).flatMap(({ name, source }) => [
      ...[...source.text.matchAll(/\b(?:TO|FIX)(?:DO|ME)\b/g)].map((match) => `${name}: ${match[0]}`),
      ...nodesOf(source)
        .filter((node) => ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.AnyKeyword)
        .map((cast) => `${name}: ${cast.getText(source)}`),
    ]);
    expect(wrong).toEqual([]);
  });
});
