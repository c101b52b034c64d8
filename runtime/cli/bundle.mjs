// Bundles the built modules into dist/bundle: importing three hundred files costs more than most scans. Runs after `tsc -b`. Packages stay outside,
// `@tool/scanner-sdk` among them: adapters of third parties import the same copy. The chunks are bodies of functions, which bundle-loader.ts links and
// runs: V8 keeps compiled code of those only. What is imported or started by its file is a small module that loads its chunk.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { minifySync } from 'oxc-minify';
import { rollup } from 'rollup';

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
 * What was made of a text in an earlier build, of which a change leaves nearly all as it is: with its source map, so that `--maps` has nothing to make.
 * By the text, what is made of it, and the program that makes it; what this build did not ask for is deleted behind it.
 */
const cache = resolve(built, '../.build/bundle');
const program = `terser ${createRequire(import.meta.url)('terser/package.json').version}`;
const asked = new Set();
const makers = [];
async function short(text, options) {
  const name = createHash('sha256')
    .update(JSON.stringify([program, options, text]))
    .digest('hex');
  asked.add(name);
  const file = join(cache, name);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = await (makers.length < availableParallelism() ? newMaker() : leastBusy()).make(text, options);
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
  renameSync(`${file}.${process.pid}`, file);
  return made;
}
const leastBusy = () => makers.reduce((one, other) => (other.characters < one.characters ? other : one));
/** Chunks are made short side by side. */
function newMaker() {
  const worker = new Worker(new URL('./minify.mjs', import.meta.url));
  const waiting = [];
  worker.on('message', (made) => waiting.shift().done(made));
  worker.on('error', (error) => waiting.splice(0).forEach(({ fail }) => fail(error)));
  const maker = {
    characters: 0,
    async make(text, options) {
      maker.characters += text.length;
      worker.postMessage({ text, options });
      return new Promise((done, fail) => waiting.push({ done, fail }));
    },
    stop: () => worker.terminate(),
  };
  makers.push(maker);
  return maker;
}

/** Classes whose names are said. */
const ERRORS = /\bclass (\w+(?:Error|Failure|Bug))\b/g;

/** What makes code shorter and leaves functions their places. */
const compress = {
  defaults: false,
  passes: 3,
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
  pure_getters: true,
  reduce_funcs: false,
  reduce_vars: true,
  side_effects: true,
  switches: true,
  typeofs: true,
  unused: true,
};

/**
 * What the modules say to their readers is of no use to whoever runs them; nor are their spaces, and names of variables and functions: who reports a
 * mistake of ours sends a stack, which trace-stack.mjs translates. terser compresses, oxc-minify finds what it leaves and gives the short names, and the last
 * step ends lines, for stacks, and writes characters of one byte, which V8 reads in a fraction of the time.
 */
const minified = [
  {
    name: 'compressed',
    renderChunk: (code) =>
      short(code, {
        ecma: 2022,
        toplevel: true,
        keep_classnames: true,
        // In files of this length what is alike is packed better when it stands together.
        compress: { ...compress, hoist_funs: true },
        mangle: false,
        sourceMap: true,
      }),
  },
  {
    name: 'mangled',
    renderChunk(code, { fileName }) {
      const said = [...code.matchAll(ERRORS)].map(([, name]) => name);
      const made = minifySync(`${fileName}.cjs`, code, {
        compress: { target: 'es2022', keepNames: { function: false, class: false } },
        mangle: { toplevel: true, reserved: said },
        codegen: { removeWhitespace: true },
        sourcemap: true,
      });
      if (made.errors.length > 0) throw new Error(`${fileName}: ${made.errors[0].message}`);
      return { code: made.code, map: made.map };
    },
  },
  {
    name: 'lines',
    renderChunk: (code) =>
      short(code, { ecma: 2022, compress: false, mangle: false, format: { ascii_only: true, max_line_len: 64_000 }, sourceMap: true }),
  },
];

const bundle = await rollup({
  input: { entry: join(built, 'runtime/cli/entry.js'), scan: join(built, 'compiler/scan.js') },
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  plugins: [places, commonJs],
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
  plugins: minified,
  entryFileNames: '[name].chunk',
  chunkFileNames: '[name].chunk',
  hoistTransitiveImports: false,
  minifyInternalExports: true,
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
writeFileSync(
  join(fresh, 'chunks.json'),
  JSON.stringify(Object.fromEntries(chunks.map(({ fileName, imports }) => [fileName, imports.filter((each) => !isBuiltin(each))]))),
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
      renderChunk: async (code) =>
        minifySync('validator.cjs', (await short(code, { ecma: 2022, toplevel: true, compress, mangle: false })).code, {
          compress: { target: 'es2022' },
          mangle: { toplevel: true },
        }).code,
    },
  ],
  entryFileNames: '[name].cjs',
});
await validators.close();
for (const { fileName } of written.output) renameSync(join(packed, fileName), join(generated, fileName));
rmSync(packed, { recursive: true });

// Authors of adapters read the declarations of the SDK, which say all that its code says: that has its names, and neither comments nor spaces. The
// modules that stay outside of the bundle have no names either.
const sdk = resolve(built, '../compiler/sdk/dist');
const plain = [
  ...readdirSync(sdk, { recursive: true }).map((each) => join(sdk, each)),
  ...[
    'compiler/typescript/cached-script.js',
    'compiler/typescript/require-cached.js',
    'runtime/cli/bin.js',
    'runtime/cli/bundle-loader.js',
  ].map((each) => join(built, each)),
];
for (const file of plain.filter((each) => each.endsWith('.js'))) {
  const code = readFileSync(file, 'utf8');
  const { code: written } = await short(code, {
    module: true,
    ecma: 2022,
    compress,
    mangle: !file.startsWith(sdk),
    format: { max_line_len: 120 },
  });
  if (written !== code) writeFileSync(file, written);
}
await Promise.all(makers.map((maker) => maker.stop()));
for (const name of readdirSync(cache)) if (!asked.has(name)) rmSync(join(cache, name), { force: true });
