import yargs, { type Argv } from 'yargs';
import type { Command, Input, OptionDefinition } from './command.js';
import { didYouMean } from '../project/suggest.js';
import { UsageError } from '../project/usage-error.js';

export type Parsed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly command: Command; readonly input: Input };

/** Options that every command takes. */
export const globalOptions: Readonly<Record<string, OptionDefinition>> = {
  project: { type: 'string', value: '<path>', description: 'Project root; default: the current directory' },
  json: { type: 'boolean', description: 'Print one JSON document on stdout' },
  quiet: { type: 'boolean', description: 'Print no progress, no messages and no summary of a success' },
};

/** What the commands of a group have in common, by the first word. */
export const groups: Readonly<Record<string, string>> = {
  simulate: 'Send requests to a live server',
  workflow: 'Work with workflow files',
  model: 'Work with the model',
  adapter: 'Show the framework adapters',
  agent: 'Review the model',
  hook: 'Check the model before each commit',
  config: 'Show the configuration',
  activity: 'Show what scans changed',
  memory: 'Show and change what simulations remember',
};

type Node = { command?: Command; readonly children: Map<string, Node> };
type Arguments = Readonly<Record<string, unknown>> & { readonly _: readonly (string | number)[] };

/**
 * Reads the arguments. yargs splits them and writes the help; what is unknown is judged here, because a suggestion needs
 * to know the command it belongs to.
 */
export function createParser(commands: readonly Command[], version: string) {
  const tree = treeOf(commands);
  return {
    async parse(argv: readonly string[]): Promise<Parsed> {
      let chosen: Parsed | undefined;
      const choose = (parsed: Parsed): void => { chosen = parsed; };
      // yargs lays the help out in every run, which takes longer than the parsing: it is given only what somebody will see.
      const isShown = argv.every((word) => word.startsWith('-')) || argv.some((word) => word === '--help' || word === '-h' || word.startsWith('--help='));
      const root = withOptions(yargs(), globalOptions, isShown)
        .scriptName('tool')
        .locale('en')
        .parserConfiguration({ 'camel-case-expansion': false, 'strip-aliased': true, 'parse-positional-numbers': false, 'boolean-negation': false })
        .help('help').alias('help', 'h').describe('help', 'Show this help')
        .version('version', 'Show the version', version).alias('version', 'v')
        .wrap(Math.min(100, process.stdout.columns ?? 100))
        .usage('Usage: tool <command> [options]\n\nCompiles a backend\'s source code into a behavioural model of its HTTP API.')
        .example('tool scan', 'Scan the project in the current directory')
        .example('tool inspect endpoint GET /users/:id', 'Show one endpoint')
        .epilog('Exit codes: 0 success, 1 findings, 2 usage, 3 server unreachable, 70 internal bug, 130 interrupted');
      addChildren(root, tree, [], choose, isShown);
      root.command('$0', false, (parser) => parser, (given) => {
        const word = (given as Arguments)._[0];
        checkOptions(given as Arguments, {}, 'tool');
        if (word !== undefined) throw unknownCommand([], String(word), tree);
      });
      root.fail((message, error) => {
        // yargs judges only what the definitions say (a missing value); everything else is an error of a handler.
        if (error && error.name !== 'YError') throw error;
        const said = message || error.message;
        const options = /^Not enough arguments following: (.+)$/.exec(said)?.[1]?.split(', ').map((name) => `--${name}`);
        throw new UsageError(options === undefined ? `${capitalised(said)}.` : `The option ${options.map((name) => `"${name}"`).join(' and ')} needs a value.`, 'See `tool --help`.');
      });
      let printed = '';
      // yargs calls back for help and version; with a callback it neither prints nor exits.
      await root.parseAsync([...argv], {}, (error: unknown, _given: unknown, output: string) => {
        if (error) throw error instanceof Error ? error : new Error(String(error));
        printed = output;
      });
      if (printed !== '') return { kind: 'text', text: printed };
      return chosen ?? { kind: 'text', text: await root.getHelp() };
    },
  };
}

function addChildren(parser: Argv, node: Node, path: readonly string[], choose: (parsed: Parsed) => void, isShown: boolean): void {
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
        for (const positional of command?.positionals ?? []) own.positional(positional.name, { type: 'string', description: positional.description });
        withOptions(own, command?.options ?? {}, isShown);
        if (isShown) for (const [line, what] of command?.examples ?? []) own.example(line, what);
        addChildren(own, child, childPath, choose, isShown);
        return own;
      },
      (given) => { choose(readInput(given as unknown as Arguments, childPath, child)); },
    );
  }
}

