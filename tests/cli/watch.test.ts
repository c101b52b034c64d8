import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { beginChanges, mergeChanges, readChanges, recordChanges, type FileChange } from '../../runtime/store/index.js';
import { createIgnoreRules, isSourceFile, watchProject } from '../../runtime/watch/index.js';
import { makeFolder, writeFiles } from '../support/studio-server.js';

jest.setTimeout(60_000);

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function folder(files: Readonly<Record<string, string>>): string {
  const root = makeFolder(files);
  cleanups.push(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** Watches, and waits until a list of `event file` was seen, in any order, and nothing else for a while. */
async function watching(root: string) {
  const seen: string[] = [];
  const watcher = watchProject(root, {
    onChanges: (changes) => {
      seen.push(...changes.map(({ eventType, filePath }) => `${eventType} ${filePath}`));
    },
  });
  cleanups.push(() => watcher.close());
  await watcher.ready;
  return {
    async saw(...expected: string[]): Promise<void> {
      const deadline = Date.now() + 20_000;
      while (seen.length < expected.length && Date.now() < deadline) await pause(20);
      await pause(250);
      expect([...seen].sort()).toEqual([...expected].sort());
      seen.length = 0;
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe('the watcher', () => {
  test('says what was added, changed and removed', async () => {
    const root = folder({ 'src/a.ts': '1', 'src/b.ts': '1' });
    const { saw } = await watching(root);
    writeFiles(root, { 'src/a.ts': '2', 'src/deep/new/c.ts': '1' });
    rmSync(join(root, 'src/b.ts'));
    await saw('change src/a.ts', 'add src/deep/new/c.ts', 'unlink src/b.ts');
  });

  test('an editor that saves by writing beside and renaming changes the file, once', async () => {
    const root = folder({ 'src/a.ts': '1' });
    const { saw } = await watching(root);
    writeFileSync(join(root, 'src/.a.ts.swp'), '2');
    renameSync(join(root, 'src/a.ts'), join(root, 'src/a.ts~'));
    renameSync(join(root, 'src/.a.ts.swp'), join(root, 'src/a.ts'));
    rmSync(join(root, 'src/a.ts~'));
    await saw('change src/a.ts');
  });

  test('a touched file and one that is written with the same bytes did not change', async () => {
    const root = folder({ 'src/a.ts': '1', 'src/b.ts': '1' });
    const { saw } = await watching(root);
    utimesSync(join(root, 'src/a.ts'), new Date(), new Date());
    writeFileSync(join(root, 'src/b.ts'), '1');
    await pause(300);
    writeFileSync(join(root, 'src/b.ts'), '2');
    await saw('change src/b.ts');
  });

  test('a branch switch gives the difference of the branches', async () => {
    const root = folder({ 'src/a.ts': '1', 'src/b.ts': '1', '.gitignore': 'node_modules\n' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], { stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'one');
    git('checkout', '-qb', 'other');
    writeFiles(root, { 'src/a.ts': '2', 'src/c.ts': '1' });
    rmSync(join(root, 'src/b.ts'));
    git('add', '.');
    git('commit', '-qm', 'two');
    git('checkout', '-q', 'main');
    const { saw } = await watching(root);
    git('checkout', '-q', 'other');
    await saw('change src/a.ts', 'unlink src/b.ts', 'add src/c.ts');
  });

  test('what is ignored, installed, or no source is not watched', async () => {
    const root = folder({
      '.gitignore': 'generated/\n*.gen.ts\n!keep.gen.ts\n',
      'src/.gitignore': 'local.ts\n',
      'tool.config.json': '{"exclude":["legacy/**"]}',
      'src/a.ts': '1',
    });
    const { saw } = await watching(root);
    writeFiles(root, {
      'generated/x.ts': '1',
      'src/b.gen.ts': '1',
      'src/keep.gen.ts': '1',
      'src/local.ts': '1',
      'legacy/old.ts': '1',
      'node_modules/p/index.js': '1',
      '.tool/model.json': '{}',
      '.git/x.js': '1',
      'src/picture.png': '1',
      'package-lock.json': '{}',
      'src/data.json': '{}',
    });
    await saw('add src/keep.gen.ts', 'add src/data.json');
  });
});

describe('ignore rules', () => {
  test('agree with git for any rules and paths', async () => {
    const part = fc.constantFrom('a', 'b', 'lib', 'x.ts', 'y.js', 'A');
    const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
    const rule = fc
      .tuple(
        fc.constantFrom('', '!', '/', '!/'),
        fc.constantFrom('a', 'b', 'lib', '*.ts', 'x.ts', 'a/b', '**/lib', 'lib/**', 'a/*', 'b/lib', '*'),
        fc.constantFrom('', '/'),
      )
      .map((parts) => parts.join(''));
    const rules = fc.array(rule, { maxLength: 4 });
    const root = folder({ seed: '' });
    execFileSync('git', ['-C', root, 'init', '-q']);
    const folders = ['', 'a', 'a/b', 'a/b/lib'];
    mkdirSync(join(root, 'a/b/lib'), { recursive: true });
    fc.assert(
      fc.property(fc.tuple(rules, rules, rules, rules), fc.array(path, { minLength: 1, maxLength: 12 }), (files, paths) => {
        folders.forEach((each, index) => {
          writeFileSync(join(root, each, '.gitignore'), files[index]!.join('\n'));
        });
        const ours = createIgnoreRules(root);
        let theirs = '';
        try {
          theirs = execFileSync('git', ['-C', root, 'check-ignore', '--no-index', '--stdin'], {
            input: paths.join('\n'),
            encoding: 'utf8',
          });
        } catch {
          /* none is ignored */
        }
        const ignored = new Set(theirs.split('\n').filter(Boolean));
        // git asks the file system whether a path is a folder; what does not exist is a file to it.
        for (const each of paths)
          expect({ each, files, ignored: ours.ignores(each, folders.includes(each)) }).toEqual({ each, files, ignored: ignored.has(each) });
      }),
      { numRuns: 150 },
    );
  });

  test('a folder that an inner file brings back is watched, and what the outer file says of files in it still holds', () => {
    const root = folder({
      '.gitignore': 'a/\\[b]\n*.gen.ts\n',
      'a/.gitignore': '!\\[b]\n',
      'a/[b]/kept.ts': '1',
      'a/[b]/deep/kept.ts': '1',
      'a/[b]/x.gen.ts': '1',
    });
    const plain = folder({
      '.gitignore': 'a/b\n*.gen.ts\n',
      'a/.gitignore': '!b\n',
      'a/b/kept.ts': '1',
      'a/b/deep/kept.ts': '1',
      'a/b/x.gen.ts': '1',
    });
    for (const [each, name] of [
      [root, '[b]'],
      [plain, 'b'],
    ] as const) {
      execFileSync('git', ['-C', each, 'init', '-q']);
      const theirs = execFileSync('git', ['-C', each, 'status', '--ignored', '--porcelain', '-uall'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.startsWith('!! '))
        .map((line) => line.slice(3));
      expect(theirs).toEqual([`a/${name}/x.gen.ts`]);
      const rules = createIgnoreRules(each);
      expect(['kept.ts', 'deep/kept.ts', 'x.gen.ts'].filter((file) => rules.ignores(`a/${name}/${file}`, false))).toEqual(['x.gen.ts']);
    }
  });

  test('source files', () => {
    expect(['a.ts', 'a.mts', 'b/c.cjs', 'd.tsx', 'package.json', 'tsconfig.json'].filter((file) => !isSourceFile(file))).toEqual([]);
    expect(['a.md', 'a.css', 'package-lock.json', 'x/.tsbuildinfo', 'ts'].filter(isSourceFile)).toEqual([]);
  });
});

describe('the change log', () => {
  const change = (filePath: string, eventType: FileChange['eventType'], second = 0): FileChange => ({
    filePath,
    eventType,
    changedAt: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
  });

  test('keeps one entry for each file, the last at the end', async () => {
    const root = folder({});
    await beginChanges(root, () => new Date('2026-01-01T00:00:00.000Z'));
    await recordChanges(root, [change('a.ts', 'change', 1), change('b.ts', 'add', 2)]);
    await recordChanges(root, [change('a.ts', 'change', 3)]);
    expect(readChanges(root)).toEqual({
      version: 1,
      watchedSince: '2026-01-01T00:00:00.000Z',
      projectRoot: root,
      changes: [
        { filePath: 'b.ts', absolutePath: join(root, 'b.ts'), changedAt: '2026-01-01T00:00:02.000Z', eventType: 'add' },
        { filePath: 'a.ts', absolutePath: join(root, 'a.ts'), changedAt: '2026-01-01T00:00:03.000Z', eventType: 'change' },
      ],
    });
    await beginChanges(root, () => new Date('2026-01-02T00:00:00.000Z'));
    expect(readChanges(root)?.watchedSince).toBe('2026-01-02T00:00:00.000Z');
    expect(readChanges(root)?.changes).toHaveLength(2);
  });

  test('a damaged log is an error that names it, and stays as it is', async () => {
    const root = folder({ '.tool/changes.json': '{"version":1' });
    await expect(recordChanges(root, [change('a.ts', 'add')])).rejects.toThrow('.tool/changes.json');
    expect(readFileSync(join(root, '.tool/changes.json'), 'utf8')).toBe('{"version":1');
  });

  test('writers at the same time lose nothing', async () => {
    const root = folder({});
    await Promise.all(Array.from({ length: 12 }, (_, index) => recordChanges(root, [change(`f${index}.ts`, 'add')])));
    expect(
      readChanges(root)
        ?.changes.map(({ filePath }) => filePath)
        .sort(),
    ).toEqual(Array.from({ length: 12 }, (_, index) => `f${index}.ts`).sort());
  });

  test('whatever happens in whatever order, each file has one entry that agrees with its end', () => {
    const event = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom<FileChange['eventType']>('add', 'change', 'unlink'))
      .map(([file, type]) => change(file, type));
    fc.assert(
      fc.property(fc.array(fc.array(event, { maxLength: 5 }), { maxLength: 6 }), (batches) => {
        const log = batches.reduce<ReturnType<typeof mergeChanges>>((previous, batch) => mergeChanges(previous, batch, '/p'), []);
        const all = batches.flat();
        expect(log.map(({ filePath }) => filePath).sort()).toEqual([...new Set(all.map(({ filePath }) => filePath))].sort());
        for (const entry of log) {
          const last = all.filter(({ filePath }) => filePath === entry.filePath).at(-1)!.eventType;
          expect(entry.eventType === 'unlink').toBe(last === 'unlink');
          expect(dirname(entry.absolutePath)).toBe('/p');
        }
      }),
    );
  });
});
