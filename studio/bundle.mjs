// Bundles the page into dist/studio/page: one script, one style sheet, one document. Runs after `tsc -b`.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
    terser({ module: true, ecma: 2022, format: { comments: false }, compress: { passes: 2 } }),
  ],
  onwarn(warning) {
    throw new Error(warning.message);
  },
});
const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
await bundle.close();

mkdirSync(page, { recursive: true });
const files = {
  'app.js': output[0].code,
  ...Object.fromEntries(['index.html', 'app.css', 'icon.svg'].map((name) => [name, readFileSync(join(here, name))])),
};
for (const [name, content] of Object.entries(files)) {
  // Whole or not at all: a server that starts meanwhile reads these files.
  const temporary = join(page, `.${name}.${process.pid}`);
  writeFileSync(temporary, content);
  renameSync(temporary, join(page, name));
}
