// Bundles the page into dist/studio/page: one script, one style sheet, one document. Runs after `tsc -b`.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync } from 'oxc-minify';
import { rollup } from 'rollup';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, '../dist/studio/page');

const bundle = await rollup({
  input: join(here, '../dist/studio/main.js'),
  plugins: [
    // The built modules lie below dist/; packages are found from the sources' folder.
    nodeResolve({ exportConditions: ['production', 'browser'], rootDir: here, modulePaths: [join(here, '../node_modules')] }),
    terser({ module: true, ecma: 2022, format: { comments: false }, compress: { passes: 3, hoist_funs: true } }),
  ],
  onwarn(warning) {
    throw new Error(warning.message);
  },
});
const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
await bundle.close();

// It finds what terser leaves.
const app = minifySync('app.mjs', output[0].code, { compress: { target: 'es2022' }, mangle: { toplevel: true } });
if (app.errors.length > 0) throw new Error(app.errors[0].message);

mkdirSync(page, { recursive: true });
const text = (name) => readFileSync(join(here, name), 'utf8');
const files = {
  'app.js': app.code,
  'app.css': text('app.css')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s*([{};,>\n])\s*/g, '$1')
    .replace(/(:) |;(?=})/g, '$1'),
  'index.html': text('index.html'),
  'icon.svg': text('icon.svg'),
};
for (const [name, content] of Object.entries(files)) {
  // Whole or not at all: a server that starts meanwhile reads these files.
  const temporary = join(page, `.${name}.${process.pid}`);
  writeFileSync(temporary, content);
  renameSync(temporary, join(page, name));
}
