// Makes a text shorter, in a thread of its own: `{text, options}` comes in, `{code, map}` goes back. Started by bundle.mjs.
import { parentPort } from 'node:worker_threads';
import { minify } from 'terser';

parentPort.on('message', async ({ text, options }) => {
  parentPort.postMessage(await minify(text, options));
});
