import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { editors, type Editor } from '../../runtime/mcp/editors/index.js';
import { writeEditorConfig } from '../../runtime/mcp/editors/write-editor-config.js';
import { bin, document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(120_000);

const scratch = scratchFolder('editors');
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const newFolder = (): string => realpathSync(mkdtempSync(join(scratch, 'it has spaces ')));

interface Place {
  readonly root: string;
  readonly home: string;
  readonly file: string;
}
/** An empty project and home, and where this editor's file is in them. */
function placeOf(editor: Editor): Place {
  const [root, home] = [newFolder(), newFolder()];
  const file = join(editor.place === 'home' ? home : root, editor.file);
  mkdirSync(dirname(file), { recursive: true });
  return { root, home, file };
}
const write = (editor: Editor, { root, home }: Place, dryRun = false) => writeEditorConfig(root, editor.name, bin, { dryRun, home });

function jsonc(text: string): any {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}
const entryIn = (editor: Editor, text: string): any =>
  editor.path.reduce((value: any, key) => value?.[key], editor.format === 'toml' ? parseToml(text) : jsonc(text));

const json = editors.filter(({ format }) => format === 'json');
const toml = editors.filter(({ format }) => format === 'toml');
const named = (list: readonly Editor[]): [string, Editor][] => list.map((editor) => [editor.name, editor]);

test('every format and both places are among the editors', () => {
  expect(json.length).toBeGreaterThan(3);
  expect(toml.length).toBeGreaterThan(0);
  expect(new Set(editors.map(({ place }) => place))).toEqual(new Set(['project', 'home']));
});

test('a file of the project that names paths of this machine says so, one that names the package does not', () => {
  const editor = editors.find(({ place }) => place === 'project')!;
  const place = placeOf(editor);
  expect(write(editor, place).next).toContain('names paths of this machine');
  mkdirSync(join(place.root, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(place.root, 'node_modules/.bin/tool'), '');
  rmSync(place.file);
  expect(write(editor, place).next).toBe(editor.next);
});

describe.each(named(editors))('%s', (_name, editor) => {
  test('a new file has the entry, a second time changes nothing', () => {
    const place = placeOf(editor);
    expect(write(editor, place)).toMatchObject({ outcome: 'created', file: place.file });
    const text = readFileSync(place.file, 'utf8');
    const entry = entryIn(editor, text);
    const command = [entry.command, entry.args ?? []].flat(2) as string[];
    expect(command).toEqual([
      process.execPath,
      bin,
      'mcp',
      ...(editor.rootVariable ? ['--project', editor.rootVariable] : editor.place === 'home' ? ['--project', place.root] : []),
    ]);
    const before = lstatSync(place.file).mtimeMs;
    expect(write(editor, place).outcome).toBe('kept');
    expect(readFileSync(place.file, 'utf8')).toBe(text);
    expect(lstatSync(place.file).mtimeMs).toBe(before);
  });

  test('--dry-run shows what would be there and writes nothing', () => {
    const place = placeOf(editor);
    const shown = write(editor, place, true);
    expect(existsSync(place.file)).toBe(false);
    write(editor, place);
    expect(readFileSync(place.file, 'utf8')).toBe(shown.text);
  });

  test('an entry of the same name that says something else stays', () => {
    const place = placeOf(editor);
    write(editor, place);
    const other = readFileSync(place.file, 'utf8').replace(JSON.stringify(bin), '"/elsewhere/tool.js"');
    writeFileSync(place.file, other);
    expect(write(editor, place).outcome).toBe('different');
    expect(readFileSync(place.file, 'utf8')).toBe(other);
  });

  test('an installed package is started by its name, never from the registry', () => {
    const place = placeOf(editor);
    mkdirSync(join(place.root, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(place.root, 'node_modules/.bin/tool'), '');
    write(editor, place);
    const entry = entryIn(editor, readFileSync(place.file, 'utf8'));
    expect([entry.command, entry.args ?? []].flat(2).slice(0, 4)).toEqual(['npx', '--no', 'tool', 'mcp']);
  });
});

describe.each(named(json))('%s, a file that exists', (_name, editor) => {
  const [top] = editor.path as [string];

  test.each([
    [
      'comments and trailing commas',
      `{\n  // mine\n  "${top}": {\n    /* theirs */\n    "other": { "command": "x", "args": ["y",], },\n  },\n  "theme": "dark", // last\n}\n`,
    ],
    ['tabs and Windows line ends', `{\r\n\t"theme": "dark",\r\n\t"${top}": {\r\n\t\t"other": { "command": "x" }\r\n\t}\r\n}\r\n`],
    ['one line and a byte order mark', `\uFEFF{"${top}":{},"theme":"dark"}`],
    ['no servers yet', '{\n    "theme": "dark"\n}'],
  ])('%s: everything that was there stays, character by character', (_what, text) => {
    const place = placeOf(editor);
    writeFileSync(place.file, text);
    expect(write(editor, place).outcome).toBe('changed');
    const after = readFileSync(place.file, 'utf8');
    const value = jsonc(after);
    expect(value.theme).toBe('dark');
    expect({ ...value[top], [String(editor.path[1])]: undefined }).toEqual({ ...jsonc(text)[top], [String(editor.path[1])]: undefined });
    expect(entryIn(editor, after)).toBeDefined();
    expect(isSubsequence(text, after)).toBe(true);
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('any settings: nothing but the entry is added', () => {
    const place = placeOf(editor);
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.dictionary(fc.string({ minLength: 1 }), fc.object({ maxDepth: 1 })),
        fc.constantFrom(undefined, 1, 2, 4, '\t'),
        (rest, others, indent) => {
          fc.pre(!Object.hasOwn(rest, '__proto__') && !Object.hasOwn(others, '__proto__') && !Object.hasOwn(others, 'tool'));
          const text = JSON.stringify({ ...rest, [top]: others }, null, indent);
          writeFileSync(place.file, text);
          write(editor, place);
          const value: any = JSON.parse(readFileSync(place.file, 'utf8'));
          delete value[top][String(editor.path[1])];
          expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { numRuns: 50 },
    );
  });

  test.each([
    ['damaged', `{ "${top}": { `],
    ['a list', '[]'],
    ['servers that are no object', `{ "${top}": 7 }`],
  ])('%s: it stays as it is, and the message says what to do', (_what, text) => {
    const place = placeOf(editor);
    writeFileSync(place.file, text);
    expect(() => write(editor, place)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ code: 'editor/damaged-file' }),
        message: expect.stringContaining(place.file),
        help: expect.stringContaining('The file was not changed'),
      }),
    );
    expect(readFileSync(place.file, 'utf8')).toBe(text);
  });
});

describe.each(named(toml))('%s, a file that exists', (_name, editor) => {
  test.each([
    ['another server and comments', '# mine\nmodel = "o"\n\n[mcp_servers.other]\ncommand = "x" # theirs\n'],
    ['no line end at the end, Windows line ends', 'model = "o"\r\n[mcp_servers.other]\r\ncommand = "x"'],
  ])('%s: what was there stays', (_what, text) => {
    const place = placeOf(editor);
    writeFileSync(place.file, text);
    expect(write(editor, place).outcome).toBe('changed');
    const after = readFileSync(place.file, 'utf8');
    expect(after.startsWith(text)).toBe(true);
    expect(parseToml(after)).toMatchObject({
      ...parseToml(text),
      mcp_servers: { other: { command: 'x' }, tool: { command: process.execPath } },
    });
  });

  test('a table that nothing can follow stays, and the entry is shown', () => {
    const place = placeOf(editor);
    writeFileSync(place.file, 'mcp_servers = { other = { command = "x" } }\n');
    expect(() => write(editor, place)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ code: 'editor/damaged-file' }),
        help: expect.stringContaining('[mcp_servers.tool]'),
      }),
    );
  });
});

