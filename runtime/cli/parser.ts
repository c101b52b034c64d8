import type { Command } from './command.js';
import { treeOf } from './command-tree.js';
import { readInput, type Parsed } from './read-input.js';
import { splitPlainly } from './split-plainly.js';

/** Reads the arguments of the program. Its package of a parser takes longer to load than most commands take, and most calls are plain: it is loaded for the others. */
export function createParser(commands: readonly Command[], version: string) {
  const tree = treeOf(commands);
  return {
    /** @throws UsageError */
    async parse(argv: readonly string[]): Promise<Parsed | { readonly kind: 'text'; readonly text: string }> {
      const plain = splitPlainly(argv, tree);
      return plain === null
        ? (await import('./parse-fully.js')).parseFully(argv, tree, version)
        : readInput(plain.given, plain.path, plain.node);
    },
  };
}
