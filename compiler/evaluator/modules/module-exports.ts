import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { runModule } from './modules.js';
import { Obj, constant, type ModuleRecord } from '../values/values.js';

/** One search for a name: the modules it went through, and whether it asked nothing that could answer otherwise later. */
class Search {
  readonly seen = new Set<ModuleRecord>();
  isFinal = true;
  /** What a package gives of which nobody knows whether it has the name: where any module that is searched has it, it is that one's. */
  guess: Value | null = null;
}

/**
 * Whether what others see of a module is its `module.exports`: one of CommonJS, or one in the syntax of ES modules that is compiled to CommonJS and puts
 * something of its own there (`export {}; module.exports = …`), which then stands for all that it exports.
 */
export function exportsAsCommonJs(record: ModuleRecord): boolean {
  if (!record.isEsm) return true;
  const put = record.moduleObject.props?.get('exports')?.value;
  return put !== undefined && put !== record.ownExports && put.kind !== 'unknown' && !(put.kind === 'const' && put.value === undefined);
}

/** An export by name; `export *` is searched in order. CommonJS modules export the properties of `module.exports`. */
export function exportOf(evaluator: Evaluator, record: ModuleRecord, name: string): Value | null {
  const search = new Search();
  return searched(evaluator, record, name, search) ?? search.guess;
}

function searched(evaluator: Evaluator, record: ModuleRecord, name: string, search: Search): Value | null {
  const { seen } = search;
  if (seen.has(record)) return null;
  seen.add(record);
  if (record.state === 'new') runModule(evaluator, record);
  const isCommonJs = exportsAsCommonJs(record);
  if (record.state !== 'done' || isCommonJs) search.isFinal = false;
  if (isCommonJs) {
    const context = evaluator.topContext(record);
    const exported = evaluator.get(record.moduleObject, 'exports', context, record.source);
    const isEsModule = exported.kind === 'object' && evaluator.ownProperty(exported as Obj, '__esModule');
    if (name === 'default') {
      if (!isEsModule) return exported;
      return evaluator.get(exported, 'default', context, record.source);
    }
    return evaluator.get(exported, name, context, record.source);
  }
  const read = record.exports.get(name);
  if (read) return read();
  // `exports.name = …` beside exports of ES modules.
  if (record.ownExports.props?.has(name)) return evaluator.get(record.ownExports, name, evaluator.topContext(record), record.source);
  if (name === 'default') return null;
  const known = record.starred.get(name);
  if (known) {
    search.isFinal = false;
    wentThrough(evaluator, known.through);
    return known.by.exports.get(name)!();
  }
  // In the middle of a search a module that is searched already says nothing, which it may do in another one.
  const isOutermost = seen.size === 1;
  const through = record.unexported.get(name);
  if (through) {
    if (!isOutermost) for (const each of through) seen.add(each);
    wentThrough(evaluator, through);
    return null;
  }
  for (const star of record.stars) {
    const target = star(name);
    if (!target) continue;
    if ('scope' in target) {
      const value = searched(evaluator, target, name, search);
      if (!value || (value.kind === 'const' && value.value === undefined && !hasExport(evaluator, target, name))) continue;
      if (isOutermost)
        for (const each of seen)
          if (each.isEsm && each.exports.has(name)) {
            record.starred.set(name, { by: each, through: [...seen] });
            break;
          }
      return value;
    }
    search.isFinal = false;
    const value = evaluator.get(target, name, evaluator.topContext(record), record.source);
    if (value.kind === 'unknown') search.guess ??= value;
    else if (!(value.kind === 'const' && value.value === undefined)) return value;
  }
  // Of a type nobody exports a value, and every file that names it asks.
  if (isOutermost && search.isFinal) record.unexported.set(name, [...seen]);
  return null;
}

/** Searches that were not made again, by those who need to know what modules these would have run. */
const passed = new WeakMap<ReadonlySet<string>, Set<readonly ModuleRecord[]>>();

/** A search that is not made again would have run these modules: hundreds, behind barrels that are asked over and over. */
function wentThrough({ uses }: Evaluator, records: readonly ModuleRecord[]): void {
  if (!uses) return;
  let known = passed.get(uses.modules);
  if (!known) passed.set(uses.modules, (known = new Set()));
  if (known.has(records)) return;
  known.add(records);
  for (const { file } of records) uses.modules.add(file);
}

const hasExport = (evaluator: Evaluator, record: ModuleRecord, name: string): boolean =>
  exportNames(evaluator, record, new Set()).includes(name);

export function exportNames(evaluator: Evaluator, record: ModuleRecord, seen: Set<ModuleRecord>): string[] {
  if (seen.has(record)) return [];
  seen.add(record);
  if (exportsAsCommonJs(record)) {
    const exported = evaluator.get(record.moduleObject, 'exports', evaluator.topContext(record), record.source);
    return exported.kind === 'object' ? evaluator.keys(exported as Obj) : [];
  }
  const names = [...record.exports.keys(), ...evaluator.keys(record.ownExports)];
  for (const star of record.stars) {
    const target = star(null);
    if (target && 'scope' in target) {
      if (target.state === 'new') runModule(evaluator, target);
      names.push(...exportNames(evaluator, target, seen).filter((name) => name !== 'default'));
    }
  }
  return [...new Set(names)];
}

export function namespaceOf(evaluator: Evaluator, record: ModuleRecord): Value {
  if (exportsAsCommonJs(record)) return evaluator.get(record.moduleObject, 'exports', evaluator.topContext(record), record.source);
  return (record.namespace ??= namespaceFor(record));
}

/** What a module exports, looked up when it is asked for. */
export function namespaceFor(record: ModuleRecord): Obj {
  const namespace = new Obj('Namespace', null, null);
  namespace.internal = record;
  return namespace;
}

export function namespaceMember(evaluator: Evaluator, namespace: Obj, key: PropertyKey): Value | null {
  if (typeof key !== 'string') return null;
  if (key === '__esModule') return constant(true);
  return exportOf(evaluator, namespace.internal as ModuleRecord, key);
}

export const namespaceKeys = (evaluator: Evaluator, namespace: Obj): string[] => {
  const record = namespace.internal as ModuleRecord;
  if (record.state === 'new') runModule(evaluator, record);
  return exportNames(evaluator, record, new Set()).sort();
};
