import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { commandReference } from '../../runtime/cli/command-reference.js';
import { commands } from '../../runtime/cli/commands/index.js';
import { createParser } from '../../runtime/cli/parser.js';
import { globalOptions, groups } from '../../runtime/cli/command-tree.js';
import { repository } from '../support/tool-process.js';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

/** Words of a command line; quotes hold words together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]!);

describe('the command reference', () => {
  test('is what the definitions say: run `npm run docs` after a change', () => {
    expect(read('docs/commands.md')).toBe(commandReference(commands, { globalOptions, groups }));
  });

  test('so are the pages on files, diagnostics and tools of the MCP server', async () => {
    const { referencePages } = (await import(pathToFileURL(join(repository, 'docs/generate.mjs')).href)) as {
      readonly referencePages: () => Promise<Readonly<Record<string, string>>>;
    };
    const pages = await referencePages();
    expect(Object.keys(pages).length).toBeGreaterThan(3);
    for (const [page, text] of Object.entries(pages)) expect({ page, text: read(`docs/${page}`) }).toEqual({ page, text });
  });

  test('changes with every part of a definition', () => {
    const [first] = commands;
    const of = (command: object): string => commandReference([{ ...first!, ...command }], { globalOptions, groups });
    const texts = [
      of({}),
      of({ summary: 'Another one' }),
      of({ path: ['other'] }),
      of({ output: 'other' }),
      of({ examples: [['tool other', 'x']] }),
      of({ options: { deep: { type: 'boolean', description: 'Deeper' } } }),
      of({ positionals: [{ name: 'place', description: 'Where' }] }),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    expect(of({ summary: 'To <runId> of `a <b>`' })).toContain('To &lt;runId> of `a <b>`');
  });

  test('every example of every command is a call that the program understands', async () => {
    const wrong: string[] = [];
    for (const command of commands) {
      if (command.examples.length === 0) wrong.push(`${command.path.join(' ')}: no example`);
      for (const [line] of command.examples) {
        // What comes before (`TOKEN=x`) and after (`| jq`, `< file`) belongs to the shell.
        const call = /(?:^|\s)tool\s+([^|<>]*)/.exec(line)?.[1];
        try {
          const parsed = await createParser(commands, '0').parse(wordsOf(call ?? ''));
          if (parsed.kind !== 'command') wrong.push(`${line}: is no command`);
        } catch (error) {
          wrong.push(`${line}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every document that it names has a schema, and every schema a command', () => {
    const schemas = readdirSync(join(repository, 'runtime/cli/output-schemas')).map((file) => file.replace('.schema.json', ''));
    expect(commands.map(({ output }) => output).filter((output) => !schemas.includes(output))).toEqual([]);
    const used = new Set(['error', ...commands.map(({ output }) => output)]);
    const referred = schemas.map((schema) => read(`runtime/cli/output-schemas/${schema}.schema.json`)).join();
    expect(schemas.filter((schema) => !used.has(schema) && !referred.includes(`output-schemas/${schema}.schema.json#`))).toEqual([]);
  });

  test('commands that the README names exist', () => {
    const paths = commands.map(({ path }) => path);
    const named = [...read('README.md').matchAll(/`tool ([a-z][a-z -]*)/g)].map((match) =>
      wordsOf(match[1]!).filter((word) => !word.startsWith('-')),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(
      named
        .filter(
          (words) =>
            !paths.some((path) => path.every((word, index) => words[index] === word) || words.every((word, index) => path[index] === word)),
        )
        .map((words) => words.join(' ')),
    ).toEqual([]);
  });
});

describe('links', () => {
  const pages = [
    'README.md',
    ...['docs', 'compiler', 'runtime', 'ir', 'schemas', 'backends', 'bench', 'studio', 'examples'].flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
        .map((file) => posix.join(folder, file.replaceAll('\\', '/'))),
    ),
  ];
  const anchorsOf = (text: string): Set<string> =>
    new Set(
      [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
        match[1]!
          .replaceAll('&lt;', '<')
          .replaceAll(/[`*]/g, '')
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .trim()
          .replaceAll(' ', '-'),
      ),
    );

  test('every link between pages leads to a file, and to a heading where it names one', () => {
    const broken: string[] = [];
    for (const page of pages) {
      const prose = read(page)
        .replaceAll(/^```[\s\S]*?^```/gm, '')
        .replaceAll(/`[^`\n]*`(?!\])/g, '');
      for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target!)) continue;
        const [file, heading] = target!.split('#');
        const to = file === '' ? page : posix.join(posix.dirname(page), file!);
        if (!existsSync(join(repository, to))) broken.push(`${page}: ${target}`);
        else if (heading !== undefined && !anchorsOf(read(to)).has(heading)) broken.push(`${page}: ${target} has no such heading`);
      }
    }
    expect(pages.length).toBeGreaterThan(70);
    expect(broken).toEqual([]);
  });

  test('every page of docs can be reached from docs/README.md', () => {
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      for (const [, target] of read(page).matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g))
        if (!/^[a-z]+:/.test(target!)) visit(posix.join(posix.dirname(page), target!));
    };
    visit('docs/README.md');
    expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
  });
});

describe('documented errors', () => {
  const pages = readdirSync(join(repository, 'docs/diagnostics'))
    .filter((file) => file !== 'README.md')
    .flatMap((file) => [...read(`docs/diagnostics/${file}`).matchAll(/^## (.+)$/gm)].map(([, code]) => code!));

  test('every diagnostic that has a section is what some test expects', () => {
    const texts = readdirSync(join(repository, 'tests'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (/\.test\.ts$/.test(entry.name) || /^(?:expected\.md|[^/]*\.ir)$/.test(entry.name)))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const tested = new Set(texts.flatMap((text) => [...text.matchAll(/\b[a-z]+\/[a-z][a-z0-9-]+/g)].map(([code]) => code)));
    expect(pages.length).toBeGreaterThan(50);
    expect(pages.filter((code) => !tested.has(code))).toEqual([]);
  });

  /** Messages of `docs/errors.md`, as the parts between what the program fills in. */
  const messages = [...read('docs/errors.md').matchAll(/^\| `` (.+?) `` \|/gm)].map((match) => match[1]!.replaceAll('\\|', '|'));
  const partsOf = (message: string): string[] =>
    message
      .split('…')
      .map((part) => part.trim())
      .filter((part) => /\w{3}/.test(part));
  const filesBelow = (folder: string, name: RegExp): string =>
    readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && name.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n')
      .replaceAll('\\`', '`');

  test('every message that docs/errors.md lists is one that the program has', () => {
    const sources = filesBelow('runtime', /\.ts$/);
    expect(messages.length).toBeGreaterThan(40);
    expect(messages.filter((message) => !partsOf(message).every((part) => sources.includes(part)))).toEqual([]);
  });

  test('and a test provokes it', () => {
    const tests = filesBelow('tests', /\.test\.ts$/).replaceAll('\\', '');
    // A test names a piece of the message: at least twelve letters in a row of one of its parts, or a shorter part without its full stop.
    const named = (part: string): boolean => {
      const length = Math.min(12, part.length - 1);
      for (let start = 0; start + length <= part.length; start++) if (tests.includes(part.slice(start, start + length))) return true;
      return false;
    };
    expect(messages.filter((message) => !partsOf(message).some(named))).toEqual([]);
  });
});
