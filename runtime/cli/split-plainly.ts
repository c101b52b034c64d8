import type { OptionDefinition } from './command.js';
import { globalOptions, type CommandNode } from './command-tree.js';
import type { Arguments } from './read-input.js';

export interface Split {
  readonly given: Arguments;
  /** The words of the command. */
  readonly path: readonly string[];
  readonly node: CommandNode;
}

/**
 * Splits arguments about which there can be no doubt: the words of a command first, then its positionals, `--option value`, `--option=value`
 * and `--flag`. Null for everything else (help, short options, unknown ones, values that begin with a dash or a quote …), which `parse-fully.ts`
 * reads. **Invariant**: what is split here is split there in the same way.
 */
export function splitPlainly(argv: readonly string[], tree: CommandNode): Split | null {
  const { node, path } = commandAt(argv, tree);
  const { command } = node;
  if (command === undefined) return null;
  const options: Readonly<Record<string, OptionDefinition>> = { ...globalOptions, ...command.options };
  const given: Record<string, unknown> & { _: string[] } = { _: [...path] };
  const names = (command.positionals ?? []).map(({ name }) => name);
  for (let at = path.length; at < argv.length; at++) {
    const word = argv[at]!;
    if (isPlainValue(word)) {
      // Too many of them, or perhaps the name of another command.
      if (names.length === 0 || node.children.size > 0) return null;
      given[names.shift()!] = word;
      continue;
    }
    const [, name, assigned] = /^--([a-z][a-z0-9-]*)(?:=([^]*))?$/.exec(word) ?? [];
    const option = name === undefined || !Object.hasOwn(options, name) ? undefined : options[name];
    if (option?.type === 'boolean') {
      // `--flag true` is one argument.
      if (assigned !== undefined || /^(?:true|false)$/.test(argv[at + 1] ?? '')) return null;
      given[name!] = true;
    } else if (option?.type === 'string') {
      const value = assigned ?? argv[++at];
      if (value === undefined || !isPlainValue(value)) return null;
      const before = given[name!] as string | string[] | undefined;
      given[name!] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
    } else return null;
  }
  return { given, path, node };
}

/** The command that the first words name. */
export function commandAt(argv: readonly string[], tree: CommandNode): { readonly node: CommandNode; readonly path: readonly string[] } {
  let node = tree;
  let depth = 0;
  for (let next: CommandNode | undefined; (next = node.children.get(argv[depth] ?? '')) !== undefined; depth++) node = next;
  return { node, path: argv.slice(0, depth) };
}

const isPlainValue = (word: string): boolean => /^[^-'"]/.test(word);
