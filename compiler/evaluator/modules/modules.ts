import type { Value } from '@tool/scanner-sdk';
import type { Completion, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { takeAsConfiguration } from './example-modules.js';
import { dataOf, textModule } from './data-files.js';
import type { Resolution } from '../host.js';
import { exportOf, exportsAsCommonJs, namespaceFor, namespaceKeys, namespaceMember, namespaceOf } from './module-exports.js';
import { FuelSignal, QuietSignal, isSignal } from '../signals.js';
import { Scope, type Binding } from '../values/scope.js';
import { hoistInto, partsOf } from '../language/statements.js';
import { bindingNames, hasModifier, hoistVars, shortText, ts } from '../language/syntax.js';
import { Obj, UNDEFINED, constant, noteRead, numberedBefore, prop, unknown, type ModuleRecord, type Site } from '../values/values.js';
import { absentModule } from './optional-modules.js';
import { unnamedModule } from './unnamed-modules.js';
import { promiseOfAbsent } from './optional-promises.js';
import { settlePromise, type PromiseState } from '../builtins/promise.js';
import { beforeOlderJobs } from '../jobs/jobs.js';
import { apart } from '../requests/observing.js';

/** The module of a file, created but not run; null when there is no such source. */
export function moduleOf(evaluator: Evaluator, file: string): ModuleRecord | null {
  evaluator.uses?.modules.add(file);
  const known = evaluator.modules.get(file);
  if (known) return known;
  const source = evaluator.host.parse(file);
  if (!source) return null;
  const outer = new Scope(evaluator.builtins.globalScope, true);
  const scope = new Scope(outer, true);
  const moduleObject = evaluator.object();
  const ownExports = evaluator.object();
  const record: ModuleRecord = {
    file,
    source,
    scope,
    moduleObject,
    ownExports,
    namespace: null,
    exports: new Map(),
    stars: [],
    starred: new Map(),
    unexported: new Map(),
    isEsm: evaluator.host.isEsm(source),
    state: 'new',
    pendingImports: [],
  };
  evaluator.modules.set(file, record);
  // Compiled to CommonJS, a module in the syntax of ES modules finds there what it exports: `exports.find(name)`, which tests can replace.
  if (record.isEsm) ownExports.proto = record.namespace = namespaceFor(record);
  evaluator.define(moduleObject, 'exports', ownExports);
  evaluator.builtins.declareModuleScope(evaluator, record, outer, ownExports);
  return record;
}

/** Runs a module once, with the state of arms and jobs that a top level has. */
export function runModule(evaluator: Evaluator, record: ModuleRecord): void {
  if (record.state !== 'new') return;
  if (evaluator.observer) {
    evaluator.lateModules.add(record.file);
    apart(evaluator, () => runModule(evaluator, record));
    return;
  }
  const { journal } = evaluator;
  if (journal) numberedBefore(journal.root.start, () => runWhole(evaluator, record));
  else runWhole(evaluator, record);
}

function runWhole(evaluator: Evaluator, record: ModuleRecord): void {
  record.state = 'running';
  const context = evaluator.topContext(record, record.isEsm ? UNDEFINED : record.ownExports);
  // A module that an arm is the first to need belongs to the whole program: its state is not undone with the arm.
  const { journal, guard, armDepth, frame, nesting, round } = evaluator;
  const { steps } = evaluator.fuel;
  evaluator.journal = null;
  evaluator.armDepth = 0;
  evaluator.frame = null;
  evaluator.round = null;
  try {
    const statements = record.source.statements;
    for (const name of hoistVars(record.source)) record.scope.declare(name, UNDEFINED);
    hoistInto(evaluator, context, record.source, statements);
    declareImportsAndExports(evaluator, context, statements);
    beforeOlderJobs(evaluator, () => {
      for (const statement of statements) if (!runAtTopLevel(evaluator, context, statement)) break;
    });
  } finally {
    record.state = 'done';
    if (record.configuration !== undefined) takeAsConfiguration(record, record.configuration);
    evaluator.journal = journal;
    evaluator.guard = guard;
    evaluator.armDepth = armDepth;
    evaluator.frame = frame;
    evaluator.nesting = nesting;
    evaluator.round = round;
    evaluator.fuel.excuse(steps, frame);
  }
}

/** Runs a statement of a module. What an error ends is reported, and what follows runs all the same. @returns false where the module returns */
function runAtTopLevel(evaluator: Evaluator, context: Context, statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
    going(evaluator, context, statement, () => {
      runSideEffectImport(evaluator, context, statement);
      return null;
    });
    return true;
  }
  return partsOf(evaluator, context, statement).every((part) => going(evaluator, context, statement, part)?.kind !== 'return');
}

