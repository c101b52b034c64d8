import { defineLibrary, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { cac, commander } from './commander.js';
import { camelCase, optionValue, optionsRecord } from './options.js';
import { yargs, yargsHelpers } from './yargs.js';
import { single } from '../text-and-lists.js';

/** The options that a program gets when it is started without any: its defaults; every other one is unset, and configurable. */
function options(call: Call, members: Readonly<Record<string, Value>>, defaults: Value): Value {
  const known: Record<string, Value> = { ...members };
  for (const [name, value] of call.entries(defaults) ?? []) known[name] = value.kind === 'const' ? optionValue(name, value) : value;
  return optionsRecord(call, known);
}

/** Arguments as the program gives them: `['serve', 'production']` is known, the real command line is taken to be empty. */
const positional = (call: Call, given: Value): Value =>
  call.list(
    (call.elements(given) ?? []).filter((value) => {
      const text = call.text(value);
      return text !== null && !text.startsWith('-');
    }),
  );

const optionOf = (call: Call, value: Value, name: string): Value =>
  value.kind === 'object' ? call.get(value, name) : call.const(undefined);

/** `minimist(args, {default})`, mri and yargs-parser. */
const minimist: Transfer = (call) => {
  const spec = argument(call, 1);
  const members: Record<string, Value> = { _: positional(call, argument(call, 0)) };
  const flags = optionOf(call, spec, 'boolean');
  for (const value of call.elements(flags) ?? [flags]) {
    const name = call.text(value);
    if (name !== null) members[name] = optionValue(name, call.const(false));
  }
  return options(call, members, optionOf(call, spec, 'default'));
};

/** `nopt(known, shorthands, args, slice)`. */
const nopt: Transfer = (call) =>
  options(call, { argv: call.record({ remain: call.list([]), cooked: call.list([]), original: call.list([]) }) }, call.const(undefined));

/** `arg(spec)`: options keep their dashes. */
const arg: Transfer = (call) => options(call, { _: call.list([]) }, call.const(undefined));

/** `commandLineArgs([{name, defaultValue}])`. */
const commandLineArgs: Transfer = (call) => {
  const members: Record<string, Value> = {};
  for (const definition of call.elements(argument(call, 0)) ?? []) {
    const name = call.text(optionOf(call, definition, 'name'));
    const value = optionOf(call, definition, 'defaultValue');
    if (name !== null && !call.isUndefined(value)) members[name] = value;
  }
  return options(call, members, call.const(undefined));
};

/** `meow(help, { flags })`, `meow({ flags })`. */
const meow: Transfer = (call) => {
  const [first, second] = call.args;
  const said = second ?? (first?.kind === 'object' ? first : call.const(undefined));
  const flags: Record<string, Value> = {};
  for (const [name, flag] of call.knownEntries?.(optionOf(call, said, 'flags')) ?? []) {
    const value = optionOf(call, flag, 'default');
    if (!call.isUndefined(value)) flags[camelCase(name)] = optionValue(name, value);
  }
  return call.record({
    input: call.list([]),
    flags: optionsRecord(call, flags),
    unnormalizedFlags: optionsRecord(call, flags),
    showHelp: call.fn('showHelp', () => undefined),
    showVersion: call.fn('showVersion', () => undefined),
  });
};

/** Parsers of the command line. The scan assumes that a server is started without options. */
export const commandLineLibrary = defineLibrary({
  modules: {
    minimist: single('minimist', minimist),
    mri: single('mri', minimist),
    'yargs-parser': single('yargsParser', minimist),
    nopt: single('nopt', nopt),
    arg: single('arg', arg),
    'command-line-args': single('commandLineArgs', commandLineArgs),
    meow: single('meow', meow),
    yargs,
    'yargs/yargs': yargs,
    'yargs/helpers': yargsHelpers,
    commander,
    cac,
  },
});
