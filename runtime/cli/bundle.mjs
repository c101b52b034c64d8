// Bundles the built modules into dist/bundle: importing three hundred files costs more than most scans. Runs after `tsc -b`. Packages stay outside,
// `@tool/scanner-sdk` among them: adapters of third parties import the same copy.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';

const built = resolve(dirname(fileURLToPath(import.meta.url)), '../../dist');
const folder = join(built, 'bundle');
/** Files that keep their places: others name them. */
const PUBLIC = [join(built, 'runtime/cli/bin.js')];

/** Modules go on finding what lies beside them; programs of ours that they start are bundled, too. */
const places = {
  name: 'places',
  transform(code, id) {
    return code.replace(/new URL\('(\.{1,2}\/[^']+\.js)', import\.meta\.url\)/g, (whole, specifier) => {
      const program = resolve(dirname(id), specifier);
      return PUBLIC.includes(program) ? whole : `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: program })})`;
    });
  },
  resolveImportMeta(property, { moduleId }) {
    return property === 'url' ? `new URL(${JSON.stringify(relative(folder, moduleId).split(sep).join('/'))}, import.meta.url).href` : null;
  },
};

/** The one module of ours that is CommonJS, so that Node does not analyse the package behind it. */
const commonJs = {
  name: 'commonjs',
  load: (id) => (id === join(built, 'compiler/typescript/api.cjs') ? "import { createRequire } from 'node:module';\nexport default createRequire(import.meta.url)('typescript');\n" : null),
};

const bundle = await rollup({
  input: { entry: join(built, 'runtime/cli/entry.js'), scan: join(built, 'compiler/scan.js') },
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  plugins: [places, commonJs],
  treeshake: false,
  onwarn(warning) { if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(warning.message); },
});
// Whole or not at all: a command that starts meanwhile reads these files.
mkdirSync(built, { recursive: true });
const fresh = mkdtempSync(join(built, 'bundle-'));
chmodSync(fresh, 0o755); // others on the machine run the command, too
await bundle.write({ dir: fresh, format: 'es', chunkFileNames: '[name].js', hoistTransitiveImports: false, experimentalMinChunkSize: 20_000 });
await bundle.close();
rmSync(folder, { recursive: true, force: true });
renameSync(fresh, folder);
