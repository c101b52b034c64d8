import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { freePort, pageText, ReaderProject, stepsOf } from '../support/reader-page.js';
import { repository, scratchFolder } from '../support/tool-process.js';

// A process for each line of every page: the machine may be busy.
jest.setTimeout(300_000);

/** Lines that are not typed here, and why. Everything else is. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm install --save-dev tool': 'asks the registry; tests/repository/packages.test.ts installs the packages as they are packed',
  'npm ci': 'asks the registry',
  'npx turbo run model': 'tests/cli/monorepo.test.ts runs it, with the configuration of the page',
  'npx nx run-many -t model': 'tests/cli/monorepo.test.ts runs it, with the configuration of the page',
};

const scratch = scratchFolder('pages');
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const pages = ['getting-started', 'concepts', 'guides'].flatMap((folder) =>
  readdirSync(join(repository, 'docs', folder)).map((file) => `docs/${folder}/${file}`),
);
/** A page that shows no server of its own speaks of the one of the first page. */
const server = stepsOf(pageText('docs/getting-started/express.md')).filter((step) => step.kind === 'file');
const plain = (text: string): string => text.replaceAll(/[ \t]+/g, ' ').trim();

describe('what the pages say happens', () => {
  test('there are pages, and each has something to type', () => {
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => !stepsOf(pageText(page)).some(({ kind }) => kind === 'type'))).toEqual([]);
  });

  test('nothing is left out that no page says', () => {
    const lines = pages.flatMap((page) => stepsOf(pageText(page)).flatMap((step) => (step.kind === 'type' ? step.lines : [])));
    expect(Object.keys(NOT_RUN).filter((line) => !lines.includes(line))).toEqual([]);
  });

  test.each(pages)('%s', async (page) => {
    const folder = join(scratch, page.replaceAll('/', '-'));
    mkdirSync(folder);
    const project = new ReaderProject(folder, await freePort());
    project.installFrameworks();
    project.installTool();
    const steps = stepsOf(pageText(page));
    try {
      if (!steps.some((step) => step.kind === 'file' && step.name === 'package.json'))
        for (const step of server) if (step.kind === 'file') project.write(step.name, step.text);
      if (page.endsWith('/ci.md')) {
        // CI begins with what is committed: a model that is up to date.
        await project.type('tool scan --quiet');
        project.commit();
      }
      let seen = '';
      for (const step of steps) {
        if (step.kind === 'file') {
          project.write(step.name, step.text);
          continue;
        }
        if (step.kind === 'see') {
          expect(step.lines.map(plain).filter((line) => !seen.split('\n').some((printed) => plain(printed).startsWith(line)))).toEqual([]);
          continue;
        }
        seen = '';
        for (const line of step.lines) {
          if (line in NOT_RUN) continue;
          const typed = await project.type(line);
          seen += typed.output;
          expect({ page, ...typed }).toMatchObject({ code: 0 });
        }
      }
    } finally {
      await project.close();
    }
  });
});
