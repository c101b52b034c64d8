// Bundles the built modules into dist/bundle: importing three hundred files costs more than most scans. Runs after `tsc -b`. Packages stay outside,
// `@tool/scanner-sdk` among them: adapters of third parties import the same copy. The chunks are bodies of functions, which bundle-loader.ts links and
// runs: V8 keeps compiled code of those only. What is imported or started by its file is a small module that loads its chunk.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { minify } from 'terser';
import ts from 'typescript';

/** `--maps <folder>`: only writes the source maps of the chunks there, by which trace-stack.mjs finds where in the built modules a line of them is from. */
const mapsAt = process.argv.indexOf('--maps');
const maps = mapsAt < 0 ? null : resolve(process.argv[mapsAt + 1]);

const built = resolve(dirname(fileURLToPath(import.meta.url)), '../../dist');
const folder = join(built, 'bundle');
/** Files that keep their places: others name them. */
const PUBLIC = [join(built, 'runtime/cli/bin.js')];

/** Modules go on finding what lies beside them; programs of ours that they start are bundled, too. */
const places = {
  name: 'places',
  transform(code, id) {
    const placed = code.replace(/new URL\('(\.{1,2}\/[^']+\.js)', import\.meta\.url\)/g, (whole, specifier) => {
      const program = resolve(dirname(id), specifier);
      return PUBLIC.includes(program)
        ? whole
        : `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: program })}.replace(/chunk$/, 'js'))`;
    });
    return { code: placed, map: null };
  },
  resolveImportMeta(property, { moduleId }) {
    return property === 'url' ? `new URL(${JSON.stringify(relative(folder, moduleId).split(sep).join('/'))}, __here).href` : null;
  },
  resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, __here).href`,
  renderDynamicImport: () => ({ left: '__import(', right: ')' }),
};

/** The one module of ours that is CommonJS, so that Node does not analyse the package behind it. */
const commonJs = {
  name: 'commonjs',
  load: (id) =>
    id === join(built, 'compiler/typescript/api.cjs')
      ? "import { createRequire } from 'node:module';\nexport default createRequire(import.meta.url)('typescript');\n"
      : null,
};

/**
 * What was made of a text in an earlier build, of which a change leaves nearly all as it is. By the text, what is made of it, and the programs that make it;
 * what this build did not ask for is deleted behind it.
 */
const cache = resolve(built, '../.build/bundle');
const programs = ['typescript', 'terser'].map((name) => createRequire(import.meta.url)(`${name}/package.json`).version).join(' ');
const asked = new Set();
function placeOf(text, how) {
  const name = createHash('sha256')
    .update(JSON.stringify([programs, how, text]))
    .digest('hex');
  asked.add(name);
  return join(cache, name);
}
function readKept(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
function keep(file, text) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return text;
}
function kept(text, make) {
  const file = placeOf(text, make.toString());
  return readKept(file) ?? keep(file, make());
}
async function short(text, options) {
  const file = placeOf(text, options);
  return readKept(file) ?? keep(file, (await minify(text, options)).code);
}

/** What makes code shorter and leaves functions their places. */
const compress = {
  defaults: false,
  arrows: true,
  booleans: true,
  collapse_vars: true,
  comparisons: true,
  computed_props: true,
  conditionals: true,
  dead_code: true,
  evaluate: true,
  hoist_props: true,
  if_return: true,
  inline: 1,
  join_vars: true,
  loops: true,
  properties: true,
  reduce_funcs: false,
  reduce_vars: true,
  side_effects: true,
  switches: true,
  typeofs: true,
  unused: true,
};

/** What the modules say to their readers is of no use to whoever runs them, and a tenth of the text. */
const transpiled = (code, sourceMap = false) =>
  ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true, sourceMap },
  });
const withoutComments = {
  name: 'without comments',
  transform(code) {
    if (maps === null) return { code: kept(code, () => transpiled(code).outputText), map: null };
    const { outputText, sourceMapText } = transpiled(code, true);
    return { code: outputText, map: sourceMapText ? JSON.parse(sourceMapText) : null };
  },
};

/** Nor are their spaces, and names of variables and functions: who reports a mistake of ours sends a stack, which trace-stack.mjs translates. Lines are short for it. */
const withoutSpaces = {
  name: 'without spaces',
  async renderChunk(code) {
    const options = {
      ecma: 2022,
      toplevel: true,
      keep_classnames: true,
      compress,
      mangle: { keep_classnames: true },
      format: { max_line_len: 4000, shorthand: true },
      sourceMap: maps !== null,
    };
    if (maps === null) return { code: await short(code, options), map: null };
    const { code: minified, map } = await minify(code, options);
    return { code: minified, map };
  },
};

const bundle = await rollup({
  input: { entry: join(built, 'runtime/cli/entry.js'), scan: join(built, 'compiler/scan.js') },
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  plugins: [places, commonJs, withoutComments],
  treeshake: false,
  onwarn(warning) {
    if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(warning.message);
  },
});
/** How the chunks are written. */
const form = {
  format: 'cjs',
  interop: (id) => (id !== null && isBuiltin(id) ? 'default' : 'esModule'),
  esModule: false,
  strict: true,
  plugins: [withoutSpaces],
  entryFileNames: '[name].chunk',
  chunkFileNames: '[name].chunk',
  hoistTransitiveImports: false,
  experimentalMinChunkSize: 20_000,
};
if (maps) {
  const { output } = await bundle.generate({ ...form, dir: folder, sourcemap: 'hidden' });
  await bundle.close();
  mkdirSync(maps, { recursive: true });
  for (const chunk of output) if (chunk.map) writeFileSync(join(maps, `${chunk.fileName}.map`), JSON.stringify(chunk.map));
  process.exit();
}
// Whole or not at all: a command that starts meanwhile reads these files.
mkdirSync(built, { recursive: true });
const fresh = mkdtempSync(join(built, 'bundle-'));
chmodSync(fresh, 0o755); // others on the machine run the command, too
const { output } = await bundle.write({ ...form, dir: fresh });
await bundle.close();
const chunks = output.filter(({ type }) => type === 'chunk');
// What the loader gives to a chunk must not mean anything else in it.
for (const { fileName, code } of chunks)
  if (/\b(?:function|class|const|let|var)\s+(?:__import|__here)\b/.test(code))
    throw new Error(`${fileName} has a __import or __here of its own.`);
const isChunk = new Set(chunks.map(({ fileName }) => fileName));
writeFileSync(
  join(fresh, 'chunks.json'),
  JSON.stringify(
    Object.fromEntries(
      chunks.map(({ fileName, imports }) => [
        fileName,
        {
          chunks: imports.filter((each) => isChunk.has(each)),
          packages: imports.filter((each) => !isChunk.has(each) && !isBuiltin(each)),
        },
      ]),
    ),
  ),
);
for (const { fileName, isEntry, exports } of chunks)
  if (isEntry)
    writeFileSync(
      join(fresh, fileName.replace(/chunk$/, 'js')),
      [
        "import { load } from '../runtime/cli/bundle-loader.js';",
        `${exports.length > 0 ? `export const { ${exports.join(', ')} } = ` : ''}await load('${fileName}');\n`,
      ].join('\n'),
    );
rmSync(folder, { recursive: true, force: true });
renameSync(fresh, folder);

// The validators are generated, and nobody reads them: they are packed without their spaces and long names.
const generated = join(built, 'schemas/generated');
const validators = await rollup({
  input: readdirSync(generated)
    .filter((name) => name.endsWith('.cjs'))
    .map((name) => join(generated, name)),
  external: () => true,
  treeshake: false,
});
const packed = mkdtempSync(join(built, 'generated-'));
const written = await validators.write({
  dir: packed,
  format: 'cjs',
  strict: false,
  plugins: [
    {
      name: 'without spaces',
      renderChunk: async (code) => ({ code: await short(code, { ecma: 2022, toplevel: true, compress }), map: null }),
    },
  ],
  entryFileNames: '[name].cjs',
});
await validators.close();
for (const { fileName } of written.output) renameSync(join(packed, fileName), join(generated, fileName));
rmSync(packed, { recursive: true });

// Authors of adapters read the declarations of the SDK, which say all that its code says: that has its names, and neither comments nor spaces.
const sdk = resolve(built, '../compiler/sdk/dist');
for (const name of readdirSync(sdk, { recursive: true }).filter((each) => each.endsWith('.js'))) {
  const code = readFileSync(join(sdk, name), 'utf8');
  const written = await short(code, { module: true, compress, mangle: false, format: { max_line_len: 120 } });
  if (written !== code) writeFileSync(join(sdk, name), written);
}
for (const name of readdirSync(cache)) if (!asked.has(name)) rmSync(join(cache, name), { force: true });
