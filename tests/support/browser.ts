import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser } from 'puppeteer-core';

const cache = fileURLToPath(new URL('../../../.build/browser', import.meta.url));

/** Names under which distributions install Chromium, and the places of other systems. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * A Chromium: the one that TOOL_BROWSER names, an installed one, one that an earlier run fetched, or one that is fetched now.
 * @throws Error when there is none and none can be had: a test that needs a browser fails then, it is never left out
 */
export function findBrowser(): string {
  const named = process.env['TOOL_BROWSER'];
  if (named !== undefined && named !== '') return named;
  const found = installed() ?? fetched();
  if (found !== undefined) return found;
  const tried: string[] = [];
  for (const [what, install] of [
    ['the package of the system', installPackage],
    ['the browser for testing', fetchChrome],
    ['the browser in the package registry', fetchPackage],
  ] as const) {
    try {
      install();
      const now = fetched() ?? installed();
      if (now !== undefined) return now;
      tried.push(`${what}: installed, but not found`);
    } catch (error) {
      tried.push(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  throw new Error(`There is no Chromium, and none could be installed. Install one, or name it in TOOL_BROWSER.\n${tried.join('\n')}`);
}

function installed(): string | undefined {
  for (const name of NAMES) {
    const { status, stdout } = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' });
    if (status === 0 && stdout.trim() !== '') return stdout.trim().split(/\r?\n/)[0];
  }
  return PLACES.find((place) => existsSync(place));
}

function fetched(): string | undefined {
  if (!existsSync(cache)) return undefined;
  const program = /(?:^|[\\/])(?:chrome-headless-shell(?:\.exe)?|packaged-chromium)$/;
  return (readdirSync(cache, { recursive: true }) as string[]).map((name) => join(cache, name)).find((name) => program.test(name));
}

function fetchChrome(): void {
  mkdirSync(cache, { recursive: true });
  const cli = fileURLToPath(import.meta.resolve('@puppeteer/browsers')).replace(/main\.js$/, 'main-cli.js');
  execFileSync(process.execPath, [cli, 'install', 'chrome-headless-shell@stable', '--path', cache], { stdio: 'pipe', timeout: 300_000 });
}

/** For machines that reach the package registry and nothing else: a packed Chromium for Linux. The last version for Node 20. */
function fetchPackage(): void {
  if (process.platform !== 'linux') throw new Error('it is for Linux only');
  mkdirSync(cache, { recursive: true });
  execFileSync('npm', ['install', '--prefix', cache, '--no-audit', '--no-fund', '--no-save', '@sparticuz/chromium@143.0.4'], {
    stdio: 'pipe',
    timeout: 300_000,
  });
  const unpack = `import('${join(cache, 'node_modules/@sparticuz/chromium/build/esm/index.js')}').then((m) => (m.default ?? m).executablePath()).then((file) => process.stdout.write(file))`;
  const unpacked = execFileSync(process.execPath, ['-e', unpack], { encoding: 'utf8' });
  copyFileSync(unpacked.trim(), join(cache, 'packaged-chromium'));
}

function installPackage(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('needs Linux and root');
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
    stdio: 'pipe',
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** A browser without a window. Its sandbox needs rights that containers and root seldom have; it opens pages of ours alone. */
export const launchBrowser = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: findBrowser(),
    headless: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb', '--lang=en-GB'],
  });

const built = fileURLToPath(new URL('../../studio', import.meta.url));
const sources = fileURLToPath(new URL('../../../studio', import.meta.url));

/** Folder of the bundled page, bundled again when a source is newer. */
export function pageFolder(): string {
  const page = join(built, 'page');
  const newest = Math.max(
    ...(readdirSync(built, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.js') && !name.startsWith('page'))
      .map((name) => statSync(join(built, name)).mtimeMs),
    ...['index.html', 'app.css', 'icon.svg', 'bundle.mjs'].map((name) => statSync(join(sources, name)).mtimeMs),
  );
  const bundled = statSync(join(page, 'app.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (bundled < newest) execFileSync(process.execPath, [join(sources, 'bundle.mjs')], { stdio: 'pipe' });
  return page;
}
