import { describe, expect, test } from '@jest/globals';
import { libraries } from '../../compiler/libraries/registry.js';
import { adapters } from '../../compiler/adapters/registry.js';
import { expandBraces, globFiles, globRegExp } from '../../compiler/libraries/support/glob-pattern.js';
import { normalizePath } from '../../compiler/libraries/support/paths.js';
import { parseVariables } from '../../compiler/libraries/dotenv.js';
import type { ProjectFiles, Value } from '@tool/scanner-sdk';

/** A project of which only the names of files matter. */
function projectOf(files: readonly string[]): ProjectFiles {
  return {
    workingDirectory: '/p',
    directory: '/p',
    readDirectory: (folder) => {
      const prefix = folder === '/' ? '/' : `${folder}/`;
      const names = new Map<string, boolean>();
      for (const file of files)
        if (file.startsWith(prefix)) {
          const rest = file.slice(prefix.length).split('/');
          names.set(rest[0]!, rest.length > 1);
        }
      return names.size === 0 ? null : [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, directory]) => ({ name, directory }));
    },
    exists: (path) => (files.includes(path) ? 'file' : 'nothing'),
    readText: () => null,
    dataOfText: () => null,
    data: (): Value => {
      throw new Error('not asked for');
    },
    load: (): Value => {
      throw new Error('not asked for');
    },
  };
}

const FILES = [
  '/p/src/a.routes.ts',
  '/p/src/b/c.routes.ts',
  '/p/src/b/.hidden/d.routes.ts',
  '/p/src/b/e.controller.js',
  '/p/src/node_modules/x/f.routes.ts',
  '/p/index.ts',
];
const found = (patterns: string[], more: Partial<Parameters<typeof globFiles>[2]> = {}): string[] =>
  globFiles(projectOf(FILES), patterns, { folder: '/p', absolute: false, dot: false, ignore: [], directories: false, ...more });

describe('glob patterns', () => {
  test('braces are spelt out, nested ones too', () => {
    expect(expandBraces('a.{ts,js}')).toEqual(['a.ts', 'a.js']);
    expect(expandBraces('{a,b{1..2}}')).toEqual(['a', 'b1', 'b2']);
    expect(expandBraces('{a}')).toEqual(['{a}']);
  });
  test('a star stays within a segment and leaves dot files alone', () => {
    expect(globRegExp('*.ts').test('a.ts')).toBe(true);
    expect(globRegExp('*.ts').test('a/b.ts')).toBe(false);
    expect(globRegExp('*').test('.a')).toBe(false);
    expect(globRegExp('*', true).test('.a')).toBe(true);
    expect(globRegExp('!(*.test).js').test('a.test.js')).toBe(false);
    expect(globRegExp('@(a|b).js').test('b.js')).toBe(true);
  });
  test('two stars match any depth, none included', () => {
    expect(found(['src/**/*.routes.ts'])).toEqual(['src/a.routes.ts', 'src/b/c.routes.ts']);
    expect(found(['**/*.{ts,js}'])).toEqual(['index.ts', 'src/a.routes.ts', 'src/b/c.routes.ts', 'src/b/e.controller.js']);
  });
  test('absolute patterns give absolute names; negative ones and `ignore` take away', () => {
    expect(found(['/p/src/**/*.ts'])).toEqual(['/p/src/a.routes.ts', '/p/src/b/c.routes.ts']);
    expect(found(['src/**/*', '!**/*.js'])).toEqual(['src/a.routes.ts', 'src/b/c.routes.ts']);
    expect(found(['src/**/*.ts'], { ignore: ['**/b/**'] })).toEqual(['src/a.routes.ts']);
    expect(found(['*.routes.ts'], { folder: '/p/src' })).toEqual(['a.routes.ts']);
  });
  test('what a build will make of the sources is found in the sources; a build that is there is taken as it is', () => {
    expect(found(['dist/**/*.routes.js'])).toEqual(['src/a.routes.ts', 'src/b/c.routes.ts']);
    expect(found(['build/src/b/*.[jt]s'])).toEqual(['src/b/c.routes.ts', 'src/b/e.controller.js']);
    expect(found(['/p/dist/*.routes.js'])).toEqual(['/p/src/a.routes.ts']);
    expect(found(['*.routes.js'], { folder: '/p/dist' })).toEqual(['/p/src/a.routes.ts']);
    expect(found(['dist/**/*.routes.ts', 'built/**/*.js', 'dist/none/*.js'])).toEqual([]);
    const built = [...FILES, '/p/dist/a.routes.js'];
    expect(
      globFiles(projectOf(built), ['dist/**/*.js'], { folder: '/p', absolute: false, dot: false, ignore: [], directories: false }),
    ).toEqual(['dist/a.routes.js']);
  });
});

test('paths are normalised', () => {
  expect(normalizePath('/a/./b/../c/')).toBe('/a/c');
  expect(normalizePath('../a')).toBe('../a');
});

test('variables of a .env file', () => {
  expect(parseVariables('A=1\n# B=2\nexport C="x y" # note\nD=\nE=\'q#r\'\nF=z # w\n')).toEqual([
    ['A', '1'],
    ['C', 'x y'],
    ['D', ''],
    ['E', 'q#r'],
    ['F', 'z'],
  ]);
});

test('a module has one model', () => {
  const owners = new Map<string, number>();
  for (const { modules } of [...libraries, ...adapters])
    for (const module of Object.keys(modules)) owners.set(module, (owners.get(module) ?? 0) + 1);
  expect([...owners].filter(([, count]) => count > 1)).toEqual([]);
});