function readInput(given: Arguments, path: readonly string[], node: Node): Parsed {
  const { command } = node;
  const name = `tool ${path.join(' ')}`;
  const extra = given._.slice(path.length).map(String);
  if (extra.length > 0 && node.children.size > 0) throw unknownCommand(path, extra[0]!, node);
  if (!command) throw new UsageError(`\`${name}\` needs a command: ${[...node.children.keys()].join(', ')}.`, `See \`${name} --help\`.`);
  checkOptions(given, { ...command.options, ...Object.fromEntries((command.positionals ?? []).map(({ name: key }) => [key, undefined])) }, name);
  if (extra.length > 0) throw new UsageError(`\`${name}\` does not take the argument "${extra[0]}".`, `See \`${name} --help\`.`);
  const positionals = (command.positionals ?? []).flatMap((positional) => {
    const value = given[positional.name];
    if ((value === undefined || value === '') && positional.optional) return [];
    if (typeof value !== 'string' || value === '') {
      throw new UsageError(`\`${name}\` needs <${positional.name}>: ${lowerFirst(positional.description)}.`, `For example: ${command.examples[0]?.[0] ?? `${name} --help`}`);
    }
    return value;
  });
  return {
    kind: 'command',
    command,
    input: {
      positionals,
      string: (option) => (typeof given[option] === 'string' ? given[option] : undefined),
      strings: (option) => { const value = given[option]; return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []; },
      number: (option, bounds) => numberOf(option, given[option], bounds ?? {}, name),
      flag: (option) => given[option] === true,
    },
  };
}

function checkOptions(given: Arguments, own: Readonly<Record<string, OptionDefinition | undefined>>, name: string): void {
  const known: Readonly<Record<string, unknown>> = { ...globalOptions, ...own, help: undefined, version: undefined };
  for (const [key, value] of Object.entries(given)) {
    if (key === '_' || key === '$0' || key === '--') continue;
    const dashes = key.length === 1 ? '-' : '--';
    if (!(key in known)) {
      const options = Object.keys(known).filter((option) => globalOptions[option] !== undefined || option in own || option === 'help');
      throw new UsageError(`\`${name}\` has no option "${dashes}${key}".`, didYouMean(`--${key}`, options.map((option) => `--${option}`)) ?? `See \`${name} --help\`.`);
    }
    if (Array.isArray(value) && own[key]?.multiple !== true) throw new UsageError(`The option "${dashes}${key}" is given more than once.`, 'Give it once.');
    if (value === '' && known[key] !== undefined) throw new UsageError(`The option "${dashes}${key}" needs a value.`, `See \`${name} --help\`.`);
  }
}

function numberOf(option: string, value: unknown, { min, max, integer }: { readonly min?: number; readonly max?: number; readonly integer?: boolean }, name: string): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (Number.isFinite(number) && number >= (min ?? -Infinity) && number <= (max ?? Infinity) && (integer !== true || Number.isSafeInteger(number))) return number;
  const range = min !== undefined && max !== undefined ? ` from ${min} to ${max}` : min !== undefined ? ` of ${min} or more` : max !== undefined ? ` of ${max} or less` : '';
  throw new UsageError(`The option "--${option}" needs a ${integer === true ? 'whole number' : 'number'}${range}.`, `See \`${name} --help\`.`);
}

function unknownCommand(path: readonly string[], word: string, node: Node): UsageError {
  const name = ['tool', ...path].join(' ');
  const candidates = [...node.children.keys()];
  const below = [...node.children].flatMap(([group, child]) => (child.children.has(word) ? [`\`${name} ${group} ${word}\``] : []));
  const help = below.length > 0 ? `Did you mean ${below.join(' or ')}?` : didYouMean(word, candidates) ?? `Commands: ${candidates.join(', ')}.`;
  return new UsageError(`\`${name}\` has no command "${word}".`, help);
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

function treeOf(commands: readonly Command[]): Node {
  const root: Node = { children: new Map() };
  for (const command of commands) {
    let node = root;
    for (const word of command.path) {
      const next = node.children.get(word) ?? { children: new Map() };
      node.children.set(word, next);
      node = next;
    }
    node.command = command;
  }
  return root;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