/** Runs a part of a statement and reports what ends it; an end of the whole run is thrown on. */
function going(evaluator: Evaluator, context: Context, statement: ts.Statement, part: () => Completion): Completion {
  evaluator.nesting = 0;
  try {
    return part();
  } catch (error) {
    const site = evaluator.site(context, statement);
    const what = `the statement “${shortText(statement)}”`;
    if (isSignal(error)) evaluator.reportThrow(error, site);
    else if (error instanceof QuietSignal && error.frame === null) evaluator.outOfFuel(what, site);
    else if (error instanceof FuelSignal || error instanceof QuietSignal) throw error;
    else evaluator.crash(what, site, error);
    return null;
  }
}

/**
 * An import without a name, and what a module passes on that is loaded for its effects: nobody may ask it for a name, its files run all the same. What
 * acts when it is loaded runs there, whoever names it and when.
 */
function runSideEffectImport(evaluator: Evaluator, context: Context, statement: ts.ImportDeclaration | ts.ExportDeclaration): void {
  const { moduleSpecifier } = statement;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return;
  const specifier = moduleSpecifier.text;
  const isImport = ts.isImportDeclaration(statement);
  if (isImport ? isForEffects(evaluator, context, statement) : context.module.forEffects === true && passesValuesOn(statement))
    importNow(evaluator, context, specifier, statement);
  else if (isImport ? statement.importClause?.isTypeOnly === false : passesValuesOn(statement)) {
    const used = (): boolean => !isImport || usesValues(evaluator, context, statement);
    runActing(evaluator, evaluator.host.resolve(specifier, context.module.file, false), used);
    const found = actsOnLoad(evaluator, context, specifier);
    if (found === null || !used()) return;
    // Nobody may ever ask it for a name: Node looks for the file all the same.
    if (found === 'missing') reportMissing(evaluator, context, specifier, statement);
    else runModule(evaluator, found);
  }
}

/** An import without names, or whose names JavaScript uses nowhere: what is loaded may do something to others. */
const isForEffects = (evaluator: Evaluator, context: Context, statement: ts.ImportDeclaration): boolean =>
  !statement.importClause || (/\.[cm]?jsx?$/.test(context.module.file) && !usesValues(evaluator, context, statement));

/** False for an import of types, and for one whose names no value needs: TypeScript leaves those out. */
function usesValues({ host }: Evaluator, { module }: Context, { importClause: clause }: ts.ImportDeclaration): boolean {
  if (!clause) return false;
  const { name, namedBindings } = clause;
  const names = [
    name,
    ...(!namedBindings ? [] : ts.isNamespaceImport(namedBindings) ? [namedBindings.name] : namedBindings.elements.map((each) => each.name)),
  ];
  return names.some((each) => each && host.usesName(module, each.text));
}

/**
 * What a module loads that does something to others as soon as it is loaded is run in the order of the program; the rest waits until somebody reads a name of
 * it, which may be never.
 */
export function runActing(evaluator: Evaluator, resolution: Resolution, isUsed = (): boolean => true): void {
  if (resolution.kind !== 'source' || evaluator.observer || evaluator.searched.has(resolution.file) || !isUsed()) return;
  const { host, modules, searched } = evaluator;
  const visit = (file: string): void => {
    if (searched.has(file) || (modules.get(file)?.state ?? 'new') !== 'new') return;
    searched.add(file);
    if (host.actsWhenLoaded(file)) loadFile(evaluator, file);
    else for (const each of host.loadedBy(file)) visit(each);
  };
  visit(resolution.file);
}

