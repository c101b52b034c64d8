import type { Command, OptionDefinition } from './command.js';

/** What the reference says that belongs to no single command. */
export interface ReferenceParts {
  readonly globalOptions: Readonly<Record<string, OptionDefinition>>;
  /** What a group of commands is for, by its first word. */
  readonly groups: Readonly<Record<string, string>>;
}

/**
 * The command reference, as Markdown: what `docs/commands.md` holds. It says exactly what the definitions say, which are what the program runs;
 * a test compares the two.
 */
export function commandReference(commands: readonly Command[], { globalOptions, groups }: ReferenceParts): string {
  const nameOf = (command: Command): string => `tool ${command.path.join(' ')}`;
  const sections = new Map<string, Command[]>();
  for (const command of commands) sections.set(command.path[0]!, [...(sections.get(command.path[0]!) ?? []), command]);
  return `${[
    '# Commands',
    '<!-- Written by `npm run docs` from the definitions in runtime/cli/commands. Changes here are lost. -->',
    table(
      ['command', 'what it does'],
      commands.map((command) => [`[\`${nameOf(command)}\`](#${anchor(nameOf(command))})`, command.summary]),
    ),
    '## For every command',
    optionTable(globalOptions),
    'With `--json` there is exactly one document on stdout, also for a failure ([its schema](../runtime/cli/output-schemas/error.schema.json)); progress, messages and errors go to stderr.',
    table(
      ['exit code', 'meaning'],
      [
        ['0', 'success'],
        ['1', 'findings: a failed step or check, an invalid or stale model, a problem that `doctor` found'],
        ['2', 'usage: an unknown argument, endpoint, environment or workflow; an invalid configuration, model or workflow file'],
        ['3', 'a server cannot be reached: the target of a simulation, the package registry'],
        ['70', 'a mistake in the tool'],
        ['130', 'interrupted'],
      ],
    ),
    ...[...sections].flatMap(([word, own]) => [
      ...(own.length > 1 ? [`## Group ${word}`, ...(groups[word] === undefined ? [] : [`${groups[word]}.`])] : []),
      ...own.flatMap((command) => describe(command, nameOf(command), own.length > 1 ? '###' : '##')),
    ]),
  ].join('\n\n')}\n`;
}

function describe(command: Command, name: string, level: string): string[] {
  const positionals = command.positionals ?? [];
  const usage = [name, ...positionals.map(({ name: one, optional }) => (optional === true ? `[${one}]` : `<${one}>`)), '[options]'].join(
    ' ',
  );
  return [
    `${level} ${name}`,
    `${prose(command.summary)}.`,
    `\`\`\`sh\n${usage}\n\`\`\``,
    ...(positionals.length > 0
      ? [
          table(
            ['argument', 'meaning'],
            positionals.map((positional) => [`\`${positional.name}\``, positional.description]),
          ),
        ]
      : []),
    ...(Object.keys(command.options ?? {}).length > 0 ? [optionTable(command.options!)] : []),
    `\`\`\`sh\n${columnsOf(command.examples)}\n\`\`\``,
    `Document of \`--json\`: [${command.output}.schema.json](../runtime/cli/output-schemas/${command.output}.schema.json).`,
  ];
}

const optionTable = (options: Readonly<Record<string, OptionDefinition>>): string =>
  table(
    ['option', 'meaning'],
    Object.entries(options).map(([name, option]) => [
      `\`--${name}${option.value === undefined ? '' : ` ${option.value}`}\``,
      option.description,
    ]),
  );

/** Examples as lines of a shell, with what they do as a comment. */
function columnsOf(examples: Command['examples']): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  return examples.map(([line, what]) => `${line.padEnd(width)}  # ${what}`).join('\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** A bar would begin another column, also in code. */
const cell = (text: string): string => prose(text).replaceAll('\n', ' ').replaceAll('|', '\\|');

/** `<runId>` outside of code would be a tag of HTML, which is not shown. */
const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');

const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
