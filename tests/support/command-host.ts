import { main } from '../../runtime/cli/main.js';

/** Runs many commands in one process, for tests that need hundreds of them: `{argv}` comes in, `{code, stdout, stderr}` goes back. */
const texts = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (text: string | Uint8Array) => {
    texts[name] += String(text);
    return true;
  };

process.on('message', ({ argv }: { readonly argv: readonly string[] }) => {
  texts.stdout = '';
  texts.stderr = '';
  main(argv).then(
    (code) => {
      process.send!({ code, ...texts });
    },
    (error: unknown) => {
      process.send!({ code: null, stdout: texts.stdout, stderr: String(error) });
    },
  );
});
process.on('disconnect', () => {
  process.exit(0);
});