function actsOnLoad(evaluator: Evaluator, { module }: Context, specifier: string): ModuleRecord | 'missing' | null {
  const { host } = evaluator;
  const resolution = host.resolve(specifier, module.file, false);
  if (resolution.kind === 'missing') return isOfSource(specifier) ? 'missing' : null;
  return resolution.kind === 'source' && host.reachesLoaded(resolution.file) ? moduleOf(evaluator, resolution.file) : null;
}

/** False for `export type …` and where each name is a type: TypeScript leaves those out. */
function passesValuesOn({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return false;
  return !exportClause || !ts.isNamedExports(exportClause) || exportClause.elements.some((element) => !element.isTypeOnly);
}

/** Names of an ES module: imports as lazy bindings, exports as readers. */
function declareImportsAndExports(evaluator: Evaluator, context: Context, statements: readonly ts.Statement[]): void {
  const record = context.module;
  for (const statement of statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const clause = statement.importClause;
      if (!clause || clause.isTypeOnly) continue;
      const specifier = statement.moduleSpecifier.text;
      const bind = (name: string, imported: string): void => bindImport(evaluator, context, name, specifier, imported, statement);
      if (clause.name) bind(clause.name.text, 'default');
      const named = clause.namedBindings;
      if (named && ts.isNamespaceImport(named)) bind(named.name.text, '*');
      else if (named && ts.isNamedImports(named))
        for (const element of named.elements) if (!element.isTypeOnly) bind(element.name.text, (element.propertyName ?? element.name).text);
    } else if (ts.isExportDeclaration(statement)) {
      if (statement.isTypeOnly) continue;
      const specifier = statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : null;
      const clause = statement.exportClause;
      if (!clause) {
        if (specifier !== null) record.stars.push(starOf(evaluator, context, specifier, statement));
      } else if (ts.isNamespaceExport(clause)) {
        if (specifier !== null)
          record.exports.set(
            clause.name.text,
            once(() => importValue(evaluator, context, specifier, '*', statement)),
          );
      } else
        for (const element of clause.elements) {
          if (element.isTypeOnly) continue;
          const local = (element.propertyName ?? element.name).text;
          record.exports.set(
            element.name.text,
            specifier !== null ? () => importValue(evaluator, context, specifier, local, statement) : () => readLocal(record, local),
          );
        }
    } else if (hasModifier(statement, ts.SyntaxKind.ExportKeyword)) {
      const isDefault = hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
      if (ts.isVariableStatement(statement))
        for (const declaration of statement.declarationList.declarations)
          for (const name of bindingNames(declaration.name, [])) record.exports.set(name, () => readLocal(record, name));
      else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
        const name = statement.name?.text ?? '*default*';
        record.exports.set(isDefault ? 'default' : name, () => readLocal(record, name));
      } else if (ts.isEnumDeclaration(statement)) record.exports.set(statement.name.text, () => readLocal(record, statement.name.text));
      else if (ts.isModuleDeclaration(statement) && ts.isIdentifier(statement.name)) {
        const name = statement.name.text;
        if (!record.exports.has(name)) record.exports.set(name, () => readLocal(record, name));
      }
    }
  }
}

const once = (read: () => Value): (() => Value) => {
  let value: Value | null = null;
  return () => (value ??= read());
};

function readLocal(record: ModuleRecord, name: string): Value {
  const binding = record.scope.find(name);
  return readBinding(binding, name);
}

export function readBinding(binding: Binding | null, name: string): Value {
  if (!binding) return unknown(`${name}, which the module does not declare`);
  if (binding.lazy) return binding.lazy();
  if (binding.value?.kind === 'const') noteRead(binding, null);
  return binding.value ?? unknown(`${name} before its declaration ran`);
}

