// Makes the pictures in docs/images from the example server: npm run screenshots. Finds or installs a browser as the tests do.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const built = (file) => join(repository, 'dist', file);
if (!existsSync(built('studio/page/app.js'))) {
  console.error('The tool is not built. Run `npm run build` first.');
  process.exit(2);
}
const { launchBrowser } = await import(built('tests/support/browser.js'));
const { startStudio } = await import(built('runtime/server/index.js'));

// A copy: pictures must not leave anything in the example.
const root = join(mkdtempSync(join(tmpdir(), 'tool-screenshots-')), 'bookshop');
cpSync(join(repository, 'examples/bookshop'), root, { recursive: true, filter: (file) => !/[\\/](\.tool|node_modules)$/.test(file) });
writeFileSync(join(root, 'tool.config.json'), JSON.stringify({ environments: [{ name: 'local', baseUrl: 'http://127.0.0.1:3000' }] }));
execFileSync(process.execPath, [built('runtime/cli/bin.js'), 'scan', '--quiet', '--project', root]);

const images = join(repository, 'docs/images');
mkdirSync(images, { recursive: true });
const pages = {
  overview: '#/',
  endpoints: '#/endpoints?q=books',
  endpoint: `#/endpoint?id=${encodeURIComponent('POST /api/v1/auth/login')}`,
  routes: '#/routes',
  graph: '#/graph',
  workflow: `#/workflow?scaffold=${encodeURIComponent('POST /api/v1/books/:bookId/reviews')}`,
};
const studio = await startStudio({ root, port: 0, toolVersion: '0.3.0' });
const browser = await launchBrowser();
try {
  await studio.ready;
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 760 });
  await page.goto(studio.link());
  await page.waitForSelector('nav');
  for (const [name, hash] of Object.entries(pages)) {
    await page.evaluate(
      (to, dark) => {
        document.documentElement.dataset.theme = dark ? 'dark' : 'light';
        location.hash = to;
      },
      hash,
      name === 'graph',
    );
    await page.waitForFunction(
      () => document.querySelector('main h1') !== null && !/Loading…|Checking…|Scanning…/.test(document.body.innerText),
    );
    await page.evaluate(() => document.fonts.ready);
    // The line that is shown scrolls into view a frame later.
    await new Promise((done) => {
      setTimeout(done, 300);
    });
    await page.screenshot({ path: join(images, `studio-${name}.png`) });
    console.log(`docs/images/studio-${name}.png`);
  }
} finally {
  await browser.close();
  await studio.close();
  rmSync(dirname(root), { recursive: true, force: true });
}
