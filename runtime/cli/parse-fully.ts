import yargs, { type Argv } from 'yargs';
import type { OptionDefinition } from './command.js';
import { globalOptions, groups, type CommandNode } from './command-tree.js';
import { checkOptions, readInput, unknownCommand, type Arguments, type Parsed } from './read-input.js';
import { commandAt } from './split-plainly.js';
import { UsageError } from '../project/usage-error.js';

/**
 * Reads any arguments, help and version among them. yargs splits them and writes the help; what is unknown is judged here, because a
 * suggestion needs to know the command it belongs to.
 * @param version of the tool, which `--version` prints
 * @throws UsageError
 */
export async function parseFully(
  argv: readonly string[],
  tree: CommandNode,
  version: string,
): Promise<Parsed | { readonly kind: 'text'; readonly text: string }> {
  let chosen: Parsed | undefined;
  const choose = (parsed: Parsed): void => {
    chosen = parsed;
  };
  // yargs lays the help out in every run, which takes longer than the parsing: it is given only what somebody will see.
  const isShown =
    argv.every((word) => word.startsWith('-')) || argv.some((word) => word === '--help' || word === '-h' || word.startsWith('--help='));
  const { node, path } = commandAt(argv, tree);
  const next = argv[path.length];
  // yargs would show the help of what it does know.
  if (isShown && node.children.size > 0 && next !== undefined && !next.startsWith('-')) throw unknownCommand(path, next, node);
  const root = withOptions(yargs(), globalOptions, isShown)
    .scriptName('tool')
    .locale('en')
    .parserConfiguration({
      'camel-case-expansion': false,
      'strip-aliased': true,
      'parse-positional-numbers': false,
      'boolean-negation': false,
    })
    .help('help')
    .alias('help', 'h')
    .describe('help', 'Show this help')
    .version('version', 'Show the version', version)
    .alias('version', 'v')
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .usage("Usage: tool <command> [options]\n\nCompiles a backend's source code into a behavioural model of its HTTP API.")
    .example('tool scan', 'Scan the project in the current directory')
    .example('tool inspect endpoint GET /users/:id', 'Show one endpoint')
    .epilog('Exit codes: 0 success, 1 findings, 2 usage, 3 server unreachable, 70 internal bug, 130 interrupted');
  addChildren(root, tree, [], choose, isShown);
  root.command(
    '$0',
    false,
    (parser) => parser,
    (given) => {
      const word = (given as Arguments)._[0];
      checkOptions(given, {}, 'tool');
      if (word !== undefined) throw unknownCommand([], String(word), tree);
    },
  );
  root.fail((message, error) => {
    // yargs judges only what the definitions say (a missing value); everything else is an error of a handler.
    if (error && error.name !== 'YError') throw error;
    const said = message || error.message;
    const options = /^Not enough arguments following: (.+)$/
      .exec(said)?.[1]
      ?.split(', ')
      .map((name) => `--${name}`);
    throw new UsageError(
      options === undefined ? `${capitalised(said)}.` : `The option ${options.map((name) => `"${name}"`).join(' and ')} needs a value.`,
      'See `tool --help`.',
    );
  });
  let printed = '';
  // yargs calls back for help and version; with a callback it neither prints nor exits.
  await root.parseAsync([...argv], {}, (error: unknown, _given: unknown, output: string) => {
    if (error) throw error instanceof Error ? error : new Error(String(error));
    printed = output;
  });
  if (printed !== '') return { kind: 'text', text: printed };
  return chosen ?? { kind: 'text', text: await root.getHelp() };
}

function addChildren(parser: Argv, node: CommandNode, path: readonly string[], choose: (parsed: Parsed) => void, isShown: boolean): void {
  for (const [name, child] of node.children) {
    const childPath = [...path, name];
    const { command } = child;
    const positionals = (command?.positionals ?? []).map((positional) => ` [${positional.name}]`).join('');
    const summary = command?.summary ?? `${groups[name] ?? ''}: ${[...child.children.keys()].join(', ')}`;
    parser.command(
      `${name}${positionals}`,
      summary,
      (own) => {
        const usage = command
          ? `tool ${childPath.join(' ')}${(command.positionals ?? []).map((positional) => (positional.optional ? ` [${positional.name}]` : ` <${positional.name}>`)).join('')} [options]`
          : `tool ${childPath.join(' ')} <command>`;
        own.usage(`Usage: ${usage}\n\n${summary}`).epilog('');
        for (const positional of command?.positionals ?? [])
          own.positional(positional.name, { type: 'string', description: positional.description });
        withOptions(own, command?.options ?? {}, isShown);
        if (isShown) for (const [line, what] of command?.examples ?? []) own.example(line, what);
        addChildren(own, child, childPath, choose, isShown);
        return own;
      },
      (given) => {
        choose(readInput(given, childPath, child));
      },
    );
  }
}

function withOptions(parser: Argv, options: Readonly<Record<string, OptionDefinition>>, isShown: boolean): Argv {
  for (const [name, option] of Object.entries(options)) {
    parser.option(name, {
      type: option.type,
      description: option.value ? `${option.value}  ${option.description}` : option.description,
      ...(option.type === 'boolean' ? {} : { requiresArg: true }),
      ...(isShown ? {} : { hidden: true }),
    });
  }
  return parser;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