function bindImport(evaluator: Evaluator, context: Context, name: string, specifier: string, imported: string, node: ts.Node): void {
  const binding = context.scope.declare(name, null);
  const resolution = evaluator.host.resolve(specifier, context.module.file, false);
  binding.lazyFile = resolution.kind === 'source' ? resolution.file : null;
  binding.lazyPackage = resolution.kind === 'package' ? resolution.name : null;
  const entry = resolution.kind === 'source' ? { from: context.module, file: resolution.file, names: [name], read: false } : null;
  if (entry) evaluator.imports.push(entry);
  // Import bindings are live: read through every time, the module runs at the first.
  const guard = evaluator.guard;
  let target: Resolution | null = null;
  binding.lazy = () => {
    if (entry) entry.read = true;
    // The module runs because of the import, whatever condition the first read stands under.
    const reading = evaluator.guard;
    evaluator.guard = guard;
    try {
      target ??= resolved(evaluator, context, specifier, node, false);
      const value = importFrom(evaluator, context, target, specifier, imported, node);
      if (imported === 'default') evaluator.hold(value, name);
      return value;
    } finally {
      evaluator.guard = reading;
    }
  };
}

/** What stands behind an `export *`, for a name or (`null`) for all of them. Where it leads is found out once: folders export hundreds, and are asked for as many names. */
function starOf(
  evaluator: Evaluator,
  context: Context,
  specifier: string,
  node: ts.Node,
): (name: string | null) => ModuleRecord | Value | null {
  let resolution: Resolution | null = null;
  return (name) => {
    resolution ??= evaluator.host.resolve(specifier, context.module.file, false);
    if (resolution.kind !== 'source') return importValue(evaluator, context, specifier, '*', node);
    // A file that does not even mention the name needs no parsing, let alone running: barrels re-export hundreds.
    if (name !== null && !evaluator.modules.has(resolution.file) && !evaluator.host.mayExport(resolution.file, name)) return null;
    return moduleOf(evaluator, resolution.file);
  };
}

/** Where a specifier leads when its module is loaded; a name that only some file systems find is said. */
function resolved(evaluator: Evaluator, context: Context, specifier: string, node: ts.Node, asRequire: boolean): Resolution {
  const resolution = evaluator.host.resolve(specifier, context.module.file, asRequire);
  if ('misspelled' in resolution && resolution.misspelled !== undefined)
    evaluator.host.report(
      'letter-case',
      { specifier: `"${evaluator.host.portable(specifier)}"`, file: resolution.misspelled },
      evaluator.site(context, node),
    );
  if ('example' in resolution && resolution.example !== undefined) {
    evaluator.host.report(
      'example-module',
      { specifier: `"${evaluator.host.portable(specifier)}"`, file: resolution.example },
      evaluator.site(context, node),
    );
    const record = resolution.kind === 'source' ? moduleOf(evaluator, resolution.file) : null;
    if (record?.state === 'new') record.configuration = `what ${evaluator.host.portable(specifier)} says`;
  }
  return resolution;
}

/** Runs a module for its effects. */
function importNow(evaluator: Evaluator, context: Context, specifier: string, node: ts.Node): void {
  const resolution = resolved(evaluator, context, specifier, node, false);
  if (resolution.kind === 'source') {
    const record = moduleOf(evaluator, resolution.file);
    if (record?.state === 'new') record.forEffects = true;
    if (record) runModule(evaluator, record);
  } else if (resolution.kind === 'package') packageValue(evaluator, resolution.name);
  else if (resolution.kind === 'missing' && isOfSource(specifier)) reportMissing(evaluator, context, specifier, node);
}

/** A file of the program itself, and no style sheet or picture. */
const isOfSource = (specifier: string): boolean => /\.([cm]?[jt]sx?)$|\/[^.]*$/.test(specifier);

/** Says that a module is not there, and what is known of it. */
function reportMissing(evaluator: Evaluator, context: Context, specifier: string, node: ts.Node, isSaid = false): Value {
  const { host } = evaluator;
  const site = evaluator.site(context, node);
  const resolution = host.resolve(specifier, context.module.file, false);
  const isOutside = resolution.kind === 'missing' && resolution.outside;
  if (!isSaid) host.report(isOutside ? 'module-outside' : 'missing-module', { specifier: `"${host.portable(specifier)}"` }, site);
  return unknown(`the module ${host.portable(specifier)}, which ${isOutside ? 'lies outside of what is scanned' : 'does not exist'}`, site);
}