test('a link out of the project is not followed', () => {
  const [root, outside] = [newFolder(), newFolder()];
  symlinkSync(outside, join(root, '.cursor'));
  expect(() => writeEditorConfig(root, 'cursor', bin, { dryRun: false })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ code: 'path/outside-project' }) }),
  );
  expect(existsSync(join(outside, 'mcp.json'))).toBe(false);
});

test('an editor that nobody knows is an error with the nearest name', () => {
  expect(() => writeEditorConfig(newFolder(), 'vscod', bin, { dryRun: true })).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ code: 'editor/unknown' }),
      help: expect.stringContaining('Did you mean "vscode"?'),
    }),
  );
});

test('what `tool init --editor` wrote starts a server that answers', async () => {
  const root = projectIn(scratch, { 'package.json': '{"name": "p"}' });
  const run = await tool(root, ['init', '--editor', 'claude-code', '--json']);
  expect(document(run, 'init').editor).toMatchObject({ outcome: 'created', written: true });
  const { command, args } = jsonc(readFileSync(join(root, '.mcp.json'), 'utf8')).mcpServers.tool as { command: string; args: string[] };
  const client = new Client({ name: 'editor', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, cwd: root, stderr: 'ignore' }));
  try {
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('tool_scan');
  } finally {
    await client.close();
  }
});

/** All characters of the first stand in the second, in order. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at++;
  return at === part.length;
}
