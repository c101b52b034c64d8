import {
  defineHostType,
  type Call,
  type HostType,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { argumentValue, camelCase, fromEnvironment, isOptionName, optionValue, optionsRecord, parseArguments } from './options.js';

/** A parser with what was said of it. Records and lists are the program's, so that both arms of a condition can say something. */
interface Parser {
  /** Name → what was said of the option. */
  readonly options: Value;
  /** One list for each command: what `command` was given. */
  readonly commands: Value;
  /** `prefix`: that of variables that state options. */
  readonly settings: Value;
}

const record = (call: Realm): Value => call.record({});
const newParser = (call: Realm): Parser => ({ options: record(call), commands: call.list([]), settings: record(call) });
const parserOf = (call: Call): Parser | null => call.data(call.receiver, yargsType);

/** Takes what is said of one option beside what was said before. */
function describe(call: Call, name: Value, said: Value): void {
  const key = call.text(name);
  const parser = parserOf(call);
  if (key === null || !isOptionName(key) || !parser) return;
  const known = call.get(parser.options, key);
  const description = call.isUndefined(known) ? record(call) : known;
  for (const [member, value] of call.knownEntries?.(said) ?? []) call.set(description, member, value);
  call.set(parser.options, key, description);
}

/** `option(name, said)` and `option({ name: said })`. */
const option: Transfer = (call) => {
  const [names, said] = call.args;
  if (names && call.text(names) !== null) describe(call, names, said ?? record(call));
  else for (const [name, each] of (names && call.knownEntries?.(names)) ?? []) describe(call, call.const(name), each);
  return call.receiver;
};

/** `default(name, value)`, `alias(name, names)`: one thing is said of one option, of several by a record, or of a list of options. */
const says =
  (member: string, value?: (call: Call) => Value): Transfer =>
  (call) => {
    const [names, stated] = call.args;
    const say = (name: Value, what: Value): void => describe(call, name, call.record({ [member]: what }));
    if (!names) return call.receiver;
    const listed = call.elements(names);
    if (call.text(names) !== null || listed)
      for (const name of listed ?? [names]) say(name, value?.(call) ?? stated ?? call.const(undefined));
    else for (const [name, each] of call.knownEntries?.(names) ?? []) say(call.const(name), value?.(call) ?? each);
    return call.receiver;
  };

const demanded = says('demandOption', (call) => call.const(true));

const chained: Transfer = (call) => call.receiver;

/** `command(name, description, builder, handler)`, or one record with these members. */
const command: Transfer = (call) => {
  const parser = parserOf(call);
  const [first] = call.args;
  if (!parser || !first) return call.receiver;
  const listed = call.elements(first);
  const names = listed?.[0] ?? first;
  const given =
    call.text(names) === null
      ? [call.get(first, 'command'), call.get(first, 'builder'), call.get(first, 'handler')]
      : [names, argument(call, 2), argument(call, 3)];
  call.invoke(call.get(parser.commands, 'push'), [call.list(given)], parser.commands);
  return call.receiver;
};

/** What a command is run with. Whichever is named on the command line of a server, each may be. */
function runCommands(call: Call, parser: Parser): void {
  for (const each of call.elements(parser.commands) ?? []) {
    const [name, builder, handler] = call.elements(each) ?? [];
    const own = call.host(yargsType, { ...newParser(call), settings: parser.settings });
    for (const [key, said] of call.knownEntries?.(parser.options) ?? []) call.set(call.data(own, yargsType)!.options, key, said);
    const options = builder && (call.isFunction(builder) ? call.invoke(builder, [own]) : builder);
    const described = options && call.data(options, yargsType);
    if (options && !described)
      for (const [key, said] of call.knownEntries?.(options) ?? []) call.set(call.data(own, yargsType)!.options, key, said);
    if (!handler || !call.isFunction(handler)) continue;
    const given = Object.fromEntries(
      parseArguments((name && call.text(name)) ?? '').map((one) => [camelCase(one.name), argumentValue(call, one, call.const(undefined))]),
    );
    call.invoke(handler, [valuesOf(call, described ?? call.data(own, yargsType)!, given)]);
  }
}

function valuesOf(call: Call, { options, settings }: Parser, given: Readonly<Record<string, Value>>): Value {
  const prefix = call.text(call.get(settings, 'prefix'));
  const members: Record<string, Value> = { _: call.list([]), $0: call.const('server'), ...given };
  for (const [name, said] of call.knownEntries?.(options) ?? []) {
    const fallback = call.get(said, 'default');
    const stated =
      prefix === null
        ? fallback
        : fromEnvironment(
            call,
            `${prefix}${prefix === '' || prefix.endsWith('_') ? '' : '_'}${name.replace(/-/g, '_').toUpperCase()}`,
            fallback,
          );
    const isDemanded = ['demandOption', 'demand', 'required'].some((member) => call.truthy(call.get(said, member)) === true);
    if (call.isUndefined(stated) && !isDemanded) continue;
    if (call.isUndefined(stated)) {
      members[name] = members[camelCase(name)] = optionValue(name, call.unknown(`the command-line option ${name}`));
      continue;
    }
    const coerce = call.get(said, 'coerce');
    const value = optionValue(name, call.isFunction(coerce) ? call.invoke(coerce, [stated]) : stated);
    const alias = call.get(said, 'alias');
    for (const each of [call.const(name), ...(call.elements(alias) ?? [alias])]) {
      const key = call.text(each);
      if (key !== null) {
        members[key] = value;
        members[camelCase(key)] = value;
      }
    }
  }
  return optionsRecord(call, members);
}

const parsed = (call: Call): Value => {
  const parser = parserOf(call);
  if (!parser) return call.unknown('the options of the command line');
  // Programs ask for `argv` more than once; commands run once.
  if (call.isUndefined(call.get(parser.settings, 'ran'))) {
    call.set(parser.settings, 'ran', call.const(true));
    runCommands(call, parser);
  }
  return valuesOf(call, parser, {});
};

const parse: Transfer = (call) => {
  const values = parsed(call);
  const callback = call.args.find((arg) => call.isFunction(arg));
  if (callback) call.invoke(callback, [call.const(null), values, call.const('')]);
  return values;
};

const CHAINED = [
  'addHelpOpt',
  'addShowHiddenOpt',
  'array',
  'boolean',
  'check',
  'choices',
  'commandDir',
  'completion',
  'conflicts',
  'count',
  'demandCommand',
  'deprecateOption',
  'describe',
  'detectLocale',
  'epilog',
  'epilogue',
  'example',
  'exitProcess',
  'fail',
  'global',
  'group',
  'help',
  'hide',
  'implies',
  'locale',
  'middleware',
  'nargs',
  'normalize',
  'number',
  'parserConfiguration',
  'pkgConf',
  'recommendCommands',
  'requiresArg',
  'scriptName',
  'showHelp',
  'showHelpOnFail',
  'showHidden',
  'showVersion',
  'skipValidation',
  'strict',
  'strictCommands',
  'strictOptions',
  'string',
  'updateLocale',
  'updateStrings',
  'usage',
  'version',
  'wrap',
];

const yargsType: HostType<Parser> = defineHostType<Parser>({
  name: 'yargs',
  inert: true,
  methods: {
    ...Object.fromEntries(CHAINED.map((name) => [name, chained])),
    option,
    options: option,
    positional: option,
    default: says('default'),
    defaults: says('default'),
    alias: says('alias'),
    coerce: says('coerce'),
    command,
    demandOption: demanded,
    demand: demanded,
    required: demanded,
    require: demanded,
    env: (call) => {
      const given = argument(call, 0);
      const parser = parserOf(call);
      if (parser) call.set(parser.settings, 'prefix', call.const(call.constant(given) === false ? undefined : (call.text(given) ?? '')));
      return call.receiver;
    },
    /** Members of a record stand for options that are not stated. */
    config: (call) => {
      const [said] = call.args;
      if (said?.kind === 'object')
        for (const [name, value] of call.knownEntries?.(said) ?? []) describe(call, call.const(name), call.record({ default: value }));
      return call.receiver;
    },
    parse,
    parseSync: parse,
    parseAsync: (call) => promised(call, parsed(call)),
    getHelp: (call) => call.unknown('the help of a command'),
    terminalWidth: (call) => call.const(80),
  },
  getters: { argv: parsed },
  call: (call) => call.host(yargsType, newParser(call)),
});

/** `yargs` and `yargs/yargs`: a parser, and a function that makes one. */
export const yargs: ModuleModel = (realm) => {
  const parser: ObjectValue = realm.host(yargsType, newParser(realm));
  return realm.host(yargsType, newParser(realm), { default: parser });
};

/** `yargs/helpers`. A server is started without options. */
export const yargsHelpers: ModuleModel = (realm) =>
  realm.record({
    hideBin: realm.fn('hideBin', (call) => call.list([])),
    Parser: realm.unknown('the parser of yargs', { module: 'yargs/helpers', path: 'Parser' }),
    applyExtends: realm.fn('applyExtends', (call) => argument(call, 0)),
  });
