import {
  defineHostType,
  functions,
  openFunction,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { argumentValue, fromEnvironment, optionValue, optionsRecord, parseArguments, parseFlags, type Argument } from './options.js';

/** A command with what was said of it. Records and lists are the program's, so that both arms of a condition can say something. */
interface Command {
  /** Name → the value while nobody states the option. */
  readonly options: Value;
  /** For each argument its declaration (`<port>`) and its default. */
  readonly arguments: Value;
  readonly actions: Value;
  readonly children: Value;
  readonly parent: Value | null;
  /** cac gives defaults as `{ default: … }`. */
  readonly wrapped: boolean;
}

const newCommand = (call: Realm, parent: Value | null, wrapped: boolean): Command => ({
  options: call.record({}),
  arguments: call.list([]),
  actions: call.list([]),
  children: call.list([]),
  parent,
  wrapped,
});

const commandOf = (call: Call, value: Value = call.receiver): Command | null => call.data(value, commandType);

const push = (call: Call, list: Value, value: Value): void => {
  call.invoke(call.get(list, 'push'), [value], list);
};

function declare(call: Call, flags: Value, otherwise: Value, required: boolean): void {
  const command = commandOf(call);
  const text = call.text(flags);
  const parsed = text === null ? null : parseFlags(text);
  if (!command || !parsed) return;
  const isUnset = call.isUndefined(otherwise);
  const value =
    isUnset && parsed.negated ? call.const(true) : isUnset && required ? call.unknown(`the command-line option ${parsed.name}`) : otherwise;
  if (!call.isUndefined(value)) call.set(command.options, parsed.name, optionValue(parsed.name, value));
}

/** `option(flags, description, default)`, with a parser or a pattern in front of the default. */
const option =
  (required: boolean): Transfer =>
  (call) => {
    const [flags, , third, fourth] = call.args;
    const isParser = third && (call.isFunction(third) || call.pattern(third) !== null);
    const given = isParser ? fourth : third;
    const isWrapped = commandOf(call)?.wrapped && given?.kind === 'object';
    if (flags) declare(call, flags, (isWrapped ? call.get(given, 'default') : given) ?? call.const(undefined), required);
    return call.receiver;
  };

/** `new Option(flags).default(value).env(name)`. */
interface Option {
  readonly flags: Value;
  readonly said: Value;
}
const says =
  (member: string): Transfer =>
  (call) => {
    const data = call.data(call.receiver, optionType);
    if (data) call.set(data.said, member, argument(call, 0));
    return call.receiver;
  };
const chained: Transfer = (call) => call.receiver;
const chain = (names: readonly string[]): Record<string, Transfer> => Object.fromEntries(names.map((name) => [name, chained]));

const optionType: HostType<Option> = defineHostType<Option>({
  name: 'Option',
  inert: true,
  methods: {
    ...chain(['argParser', 'choices', 'conflicts', 'hideHelp', 'implies', 'preset', 'helpGroup']),
    default: says('default'),
    env: says('env'),
    makeOptionMandatory: (call) => {
      const data = call.data(call.receiver, optionType);
      if (data) call.set(data.said, 'required', call.const(true));
      return call.receiver;
    },
  },
});

const addOption: Transfer = (call) => {
  const data = call.data(argument(call, 0), optionType);
  if (!data) return call.receiver;
  const variable = call.text(call.get(data.said, 'env'));
  const otherwise = call.get(data.said, 'default');
  declare(
    call,
    data.flags,
    variable === null ? otherwise : fromEnvironment(call, variable, otherwise),
    call.truthy(call.get(data.said, 'required')) === true,
  );
  return call.receiver;
};

const declareArguments = (call: Call, command: Command, text: string, otherwise: Value): void => {
  for (const { name, required, variadic } of parseArguments(text))
    push(
      call,
      command.arguments,
      call.list([call.const(`${required ? '<' : '['}${name}${variadic ? '...' : ''}${required ? '>' : ']'}`), otherwise]),
    );
};

/** `argument('[port]', description, default)`, with a parser in front of the default. */
const argument_: Transfer = (call) => {
  const command = commandOf(call);
  const [name, , third, fourth] = call.args;
  const text = name ? call.text(name) : null;
  if (command && text !== null)
    declareArguments(
      call,
      command,
      /^[<[]/.test(text) ? text : `<${text}>`,
      (third && call.isFunction(third) ? fourth : third) ?? call.const(undefined),
    );
  return call.receiver;
};

/** `command('serve <folder>')` makes a command; with a description behind it (of commander, not of cac) it names another program. */
const command: Transfer = (call) => {
  const parent = commandOf(call);
  const text = call.text(argument(call, 0));
  if (!parent) return call.receiver;
  if (!parent.wrapped && call.text(argument(call, 1)) !== null) return call.receiver;
  const child = call.host(commandType, newCommand(call, call.receiver, parent.wrapped));
  declareArguments(call, commandOf(call, child)!, text ?? '', call.const(undefined));
  push(call, parent.children, child);
  return child;
};

const action: Transfer = (call) => {
  const data = commandOf(call);
  if (data) push(call, data.actions, argument(call, 0));
  return call.receiver;
};

/** Its own options, and those of the commands around it where they are asked for. */
function optionsOf(call: Call, data: Command, all: boolean): Value {
  const around = all && data.parent ? commandOf(call, data.parent) : null;
  const outer = around ? (call.knownEntries?.(optionsOf(call, around, true)) ?? []) : [];
  return optionsRecord(call, Object.fromEntries([...outer, ...(call.knownEntries?.(data.options) ?? [])]));
}

/** Runs the actions. Whichever command is named where a server is started, each may be. */
function run(call: Call, self: Value, running: ReadonlySet<Value> = new Set()): void {
  const data = commandOf(call, self);
  // One that was added to itself, by whatever way, runs once.
  if (!data || running.has(self)) return;
  const given = (call.elements(data.arguments) ?? []).map((each) => {
    const [text, otherwise] = call.elements(each) ?? [];
    const [declared] = parseArguments((text && call.text(text)) ?? '') as (Argument | undefined)[];
    return declared ? argumentValue(call, declared, otherwise ?? call.const(undefined)) : call.unknown('an argument of the command line');
  });
  for (const each of call.elements(data.actions) ?? [])
    if (call.isFunction(each)) call.invoke(each, [...given, optionsOf(call, data, data.wrapped), self], self);
  for (const child of call.elements(data.children) ?? []) run(call, child, new Set([...running, self]));
}

const parse: Transfer = (call) => {
  const data = commandOf(call);
  run(call, call.receiver);
  return data?.wrapped ? call.record({ args: call.list([]), options: optionsOf(call, data, false) }) : call.receiver;
};

const CHAINED = [
  'addArgument',
  'addHelpCommand',
  'addHelpText',
  'alias',
  'aliases',
  'allowExcessArguments',
  'allowUnknownOption',
  'allowUnknownOptions',
  'combineFlagAndOptionalValue',
  'configureHelp',
  'configureOutput',
  'copyInheritedSettings',
  'description',
  'enablePositionalOptions',
  'example',
  'executableDir',
  'exitOverride',
  'help',
  'helpCommand',
  'helpInformation',
  'helpOption',
  'hook',
  'ignoreOptionDefaultValue',
  'name',
  'on',
  'once',
  'outputHelp',
  'outputVersion',
  'passCommandToAction',
  'passThroughOptions',
  'showHelpAfterError',
  'showSuggestionAfterError',
  'storeOptionsAsProperties',
  'summary',
  'usage',
  'version',
];

const commandType: HostType<Command> = defineHostType<Command>({
  name: 'Command',
  inert: true,
  methods: {
    ...chain(CHAINED),
    option: option(false),
    requiredOption: option(true),
    addOption,
    argument: argument_,
    command,
    action,
    parse,
    parseAsync: (call) => promised(call, call.invoke(call.fn('parse', parse), [], call.receiver)),
    arguments: (call) => {
      const data = commandOf(call);
      if (data) declareArguments(call, data, call.text(argument(call, 0)) ?? '', call.const(undefined));
      return call.receiver;
    },
    addCommand: (call) => {
      const data = commandOf(call);
      if (data) push(call, data.children, argument(call, 0));
      return call.receiver;
    },
    runMatchedCommand: (call) => {
      run(call, call.receiver);
    },
    opts: (call) => {
      const data = commandOf(call);
      return data ? optionsOf(call, data, false) : undefined;
    },
    optsWithGlobals: (call) => {
      const data = commandOf(call);
      return data ? optionsOf(call, data, true) : undefined;
    },
    getOptionValue: (call) => {
      const data = commandOf(call);
      return data ? call.get(optionsOf(call, data, false), call.text(argument(call, 0)) ?? '') : undefined;
    },
    setOptionValue: (call) => {
      const data = commandOf(call),
        name = call.text(argument(call, 0));
      if (data && name !== null) call.set(data.options, name, argument(call, 1));
      return call.receiver;
    },
  },
  getters: {
    args: (call) => call.list([]),
    options: (call) => {
      const data = commandOf(call);
      return data ? optionsOf(call, data, false) : undefined;
    },
  },
  /** Before commander 7 options are members of the command itself. */
  missing: (call, key) => {
    const data = commandOf(call);
    return /^[A-Z]/.test(key)
      ? call.unknown(key, { module: 'commander', path: key })
      : data
        ? call.get(optionsOf(call, data, false), key)
        : undefined;
  },
});

const makeCommand =
  (wrapped: boolean): Transfer =>
  (call) =>
    call.host(commandType, newCommand(call, null, wrapped));

/** `commander`: the module is a command itself, and makes others. */
export const commander: ModuleModel = (realm) => {
  const program = realm.host(commandType, newCommand(realm, null, false));
  const makers = functions(realm, {
    createCommand: makeCommand(false),
    Option: (call) => call.host(optionType, { flags: argument(call, 0), said: call.record({}) }),
    createOption: (call) => call.host(optionType, { flags: argument(call, 0), said: call.record({}) }),
  });
  // Programs give all commands methods of their own.
  const Command = realm.fn('Command', makeCommand(false), { prototype: realm.prototype(commandType) });
  return realm.host(commandType, newCommand(realm, null, false), { ...makers, Command, program, default: program });
};

/** `cac(name)`. */
export const cac: ModuleModel = (realm) =>
  openFunction(realm, 'cac', makeCommand(true), { cac: realm.fn('cac', makeCommand(true)), default: realm.fn('cac', makeCommand(true)) });
