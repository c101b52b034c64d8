import type { Call, Value } from '@tool/scanner-sdk';
import { configurable } from '../support/fallback.js';

/** What values of the command line come from, for messages and conditions. */
export const SOURCE = 'the command-line option';

/** `base-uri` → `baseUri`: how programs read an option with dashes. */
export const camelCase = (name: string): string => name.replace(/-+([^-])/g, (_all, letter: string) => letter.toUpperCase());

/** The options as a program reads them; one that is not among them is unset, and configurable. */
export const optionsRecord = (call: Call, members: Readonly<Record<string, Value>>): Value => call.record(members, SOURCE);

/** What an option is when nobody states it: its default, which may be another one. */
export const optionValue = (name: string, value: Value): Value => configurable(value, `${SOURCE} ${name}`);

/** The value that the configuration of a scan states for a variable of the environment, else the default. */
export function fromEnvironment(call: Call, variable: string, otherwise: Value): Value {
  const stated = call.environment?.(variable);
  return stated && !call.isUndefined(stated) ? stated : otherwise;
}

/** `__proto__` is a name that no parser takes: what it would be set on is made of it. */
export const isOptionName = (name: string): boolean => name !== '__proto__';

export interface Flags {
  readonly name: string;
  readonly negated: boolean;
  readonly takesValue: 'required' | 'optional' | 'none';
}

/** `-p, --base-uri <uri>` → `baseUri`, which takes a value; `--no-color` → `color`, which is true until it is stated. */
export function parseFlags(text: string): Flags | null {
  const long = /--(no-)?([\w.:-]+)/.exec(text);
  const short = /^\s*-(\w)\b/.exec(text);
  const name = long?.[2] ?? short?.[1];
  if (name === undefined || !isOptionName(name)) return null;
  return {
    name: camelCase(name),
    negated: long?.[1] !== undefined,
    takesValue: text.includes('<') ? 'required' : text.includes('[') ? 'optional' : 'none',
  };
}

export interface Argument {
  readonly name: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

/** The arguments in `serve <folder> [port]`. */
export const parseArguments = (text: string): Argument[] =>
  [...text.matchAll(/([<[])(\.\.\.)?([^>\]]*?)(\.\.\.)?[>\]]/g)].map(([, bracket, before, name, behind]) => ({
    name: name!,
    required: bracket === '<',
    variadic: Boolean(before ?? behind),
  }));

/** What a program is given for an argument: a required one is something unknown, an optional one is not there. */
export function argumentValue(call: Call, argument: Argument, otherwise: Value): Value {
  if (argument.variadic) return optionValue(argument.name, call.list([]));
  return argument.required && call.isUndefined(otherwise)
    ? call.unknown(`the argument ${argument.name} of the command line`)
    : optionValue(argument.name, otherwise);
}
