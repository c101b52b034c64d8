import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { commands } from '../../runtime/cli/commands/index.js';
import { globalOptions, treeOf } from '../../runtime/cli/command-tree.js';
import { parseFully } from '../../runtime/cli/parse-fully.js';
import { readInput, type Parsed } from '../../runtime/cli/read-input.js';
import { splitPlainly } from '../../runtime/cli/split-plainly.js';
import { bin, projectIn, scratchFolder } from '../support/tool-process.js';

const tree = treeOf(commands);

/** What a command would see, or what the person would be told. */
async function seen(parse: () => Parsed | Promise<Parsed | { kind: 'text'; text: string }>): Promise<unknown> {
  try {
    const parsed = await parse();
    if (parsed.kind === 'text') return parsed;
    const { command, input } = parsed;
    return {
      command: command.path,
      positionals: input.positionals,
      options: Object.keys({ ...globalOptions, ...command.options }).map((name) => [
        name,
        input.string(name),
        input.strings(name),
        input.flag(name),
      ]),
    };
  } catch (error) {
    return String(error);
  }
}

const plainly = (argv: readonly string[]) => splitPlainly(argv, tree);
const both = async (argv: readonly string[]): Promise<[unknown, unknown]> => {
  const plain = plainly(argv)!;
  return [await seen(() => readInput(plain.given, plain.path, plain.node)), await seen(() => parseFully(argv, tree, '0'))];
};

describe('arguments that are split without the parser', () => {
  test.each([
    ['scan'],
    ['scan --project ../my-server'],
    ['scan --check --json'],
    ['simulate workflow --workflow login --workflow=other --repeat 334 --quiet'],
    ['inspect endpoint GET /users/:id --evidence'],
    ['inspect endpoint --evidence GET /users/:id'],
    ['memory set global:baseUrl http://127.0.0.1:3000/?a=b'],
    ['model list'],
    ['scan --quiet --quiet'],
    ['scan --project a --project b'],
    ['inspect endpoint GET'],
    ['memory set a 007'],
    ['simulate workflow --seed 1e3'],
  ])('%s', async (line) => {
    const argv = line.split(' ');
    expect(plainly(argv)).not.toBeNull();
    const [plain, full] = await both(argv);
    expect(plain).toEqual(full);
  });

  test.each([
    [''],
    ['--help'],
    ['scan --help'],
    ['scan -v'],
    ['nonsense'],
    ['model'],
    ['scan --nonsense'],
    ['scan extra'],
    ['--quiet scan'],
    ['scan --project'],
    ['scan --project='],
    ['scan --project -x'],
    ['scan --quiet true'],
    ['scan --quiet=false'],
    ['scan --no-quiet'],
    ['scan -- x'],
    ["scan --project 'x'"],
    ['inspect nonsense'],
    ['scan --a.b c'],
    ['memory get "x"'],
    ['scan --constructor x'],
  ])('%j is left to the parser', (line) => {
    expect(plainly(line.split(' '))).toBeNull();
  });

  test('whatever is split is split as the parser splits it', async () => {
    const words = fc.oneof(
      fc.constantFrom(
        'GET',
        '/users/:id',
        '0x10',
        '007',
        '1e3',
        'true',
        'false',
        'a=b',
        'a b',
        'é',
        'x-y',
        'null',
        '__proto__',
        '[1]',
        '{}',
        'a.b',
        '',
        '-',
        '--',
        '-x',
        '"x"',
        'scan',
        'endpoint',
        'list',
      ),
      fc.string({ maxLength: 6 }),
    );
    const line = fc.constantFrom(...commands).chain((command) => {
      const names = Object.keys({ ...globalOptions, ...command.options });
      const word = fc.oneof(
        { weight: 3, arbitrary: words.map((value) => [value]) },
        { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...names), words).map(([name, value]) => [`--${name}`, value]) },
        { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...names), words).map(([name, value]) => [`--${name}=${value}`]) },
        { weight: 3, arbitrary: fc.constantFrom(...names).map((name) => [`--${name}`]) },
      );
      return fc.array(word, { maxLength: 5 }).map((rest) => [...command.path, ...rest.flat()]);
    });
    let split = 0;
    await fc.assert(
      fc.asyncProperty(line, async (argv) => {
        if (plainly(argv) === null) return;
        split++;
        const [plain, full] = await both(argv);
        expect(plain).toEqual(full);
      }),
      { numRuns: 1500, seed: 20_260_101 },
    );
    expect(split).toBeGreaterThan(300);
  });
});

describe('a command', () => {
  const scratch = scratchFolder('arguments');
  afterAll(() => {
    rmSync(scratch, { recursive: true });
  });
  const TRACE = `data:text/javascript,import{register}from'node:module';register('data:text/javascript,'+encodeURIComponent("export async function load(url,c,n){process.stderr.write('LOADED '+url+'\\\\n');return n(url,c)}"))`;

  test.each([
    ['config list', false],
    ['config list --help', true],
  ])('%s loads the parser of arguments: %p', (line, expected) => {
    const root = projectIn(scratch, { 'package.json': '{"name":"plain"}' });
    const { stderr, status } = spawnSync(process.execPath, ['--import', TRACE, bin, ...line.split(' ')], { cwd: root, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stderr).toContain('LOADED');
    expect(/LOADED .*\/yargs\//.test(stderr)).toBe(expected);
  });
});
