import { read, repository } from './project.js';

/** The guide for authors of adapters: what it tells a reader to type. The tests do it. */
export interface AdapterGuide {
  /** File name → text, of every block below a line with nothing but the bold name of a file. */
  readonly files: Readonly<Record<string, string>>;
  /** Blocks of shell commands, in order. */
  readonly commands: readonly string[];
  /** The piece of `expected.md` that the guide shows. */
  readonly shown: string;
}

export function adapterGuide(): AdapterGuide {
  const text = read(repository, 'compiler', 'sdk', 'README.md');
  const files = Object.fromEntries(
    [...text.matchAll(/^\*\*`([^`]+)`\*\*\n\n```\w+\n([\s\S]*?)^```$/gm)].map((match) => [match[1]!, match[2]!]),
  );
  const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  const shown = /^```text\n([\s\S]*?)^```$/m.exec(text)?.[1];
  if (!files['index.js'] || commands.length !== 2 || shown === undefined)
    throw new Error('compiler/sdk/README.md does not have the shape that adapterGuide reads');
  return { files, commands, shown };
}
