import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import semver from 'semver';
import { repository, scratchFolder } from '../support/tool-process.js';

jest.setTimeout(180_000);

/** One installed package in `package-lock.json`, by its folder; the project and its workspaces have folders without `node_modules`. */
interface Locked {
  readonly version?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly deprecated?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const scratch = scratchFolder('lock');
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { readonly engines: { readonly node: string } };
const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Whether Node, from this folder, finds a package of this name among the locked ones. */
function isLocked(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

// What `overrides` of package.json hold back: releases that need a newer Node than ours (0http, the cookie package behind
// light-my-request), and releases whose packages for some platforms are not in every registry (unrs-resolver; rollup and
// oxc-minify, whose versions are exact).
describe('package-lock.json', () => {
  // npm leaves out the platforms whose packages it does not find, or has not installed, and says nothing; `npm ci` then refuses everywhere.
  test('names every package that a package brings, those of other platforms included', () => {
    const missing = Object.entries(packages).flatMap(([folder, { dependencies = {}, optionalDependencies = {} }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(folder, name))
        .map((name) => `${folder}: ${name}`),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(500);
    expect(missing).toEqual([]);
  });

  // npm leaves out an optional package that does not run here; all others it installs, with a warning at best.
  test('names only packages that run on the oldest Node which the tool runs on', () => {
    const oldest = semver.minVersion(manifest.engines.node)!;
    expect(oldest.version).toBe('20.19.0');
    const wanting = Object.entries(packages).filter(
      ([, { engines, optional }]) => optional !== true && engines?.node !== undefined && !semver.satisfies(oldest, engines.node),
    );
    expect(wanting.map(([folder, { version, engines }]) => `${folder}@${version}: ${engines!.node}`)).toEqual([]);
  });

  // Whether one of these has a known vulnerability, only a registry can say: docs/dependencies.md.
  test('says of each package which one it is, and takes it from nowhere but a registry', () => {
    const installed = Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true);
    expect(installed.length).toBeGreaterThan(500);
    expect(installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(([folder]) => folder)).toEqual([]);
    // No address: the registry of whoever installs. A folder, a repository or another server would be one.
    expect(
      installed
        .filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
        .map(([folder]) => folder),
    ).toEqual([]);
  });

  test('what is shipped has no install script and is not deprecated', () => {
    const shipped = Object.entries(packages).filter(
      ([folder, { dev, devOptional, link }]) => folder.includes('node_modules/') && dev !== true && devOptional !== true && link !== true,
    );
    expect(shipped.length).toBeGreaterThan(20);
    expect(
      shipped
        .filter(([, { hasInstallScript, deprecated }]) => hasInstallScript === true || deprecated !== undefined)
        .map(([folder]) => folder),
    ).toEqual([]);
  });

  test('is what a fresh checkout is installed from', () => {
    for (const file of [
      'package.json',
      'package-lock.json',
      'ir/package.json',
      'compiler/sdk/package.json',
      'tests/support/package.json',
    ]) {
      mkdirSync(dirname(join(scratch, file)), { recursive: true });
      cpSync(join(repository, file), join(scratch, file));
    }
    const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: scratch,
      encoding: 'utf8',
    });
    expect({ status, stderr: stderr.slice(0, 2_000) }).toMatchObject({ status: 0 });
    expect(stderr).not.toContain('EBADENGINE');
  });
});
