import { defineLibrary, HTTP_METHODS, openModule, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, majorOf, unmodelled, withArguments } from './support/fallback.js';
import { capital, inCamelCase, wordsOf } from './support/words.js';

export const single =
  (name: string, transfer: Transfer): ModuleModel =>
  (realm) =>
    realm.fn(name, transfer, { default: realm.fn(name, transfer) });

/** `urlJoin('/api', 'v1')`: one slash between the parts; what is not known of them stays a part of its own. */
const urlJoin: Transfer = (call) => {
  const given = call.elements(argument(call, 0)) ?? call.args;
  const parts: (string | Value)[] = [];
  for (const [index, value] of given.entries()) {
    const text = call.text(value);
    if (index > 0) parts.push('/');
    parts.push(text ?? value);
  }
  if (parts.every((part) => typeof part === 'string'))
    return call.const(
      parts
        .join('')
        .replace(/([^:/]|^)\/{2,}/g, '$1/')
        .replace(/(.)\/(?=[?#]|$)/, '$1'),
    );
  return { kind: 'template', parts, origin: null };
};

/** `path('/users').path(':id')`: its pattern, and what lies below it; called, it is the path of one of those. */
const staticPath: Transfer = (call, emit) => {
  const pattern = urlJoin(call, emit) as Value;
  return call.fn('path', (inner) => inner.typed?.({ kind: 'string' }, 'a path'), {
    pattern,
    path: call.fn('path', (inner) => withArguments(inner, 'path', staticPath, [pattern, argument(inner, 0)])),
  });
};

/** A list of any depth as a flat one. */
const flatten: Transfer = (call) => {
  const list = argument(call, 0);
  return call.elements(list) === null
    ? unmodelled(call, 'array-flatten', 'default()')
    : call.invoke(call.get(list, 'flat'), [call.const(20)], list);
};

const flattenModel: ModuleModel = (realm) =>
  realm.fn('flatten', flatten, { default: realm.fn('flatten', flatten), flatten: realm.fn('flatten', flatten) });

const joined =
  (separator: string) =>
  (words: readonly string[]): string =>
    words.map((word) => word.toLowerCase()).join(separator);
const cases: Readonly<Record<string, (words: readonly string[]) => string>> = {
  camelCase: inCamelCase,
  pascalCase: (words) => words.map(capital).join(''),
  capitalCase: (words) => words.map(capital).join(' '),
  headerCase: (words) => words.map(capital).join('-'),
  constantCase: (words) => words.map((word) => word.toUpperCase()).join('_'),
  noCase: joined(' '),
  snakeCase: joined('_'),
  dotCase: joined('.'),
  pathCase: joined('/'),
  paramCase: joined('-'),
  kebabCase: joined('-'),
};

/** One conversion. Options and texts that are more than ASCII letters, digits and separators have rules of their own: the result is not known then. */
const caseOf =
  (name: string, module: string): Transfer =>
  (call) => {
    const text = call.text(argument(call, 0));
    if (text === null || call.args.length > 1 || !/^[\w\s.,:;/-]*$/.test(text)) return unmodelled(call, module, name);
    return call.const(cases[name]!(wordsOf(text)));
  };

const changeCase: ModuleModel = (realm) => {
  const all = Object.keys(cases).map((name) => [name, realm.fn(name, caseOf(name, 'change-case'))] as const);
  // Versions before 4 have short names as well.
  const short = Object.keys(cases)
    .filter((name) => name !== 'kebabCase')
    .map((name) => [name.replace(/Case$/, ''), realm.fn(name, caseOf(name, 'change-case'))] as const);
  return realm.record(Object.fromEntries([...all, ...short]));
};

const oneCase =
  (name: string, module: string): ModuleModel =>
  (realm) => {
    const fn = realm.fn(name, caseOf(name, module));
    return realm.fn(name, caseOf(name, module), { default: fn, [name]: fn });
  };

/** `major('2.1.0')`: one number of a version. */
const PARTS = ['major', 'minor', 'patch'];
const versionPart =
  (name: string): Transfer =>
  (call) => {
    const found = /^\s*v?(\d+)\.(\d+)\.(\d+)(?:[-+][\w.+-]+)?\s*$/.exec(call.text(argument(call, 0)) ?? '');
    return found ? call.const(Number(found[PARTS.indexOf(name) + 1])) : unmodelled(call, 'semver', name);
  };

/**
 * `pathToRegexp('/users/:id')`, of one path or of several: an expression, from version 8 on in a record; until version 5 the module is the function. Of what
 * has more in it than names and `(.*)` nobody knows.
 */
const pathToRegexp =
  (isModule: boolean): Transfer =>
  (call) => {
    const given = argument(call, 0);
    const sources = (call.elements(given) ?? [given]).map((each) => {
      const path = call.text(each);
      return path !== null && /^(?:[\w/.-]|:\w|\(\.\*\))*$/.test(path)
        ? `^${path.replace(/\(\.\*\)|\.|:\w+/g, (part) => (part === '.' ? '\\.' : part === '(.*)' ? part : '([^/#?]+?)'))}[/#?]?$`
        : null;
    });
    if (call.args.length > 1 || sources.includes(null)) return unmodelled(call, 'path-to-regexp', 'pathToRegexp()');
    const regexp = call.construct(call.global!('RegExp'), [call.const(sources.join('|')), call.const('i')]);
    const major = majorOf(call, 'path-to-regexp') ?? 8;
    return isModule || major < 8 ? regexp : call.record({ regexp });
  };

export const textAndListsLibrary = defineLibrary({
  modules: {
    methods: (realm) => realm.list(HTTP_METHODS.map((method) => realm.const(method.toLowerCase()))),
    'url-join': single('urlJoin', urlJoin),
    'proper-url-join': single('urlJoin', urlJoin),
    'static-path': (realm) => openModule(realm, 'static-path', { path: realm.fn('path', staticPath) }),
    'change-case': changeCase,
    'change-case-commonjs': changeCase,
    ...Object.fromEntries<ModuleModel>(
      [
        ['camel-case', 'camelCase'],
        ['pascal-case', 'pascalCase'],
        ['param-case', 'paramCase'],
        ['snake-case', 'snakeCase'],
        ['constant-case', 'constantCase'],
        ['dot-case', 'dotCase'],
        ['path-case', 'pathCase'],
        ['no-case', 'noCase'],
        ['header-case', 'headerCase'],
        ['capital-case', 'capitalCase'],
      ].map(([module, name]) => [module!, oneCase(name!, module!)]),
    ),
    'path-to-regexp': (realm) => {
      const others = ['match', 'compile', 'parse'];
      return realm.fn('pathToRegexp', pathToRegexp(true), {
        default: realm.fn('pathToRegexp', pathToRegexp(true)),
        pathToRegexp: realm.fn('pathToRegexp', pathToRegexp(false)),
        ...Object.fromEntries(others.map((name) => [name, realm.fn(name, (call) => unmodelled(call, 'path-to-regexp', name))])),
      });
    },
    semver: (realm) => openModule(realm, 'semver', Object.fromEntries(PARTS.map((name) => [name, realm.fn(name, versionPart(name))]))),
    'array-flatten': flattenModel,
    'arr-flatten': flattenModel,
    slash: single('slash', (call) => {
      const text = call.text(argument(call, 0));
      return text === null ? argument(call, 0) : call.const(text.replace(/\\/g, '/'));
    }),
  },
});
