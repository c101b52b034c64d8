import type { Call, DeclaredMember, ObjectValue, Realm, Transfer, Value } from '@tool/scanner-sdk';

/** What a decorator of a parameter says. */
export interface ParameterRule {
  readonly kind: 'body' | 'query' | 'path' | 'header' | 'request' | 'response' | 'custom' | 'file' | 'files' | 'other';
  /** The name of the member; null: the whole part. */
  readonly name: string | null;
  readonly pipes: readonly Value[];
  /** `createParamDecorator(factory)` and what it was given. */
  readonly factory?: Value;
  readonly data?: Value;
  /** `@Res({ passthrough: true })`. */
  readonly passthrough?: boolean;
  /** What the parameter is declared as, where no source says it. */
  readonly declared?: DeclaredMember | undefined;
}

/** By the function of a method, then by position. Functions belong to one evaluation. */
const rules = new WeakMap<ObjectValue, Map<number, ParameterRule>>();

export const parameterRules = (fn: Value): ReadonlyMap<number, ParameterRule> =>
  (fn.kind === 'object' ? rules.get(fn) : undefined) ?? new Map();

/** `at`: null for the parameter that takes the body, wherever it is. */
export function stateRule(fn: Value, at: number | null, rule: ParameterRule): void {
  if (fn.kind !== 'object') return;
  let known = rules.get(fn);
  if (!known) rules.set(fn, (known = new Map()));
  const index = at ?? [...known].find(([, { kind }]) => kind === rule.kind)?.[0];
  // Several pipes may be given by several decorators of one parameter; the first that is applied names the part.
  if (index !== undefined) known.set(index, rule);
}

export function remember(call: Call, rule: ParameterRule): void {
  const [prototype, key, position] = call.args;
  const name = key && call.text(key);
  const index = position && call.constant(position);
  const fn = prototype && name != null ? call.get(prototype, name) : null;
  if (!fn || typeof index !== 'number') return;
  stateRule(fn, index, rule);
  if (prototype?.kind === 'object') stated.set(prototype, new Map(stated.get(prototype)).set(name!, fn));
}

/** The methods that rules were stated of, by prototype and name: rules stay where a decorator puts another function in the place of the method. */
const stated = new WeakMap<ObjectValue, ReadonlyMap<string, Value>>();
export function keepRules(call: Call, prototype: ObjectValue, name: string, fn: Value): void {
  const method = stated.get(prototype)?.get(name);
  if (!method || parameterRules(fn).size > 0) return;
  const declared = call.declaredParameters?.(method) ?? [];
  for (const [index, rule] of parameterRules(method)) stateRule(fn, index, { declared: declared[index], ...rule });
}

const KINDS: Readonly<Record<string, ParameterRule['kind']>> = {
  Body: 'body',
  Query: 'query',
  Param: 'path',
  Headers: 'header',
  Req: 'request',
  Request: 'request',
  Res: 'response',
  Response: 'response',
  UploadedFile: 'file',
  UploadedFiles: 'files',
  Next: 'other',
  Session: 'other',
  Ip: 'other',
  HostParam: 'other',
  RawBody: 'other',
};

const parameter =
  (name: string, kind: ParameterRule['kind']): Transfer =>
  (given) => {
    const [first] = given.args;
    const member = first ? given.text(first) : null;
    const options = first?.kind === 'object' && !given.isFunction(first) ? first : null;
    const isPart = kind === 'body' || kind === 'query' || kind === 'path' || kind === 'header';
    const pipes = given.args.filter((arg, index) => !(index === 0 && (member !== null || given.isUndefined(arg) || arg.kind === 'const')));
    const rule: ParameterRule = {
      kind,
      name: member === null ? null : kind === 'header' ? member.toLowerCase() : member,
      pipes: isPart || kind === 'file' || kind === 'files' ? pipes : [],
      ...(kind === 'response' && { passthrough: options !== null && given.truthy(given.get(options, 'passthrough')) === true }),
    };
    return given.fn(name, (call) => {
      remember(call, rule);
    });
  };

/** `createParamDecorator((data, context) => …)`: a decorator whose function gives the argument. */
export const custom: Transfer = (made) => {
  const [factory] = made.args;
  return made.fn('param', (given) => {
    const [data, ...rest] = given.args;
    const isPipe =
      data !== undefined &&
      (given.isFunction(data) ||
        (data.kind === 'object' && given.isFunction(given.get(data, 'transform'))) ||
        (data.kind === 'unknown' && /Pipe(\(\))?$/.test(data.provenance?.path ?? '')));
    const rule: ParameterRule = {
      kind: 'custom',
      name: null,
      pipes: isPipe ? given.args : rest,
      ...(factory && { factory }),
      ...(data && !isPipe && { data }),
    };
    return given.fn('param', (call) => {
      remember(call, rule);
    });
  });
};

export const parameterDecorators = (realm: Realm): Record<string, Value> => ({
  ...Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, realm.fn(name, parameter(name, kind))])),
  createParamDecorator: realm.fn('createParamDecorator', custom),
});
