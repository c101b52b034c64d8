import { existsSync, statSync } from 'node:fs';
import type { Command, Input, OptionDefinition } from './command.js';
import { globalOptions, type CommandNode } from './command-tree.js';
import { didYouMean } from '../project/suggest.js';
import { UsageError } from '../project/usage-error.js';

/** A command and what it was given. */
export interface Parsed {
  readonly kind: 'command';
  readonly command: Command;
  readonly input: Input;
}

/** Arguments, split: the words that are no options in `_`, those of the command among them, options and positionals by their names. An option that was given several times is a list. */
export type Arguments = Readonly<Record<string, unknown>> & { readonly _: readonly (string | number)[] };

/**
 * What a command is given, judged.
 * @param path the words of the command
 * @throws UsageError for what the command does not take, or lacks
 */
export function readInput(given: Arguments, path: readonly string[], node: CommandNode): Parsed {
  const { command } = node;
  const name = `tool ${path.join(' ')}`;
  const extra = given._.slice(path.length).map(String);
  if (extra.length > 0 && node.children.size > 0) throw unknownCommand(path, extra[0]!, node);
  if (!command) throw new UsageError(`\`${name}\` needs a command: ${[...node.children.keys()].join(', ')}.`, `See \`${name} --help\`.`);
  checkOptions(
    given,
    { ...command.options, ...Object.fromEntries((command.positionals ?? []).map(({ name: key }) => [key, undefined])) },
    name,
  );
  if (extra.length > 0) {
    const takesFolder = existsSync(extra[0]!) && statSync(extra[0]!).isDirectory();
    throw new UsageError(
      `\`${name}\` does not take the argument "${extra[0]}".`,
      takesFolder ? `The folder of a project goes behind an option: ${name} --project ${extra[0]}` : `See \`${name} --help\`.`,
    );
  }
  // As the tool itself writes an endpoint: in one word.
  const together = typeof given.METHOD === 'string' && !given.path ? /^\s*(\S+)\s+(\S+)\s*$/.exec(given.METHOD) : null;
  if (together) given = { ...given, METHOD: together[1], path: together[2] };
  const positionals = (command.positionals ?? []).flatMap((positional) => {
    const value = given[positional.name];
    if ((value === undefined || value === '') && positional.optional) return [];
    if (typeof value !== 'string' || value === '') {
      throw new UsageError(
        `\`${name}\` needs <${positional.name}>: ${lowerFirst(positional.description)}.`,
        `For example: ${command.examples[0]?.[0] ?? `${name} --help`}`,
      );
    }
    return value;
  });
  return {
    kind: 'command',
    command,
    input: {
      positionals,
      string: (option) => (typeof given[option] === 'string' ? given[option] : undefined),
      strings: (option) => {
        const value = given[option];
        return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
      },
      number: (option, bounds) => numberOf(option, given[option], bounds ?? {}, name),
      flag: (option) => given[option] === true,
    },
  };
}

/** @throws UsageError for unknown options, options without their value, and options that are given too often */
export function checkOptions(given: Arguments, own: Readonly<Record<string, OptionDefinition | undefined>>, name: string): void {
  const known: Readonly<Record<string, unknown>> = { ...globalOptions, ...own, help: undefined, version: undefined };
  for (const [key, value] of Object.entries(given)) {
    if (key === '_' || key === '$0' || key === '--') continue;
    const dashes = key.length === 1 ? '-' : '--';
    if (!(key in known)) {
      const options = Object.keys(known).filter((option) => globalOptions[option] !== undefined || option in own || option === 'help');
      throw new UsageError(
        `\`${name}\` has no option "${dashes}${key}".`,
        didYouMean(
          `--${key}`,
          options.map((option) => `--${option}`),
        ) ?? `See \`${name} --help\`.`,
      );
    }
    if (Array.isArray(value) && own[key]?.multiple !== true)
      throw new UsageError(`The option "${dashes}${key}" is given more than once.`, 'Give it once.');
    if (value === '' && known[key] !== undefined)
      throw new UsageError(`The option "${dashes}${key}" needs a value.`, `See \`${name} --help\`.`);
  }
}

function numberOf(
  option: string,
  value: unknown,
  { min, max, integer }: { readonly min?: number; readonly max?: number; readonly integer?: boolean },
  name: string,
): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (
    Number.isFinite(number) &&
    number >= (min ?? -Infinity) &&
    number <= (max ?? Infinity) &&
    (integer !== true || Number.isSafeInteger(number))
  )
    return number;
  const range =
    min !== undefined && max !== undefined
      ? ` from ${min} to ${max}`
      : min !== undefined
        ? ` of ${min} or more`
        : max !== undefined
          ? ` of ${max} or less`
          : '';
  throw new UsageError(
    `The option "--${option}" needs a ${integer === true ? 'whole number' : 'number'}${range}.`,
    `See \`${name} --help\`.`,
  );
}

export function unknownCommand(path: readonly string[], word: string, node: CommandNode): UsageError {
  const name = ['tool', ...path].join(' ');
  const candidates = [...node.children.keys()];
  const below = [...node.children].flatMap(([group, child]) => (child.children.has(word) ? [`\`${name} ${group} ${word}\``] : []));
  // `tool simulate GET /users`: what stands there is an endpoint.
  if (/^[A-Z]+$/.test(word) && candidates.includes('endpoint')) below.push(`\`${name} endpoint ${word} <path>\``);
  const help =
    below.length > 0 ? `Did you mean ${below.join(' or ')}?` : (didYouMean(word, candidates) ?? `Commands: ${candidates.join(', ')}.`);
  return new UsageError(`\`${name}\` has no command "${word}".`, help);
}

/** The first letter of a sentence in small; that of `HTTP` stays. */
const lowerFirst = (text: string): string => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
