import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { requireModule, requireSpecifier, runActing } from '../modules/modules.js';
import * as paths from '../values/paths.js';
import type { Scope } from '../values/scope.js';
import { ts } from '../language/syntax.js';
import { NULL, UNDEFINED, constant, unknown, type ModuleRecord, type Native, type Obj, type Site } from '../values/values.js';

/** `const x = require('literal')` and `const { a, b: c } = require('literal')` are lazy, like imports. */
export function bindRequire(evaluator: Evaluator, context: Context, declaration: ts.VariableDeclaration): boolean {
  const initializer = declaration.initializer;
  if (!initializer) return false;
  // `require('x').y` and `require('x')`; a call of the result (`require('x')(app)`) runs at once.
  let inner: ts.Expression = initializer;
  const members: string[] = [];
  while (ts.isPropertyAccessExpression(inner)) {
    members.unshift(inner.name.text);
    inner = inner.expression;
  }
  if (
    !ts.isCallExpression(inner) ||
    !ts.isIdentifier(inner.expression) ||
    inner.expression.text !== 'require' ||
    inner.arguments.length !== 1
  )
    return false;
  const argument = inner.arguments[0]!;
  if (!ts.isStringLiteralLike(argument) || context.frame.fn !== null || evaluator.journal !== null) return false;
  const resolution = evaluator.host.resolve(argument.text, context.module.file, true);
  if (resolution.kind !== 'source') return false;
  const name = declaration.name;
  const names = ts.isIdentifier(name)
    ? [name.text]
    : ts.isObjectBindingPattern(name)
      ? name.elements.map((element) => (ts.isIdentifier(element.name) ? element.name.text : ''))
      : [];
  if (
    names.length === 0 ||
    names.includes('') ||
    (ts.isObjectBindingPattern(name) &&
      name.elements.some(
        (element) => element.initializer || element.dotDotDotToken || (element.propertyName && !ts.isIdentifier(element.propertyName)),
      ))
  )
    return false;
  runActing(evaluator, resolution);
  const entry = { from: context.module, file: resolution.file, names, read: false };
  evaluator.imports.push(entry);
  const guard = evaluator.guard;
  let value: Value | null = null;
  const load = (): Value => {
    entry.read = true;
    evaluator.uses?.modules.add(resolution.file);
    if (value) return value;
    const reading = evaluator.guard;
    evaluator.guard = guard;
    try {
      value = requireSpecifier(evaluator, context, argument, argument.text);
      for (const member of members) value = evaluator.get(value, member, context, initializer);
    } finally {
      evaluator.guard = reading;
    }
    return value;
  };
  const bindLazily = (variable: string, read: () => Value): void => {
    const binding = context.scope.own(variable) ?? context.scope.find(variable) ?? context.scope.declare(variable, null);
    binding.value = null;
    binding.lazyFile = resolution.file;
    binding.lazy = () => {
      const result = read();
      evaluator.hold(result, variable);
      // Of a module that a function which serves requests has made run it is told who reads it.
      if (evaluator.modules.get(resolution.file)?.state === 'done' && !evaluator.lateModules.has(resolution.file)) {
        binding.value = result;
        binding.lazy = null;
      }
      return result;
    };
  };
  if (ts.isIdentifier(name)) bindLazily(name.text, load);
  else
    for (const element of (name as ts.ObjectBindingPattern).elements) {
      const key = ((element.propertyName ?? element.name) as ts.Identifier).text;
      bindLazily((element.name as ts.Identifier).text, () => evaluator.get(load(), key, context, element));
    }
  return true;
}

function mainModule(evaluator: Evaluator): Value {
  return evaluator.modules.get(evaluator.host.mainFile)?.moduleObject ?? evaluator.object();
}

/** webpack's `require.context(folder, recursive, pattern)` over the project's files. */
function requireContext(evaluator: Evaluator, record: ModuleRecord, args: readonly Value[], site: Site): Value {
  const folder = evaluator.constantOf(args[0] ?? UNDEFINED);
  if (typeof folder !== 'string') return unknown('a folder of modules', site);
  const base = paths.resolve(paths.dirname(record.file), folder);
  const names: string[] = [];
  const visit = (at: string, prefix: string): void => {
    for (const entry of evaluator.host.readDirectory(at) ?? []) {
      if (entry.directory) visit(`${at}/${entry.name}`, `${prefix}/${entry.name}`);
      else names.push(`.${prefix}/${entry.name}`);
    }
  };
  visit(base, '');
  const load = evaluator.native('context', (inner, _self, values) => {
    const name = inner.constantOf(values[0] ?? UNDEFINED);
    return typeof name === 'string'
      ? requireSpecifier(inner, inner.topContext(record), site.node, paths.resolve(base, name))
      : unknown('a module');
  });
  evaluator.define(
    load,
    'keys',
    evaluator.native('keys', (inner) => inner.list(names.map((name) => constant(name)))),
  );
  return load;
}

/** What every CommonJS module finds in its scope. */
export function declareModuleScope(evaluator: Evaluator, record: ModuleRecord, scope: Scope, exportsObject: Obj): void {
  const slash = record.file.lastIndexOf('/');
  scope.declare('module', record.moduleObject);
  scope.declare('exports', exportsObject);
  scope.declare('require', requireFunction(evaluator, record));
  scope.declare('__filename', constant(record.file));
  scope.declare('__dirname', constant(record.file.slice(0, slash)));
  evaluator.define(record.moduleObject, 'id', constant(record.file));
  evaluator.define(record.moduleObject, 'filename', constant(record.file));
  evaluator.define(record.moduleObject, 'path', constant(record.file.slice(0, slash)));
  evaluator.define(record.moduleObject, 'paths', evaluator.list([]));
  evaluator.define(record.moduleObject, 'children', evaluator.list([]));
  // Something required a module unless it is the main program.
  evaluator.defineAccessor(
    record.moduleObject,
    'parent',
    'get',
    evaluator.native('parent', (inner) => (inner.host.mainFile === record.file ? NULL : inner.object())),
    true,
  );
}

/** The `require` of a module. */
export function requireFunction(evaluator: Evaluator, record: ModuleRecord): Obj {
  const define = (target: Obj, name: string, call: Native): void => evaluator.define(target, name, evaluator.native(name, call), false);
  const require = evaluator.native('require', (inner, _self, args, site) =>
    inner.eachAlternative(inner.contextOf(site), site.node, args[0] ?? UNDEFINED, (alternative) =>
      requireModule(inner, inner.topContext(record), site.node, alternative),
    ),
  );
  require.cls = 'Require';
  define(require, 'resolve', (inner, _self, args) => {
    const specifier = inner.constantOf(args[0] ?? UNDEFINED);
    if (typeof specifier !== 'string') return unknown('a module path');
    const resolution = inner.host.resolve(specifier, record.file, true);
    return resolution.kind === 'source' || resolution.kind === 'json' ? constant(resolution.file) : unknown('a module path');
  });
  evaluator.defineAccessor(
    require,
    'main',
    'get',
    evaluator.native('main', (inner) => (inner.host.mainFile === record.file ? record.moduleObject : mainModule(inner))),
    true,
  );
  evaluator.define(
    require,
    'cache',
    (() => {
      const cache = evaluator.object();
      cache.open = true;
      return cache;
    })(),
  );
  evaluator.define(require, 'extensions', evaluator.object());
  define(require, 'context', (inner, _self, args, site) => requireContext(inner, record, args, site));
  return require;
}
