import type { Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openFunction,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { quietModule } from '../support/errors.js';
import { argument, withArguments } from '../support/fallback.js';
import { functionFunctions } from './functions.js';
import { listFunctions } from './lists.js';
import { recordFunctions } from './records.js';
import { questionFunctions } from './questions.js';
import { selectionFunctions } from './selections.js';
import { textFunctions } from './texts.js';
import { underscoreFunctions } from './underscore.js';

/** Functions of lodash and underscore under their names; aliases are separate entries. */
export const lodashFunctions: Readonly<Record<string, Transfer>> = {
  ...listFunctions,
  ...selectionFunctions,
  ...recordFunctions,
  ...functionFunctions,
  ...questionFunctions,
  ...textFunctions,
};

/** A chain: `_(list).map(f).value()`, `_.chain(list)…`. An implicit one ends with the first method that gives a single value. */
interface Chain {
  readonly value: Value;
  readonly explicit: boolean;
}

const SINGLE_VALUES: ReadonlySet<string> = new Set([
  'reduce',
  'find',
  'some',
  'every',
  'head',
  'first',
  'last',
  'get',
  'has',
  'join',
  'includes',
  'indexOf',
  'findIndex',
  'isEmpty',
  'result',
]);

const chainType: HostType<Chain> = defineHostType<Chain>({
  name: 'Chain',
  methods: {
    ...Object.fromEntries(
      Object.entries(lodashFunctions).map(([name, transfer]): [string, Transfer] => [
        name,
        (call) => {
          const data = call.data(call.receiver, chainType);
          if (!data) return call.receiver;
          const value = withArguments(call, name, transfer, [data.value, ...call.args]);
          return SINGLE_VALUES.has(name) && !data.explicit ? value : call.host(chainType, { value, explicit: data.explicit });
        },
      ]),
    ),
    ...Object.fromEntries(
      ['value', 'valueOf', 'toJSON'].map((name): [string, Transfer] => [name, (call) => call.data(call.receiver, chainType)?.value]),
    ),
    commit: (call) => call.receiver,
    chain: (call) => {
      const data = call.data(call.receiver, chainType);
      return data ? call.host(chainType, { ...data, explicit: true }) : call.receiver;
    },
  },
});

const startChain =
  (explicit: boolean): Transfer =>
  (call) =>
    call.host(chainType, { value: argument(call, 0), explicit });

const whole =
  (name: string, own: Readonly<Record<string, Transfer>> = {}): ModuleModel =>
  (realm) =>
    openFunction(
      realm,
      name,
      startChain(false),
      Object.fromEntries(
        Object.entries({ ...lodashFunctions, ...own, chain: startChain(true) }).map(([member, transfer]) => [
          member,
          realm.fn(member, transfer),
        ]),
      ),
    );

/** Packages of which some functions are lodash's. */
const some =
  (module: string, names: string): ModuleModel =>
  (realm) =>
    quietModule(realm, module, Object.fromEntries(names.split(' ').map((name) => [name, realm.fn(name, lodashFunctions[name]!)])));

const single =
  (name: string) =>
  (realm: Realm): Value =>
    realm.fn(name, lodashFunctions[name]!, { default: realm.fn(name, lodashFunctions[name]!) });

/** In lodash every function is a module of its own, too. */
const singles = Object.fromEntries(
  Object.keys(lodashFunctions).flatMap((name) => [
    [`lodash/${name}`, single(name)],
    [`lodash/${name}.js`, single(name)],
    [`lodash-es/${name}`, single(name)],
    [`lodash-es/${name}.js`, single(name)],
    [`lodash.${name.toLowerCase()}`, single(name)],
    [`es-toolkit/compat/${name}`, single(name)],
  ]),
);

const results = (shape: Shape, names: string): [string, Shape][] => names.split(' ').map((name) => [name, shape]);

/** What the functions give of which nothing else is known. */
const RESULTS: Readonly<Record<string, Shape>> = Object.fromEntries([
  ...results({ kind: 'integer' }, 'size parseInt toInteger toLength sortedIndex sortedIndexBy'),
  ...results({ kind: 'number' }, 'sum sumBy mean meanBy toNumber toFinite random clamp add subtract multiply divide round floor ceil now'),
  ...results({ kind: 'string' }, 'uniqueId escape unescape truncate pad deburr escapeRegExp'),
  ...results(
    { kind: 'boolean' },
    'inRange isNaN isFinite isInteger isSafeInteger isDate isError isMap isSet isBuffer isSymbol isArrayLike isArguments isElement isMatch isLength eq gt gte lt lte',
  ),
  ...results({ kind: 'array', items: { kind: 'string' } }, 'words functions'),
]);

/** `es-toolkit/compat` is made to be a drop-in for lodash, each function as its own module included. */
export const lodashLibrary = defineLibrary({
  modules: {
    lodash: whole('lodash'),
    'lodash-es': whole('lodash-es'),
    underscore: whole('underscore', underscoreFunctions),
    'es-toolkit/compat': whole('es-toolkit/compat'),
    'es-toolkit': whole('es-toolkit'),
    radash: some('radash', 'pick omit mapValues mapKeys get'),
    'helper-fns': some('helper-fns', 'pick omit'),
    ...singles,
  },
  results: Object.fromEntries(['lodash', 'lodash-es', 'underscore', 'es-toolkit', 'es-toolkit/compat'].map((name) => [name, RESULTS])),
});