/** Names with a path behind them (`api/routes`, `@/routes`) are those of files where no manifest lists such a package, but not what only packages are built into. */
function ofPackage(evaluator: Evaluator, context: Context, specifier: string, name: string, node: ts.Node): Value {
  const value = packageValue(evaluator, name);
  const { host } = evaluator;
  const mayBeFile = /^(?:[\w-][\w.-]*\/|@\/|@[\w.-]+\/[^/]+\/|[~#])(?!.*\b(?:dist|cjs|esm|umd)\/)/.test(specifier);
  if (value.kind === 'unknown' && mayBeFile && isOfSource(specifier))
    if (!host.mayBeInstalled(name, context.module.file))
      host.report('unlisted-module', { specifier: `"${host.portable(specifier)}"` }, evaluator.site(context, node));
  return value;
}

export function packageValue(evaluator: Evaluator, name: string): Value {
  const known = evaluator.packages.get(name);
  if (known) return known;
  const value =
    evaluator.host.moduleValue(evaluator, name) ?? unknown(`the package ${name}`, null, { module: name, path: 'default', args: null });
  evaluator.packages.set(name, value);
  return value;
}

/** One imported name (`default`, `*` or a name) of a module. */
const importValue = (evaluator: Evaluator, context: Context, specifier: string, imported: string, node: ts.Node): Value =>
  importFrom(evaluator, context, resolved(evaluator, context, specifier, node, false), specifier, imported, node);

function importFrom(
  evaluator: Evaluator,
  context: Context,
  resolution: Resolution,
  specifier: string,
  imported: string,
  node: ts.Node,
): Value {
  switch (resolution.kind) {
    case 'source': {
      const record = moduleOf(evaluator, resolution.file);
      if (!record) return unknown(`the file ${evaluator.host.portable(specifier)}`, evaluator.site(context, node));
      if (record.state === 'new') runModule(evaluator, record);
      if (imported === '*') return namespaceOf(evaluator, record);
      return (
        exportOf(evaluator, record, imported) ??
        unknown(`${imported} of ${evaluator.host.portable(specifier)}${record.isEsm ? ' (not exported there)' : ''}`)
      );
    }
    case 'json': {
      const value = dataOf(evaluator, resolution.file);
      return imported === 'default' || imported === '*' ? value : evaluator.get(value, imported, context, node);
    }
    case 'text': {
      const module = textModule(evaluator, resolution.file);
      return imported === '*' ? module : evaluator.get(module, imported, context, node);
    }
    case 'package': {
      const value = ofPackage(evaluator, context, specifier, resolution.name, node);
      if (imported === '*') return value;
      if (value.kind === 'unknown')
        return imported === 'default'
          ? value
          : { ...value, provenance: value.provenance && { module: value.provenance.module, path: imported, args: null } };
      if (imported === 'default') {
        const own = value.kind === 'object' ? evaluator.ownProperty(value as Obj, 'default') : undefined;
        return own ? own.value : value;
      }
      return evaluator.get(value, imported, context, node);
    }
    case 'missing':
      return reportMissing(evaluator, context, specifier, node);
  }
}

/** `require(specifier)`. */
export function requireModule(evaluator: Evaluator, context: Context, node: ts.Node, value: Value): Value {
  const specifier = evaluator.constantOf(value);
  if (typeof specifier !== 'string') return unnamedModule(evaluator, context, node, value);
  return requireSpecifier(evaluator, context, node, specifier);
}

/** Loads in a `try` in a round of a loop that have loaded something, or of which it was said that they have not. */
const triedAt = new WeakMap<Evaluator, Set<ts.Node>>();

/** `for (const name of names) try { require(name) } catch {}`, also in a callback. */
function isTriedInRounds(node: ts.Node): boolean {
  let isTried = false;
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (ts.isTryStatement(parent) && parent.tryBlock === at && parent.catchClause) isTried = true;
    if (ts.isIterationStatement(at, false)) return isTried;
    if (ts.isFunctionLike(at)) return isTried && ts.isCallExpression(parent);
  }
  return false;
}

export function requireSpecifier(evaluator: Evaluator, context: Context, node: ts.Node, specifier: string): Value {
  const resolution = resolved(evaluator, context, specifier, node, true);
  // Of the names that a loop tries, those that no module has are what its `catch` is for: one is said where none before had any.
  const isTried = !evaluator.observer && isTriedInRounds(node);
  const before = triedAt.get(evaluator) ?? new Set();
  const isSaid = isTried && before.has(node);
  if (isTried) triedAt.set(evaluator, before.add(node));
  switch (resolution.kind) {
    case 'source':
      return (
        requiredFile(evaluator, resolution.file) ?? unknown(`the file ${evaluator.host.portable(specifier)}`, evaluator.site(context, node))
      );
    case 'json':
      return dataOf(evaluator, resolution.file);
    case 'text':
      return textModule(evaluator, resolution.file);
    case 'package':
      return ofPackage(evaluator, context, specifier, resolution.name, node);
    case 'missing':
      return reportMissing(evaluator, context, specifier, node, isSaid);
  }
}

/** What `require` of a file gives: `module.exports`, or the namespace of an ES module. */
export function loadFile(evaluator: Evaluator, file: string): Value | null {
  if (file.endsWith('.json')) return dataOf(evaluator, file);
  const record = moduleOf(evaluator, file);
  if (!record) return null;
  if (record.state === 'new') runModule(evaluator, record);
  return namespaceOf(evaluator, record);
}

function requiredFile(evaluator: Evaluator, file: string): Value | null {
  const loaded = loadFile(evaluator, file);
  const module = loaded?.kind === 'object' && (loaded as Obj).cls === 'Namespace' ? (loaded as Obj) : null;
  if (!module || !evaluator.host.requiresDefaults?.(file) || namespaceKeys(evaluator, module).join() !== 'default') return loaded;
  return namespaceMember(evaluator, module, 'default') ?? loaded;
}

export function importDynamically(evaluator: Evaluator, context: Context, node: ts.Node, value: Value): Value {
  return evaluator.eachAlternative(context, node, value, (alternative) => {
    // The address of a module is an object, which is taken by its text.
    const text =
      alternative instanceof Obj && alternative.cls === 'URL'
        ? (alternative.internal as { href: string }).href
        : evaluator.constantOf(alternative);
    const specifier = typeof text === 'string' ? fileUrlToPath(text) : null;
    if (specifier === null) return evaluator.promise(unnamedModule(evaluator, context, node, alternative));
    const resolution = resolved(evaluator, context, specifier, node, false);
    if (resolution.kind === 'source') {
      const record = moduleOf(evaluator, resolution.file);
      if (!record) return evaluator.promise(unknown(`the file ${evaluator.host.portable(specifier)}`));
      const isRead = record.state === 'new' && evaluator.host.keepsImports(context.module.file);
      if (record.state === 'new') runModule(evaluator, record);
      const exported = namespaceOf(evaluator, record);
      const namespace = exportsAsCommonJs(record) ? interopNamespace(evaluator, exported) : exported;
      return isRead ? whenRead(evaluator, namespace, evaluator.site(context, node)) : evaluator.promise(namespace);
    }
    const loaded = importValue(evaluator, context, specifier, '*', node);
    const absent = evaluator.observer ? null : absentModule(evaluator, context, node, specifier);
    if (absent) return promiseOfAbsent(evaluator.promise(loaded, evaluator.site(context, node)), absent);
    return evaluator.promise(resolution.kind === 'package' || resolution.kind === 'json' ? interopNamespace(evaluator, loaded) : loaded);
  });
}

/** A promise that is kept when files have been read: all that is queued runs before. */
function whenRead(evaluator: Evaluator, value: Value, site: Site): Obj {
  const promise = evaluator.promise(UNDEFINED, site);
  promise.internal = { status: 'pending', value: UNDEFINED, reactions: [], expected: value } satisfies PromiseState;
  evaluator.later(() => {
    settlePromise(evaluator, promise, 'fulfilled', value);
  }, 'import');
  return promise;
}

/** `import()` of CommonJS: the exports by name, and as a whole under `default`. */
function interopNamespace(evaluator: Evaluator, exported: Value): Value {
  if (exported.kind !== 'object') return exported.kind === 'unknown' ? exported : evaluator.record([['default', exported]]);
  const namespace = evaluator.object((exported as Obj).origin);
  for (const key of evaluator.keys(exported as Obj)) {
    const own = evaluator.ownProperty(exported as Obj, key);
    if (own) (namespace.props ??= new Map()).set(key, { ...own });
  }
  const own = evaluator.ownProperty(exported as Obj, 'default');
  (namespace.props ??= new Map()).set(
    'default',
    prop(own && evaluator.ownProperty(exported as Obj, '__esModule') ? own.value : (own?.value ?? exported)),
  );
  return namespace;
}

const fileUrlToPath = (text: string): string => (text.startsWith('file://') ? decodeURIComponent(text.slice(7)) : text);

export function importMeta(evaluator: Evaluator, context: Context, node: ts.Node): Value {
  const file = context.module.file;
  const slash = file.lastIndexOf('/');
  return evaluator.record([
    ['url', constant(`file://${file}`)],
    ['filename', constant(file)],
    ['dirname', constant(file.slice(0, slash))],
    ['main', constant(evaluator.host.mainFile === file)],
    ['env', evaluator.builtins.environment],
    // What Vite gives beside: its model says what that is.
    ['glob', evaluator.get(packageValue(evaluator, 'vite'), 'glob', context, node)],
    [
      'resolve',
      evaluator.native('resolve', (_evaluator, _self, args) => {
        const specifier = evaluator.constantOf(args[0] ?? UNDEFINED);
        if (typeof specifier !== 'string') return unknown('a module path');
        const resolution = evaluator.host.resolve(specifier, file, false);
        return resolution.kind === 'source' || resolution.kind === 'json'
          ? constant(`file://${resolution.file}`)
          : unknown('a module path');
      }),
    ],
  ]);
}

/** `export default expression` and `export = expression`. */
export function declareExport(evaluator: Evaluator, context: Context, node: ts.ExportAssignment, value: Value): void {
  if (node.isExportEquals) {
    evaluator.define(context.module.moduleObject, 'exports', value);
    return;
  }
  const binding = context.module.scope.own('*default*') ?? context.module.scope.declare('*default*', null);
  binding.value = value;
  const name = ts.isIdentifier(node.expression) ? node.expression.text : null;
  // `export default name` exports the value at this point, but functions and classes declared here keep their later changes anyway.
  void name;
  context.module.exports.set('default', () => binding.value ?? UNDEFINED);
}

/** `import name = require('…')` and `import name = Namespace.member`. */
export function importEquals(evaluator: Evaluator, context: Context, node: ts.ImportEqualsDeclaration): void {
  if (node.isTypeOnly) return;
  const reference = node.moduleReference;
  const binding = context.scope.own(node.name.text) ?? context.scope.declare(node.name.text, null);
  if (ts.isExternalModuleReference(reference) && ts.isStringLiteral(reference.expression)) {
    const specifier = reference.expression.text;
    let value: Value | null = null;
    binding.lazy = () => (value && !evaluator.uses ? value : (value = requireSpecifier(evaluator, context, node, specifier)));
  } else if (!ts.isExternalModuleReference(reference)) {
    const read = (name: ts.EntityName): Value =>
      ts.isIdentifier(name)
        ? readBinding(context.scope.find(name.text), name.text)
        : evaluator.get(read(name.left), name.right.text, context, node);
    binding.lazy = () => read(reference);
  }
  if (hasModifier(node, ts.SyntaxKind.ExportKeyword))
    context.module.exports.set(node.name.text, () => readBinding(binding, node.name.text));
}
