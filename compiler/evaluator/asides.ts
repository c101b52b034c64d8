import type { Value } from '@tool/scanner-sdk';
import { surroundingThis } from './context.js';
import type { Evaluator } from './evaluator.js';
import { namespaceOf } from './module-exports.js';
import { packageValue } from './modules.js';
import type { Scope } from './scope.js';
import { summarizeSyntax, ts } from './syntax.js';
import { ABSENT, type Closure, type Frame, type Obj } from './values.js';

/** Values that are looked at before a call counts as one that may do anything. */
const MOST_VALUES = 5_000;

/**
 * A call of an asynchronous function that the program makes beside its set-up: nobody takes its result, and with all that it mentions and is
 * given there is nothing that it could tell a host object. Filling a database with examples, warming caches and counting for statistics are such calls.
 */
export function isAside(evaluator: Evaluator, frame: Frame): boolean {
  const closure = frame.fn?.fn;
  if (closure?.kind !== 'closure' || evaluator.observer || !isAsync(closure) || !isUnused(frame.callNode)) return false;
  return (frame.isAside ??= !new Reach(evaluator).any([frame.fn, frame.self, ...frame.args]));
}

const isAsync = ({ node }: Closure): boolean => node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) === true;

/** Nobody takes what a call gives: it is a statement, whether it is waited for or not. */
function isUnused(call: ts.Node | null): boolean {
  let node = call?.parent;
  while (node && (ts.isAwaitExpression(node) || ts.isVoidExpression(node) || ts.isParenthesizedExpression(node))) node = node.parent;
  return node !== undefined && ts.isExpressionStatement(node);
}

/** What can be reached from values: whether a host object is among it on which something can be registered. */
class Reach {
  private readonly seen = new Set<unknown>();
  constructor(private readonly evaluator: Evaluator) {}

  any(values: Iterable<Value | null>): boolean { for (const value of values) if (value && this.from(value)) return true; return false; }

  private from(value: Value): boolean {
    switch (value.kind) {
      case 'const': case 'template': return false;
      case 'unknown': return value !== ABSENT && value.carries.length > 0;
      case 'oneOf': return this.any(value.values);
      case 'object': return this.fromObject(value as Obj);
    }
  }

  private fromObject(object: Obj): boolean {
    if (object.host) return object.host.type.inert !== true;
    if (this.seen.has(object)) return false;
    this.seen.add(object);
    const { builtins } = this.evaluator;
    if (object === builtins.globalObject || object === builtins.objectPrototype || object === builtins.functionPrototype) return false;
    if (this.seen.size > MOST_VALUES || builtins.hostNatives.has(object)) return true;
    if (object.cls === 'Namespace') return this.evaluator.host.reachesFramework((object.internal as { file: string }).file);
    return this.fromFunction(object) || this.any(object.elements ?? []) || this.fromEntries(object) || this.fromMembers(object) || (object.proto !== null && this.from(object.proto));
  }

  private fromEntries({ entries }: Obj): boolean {
    for (const [key, value] of entries?.values() ?? []) if (this.from(key) || this.from(value)) return true;
    return false;
  }

  private fromMembers({ props }: Obj): boolean {
    for (const { get, set, value } of props?.values() ?? []) if (this.from(value) || (get && this.from(get)) || (set && this.from(set))) return true;
    return false;
  }

  private fromFunction(object: Obj): boolean {
    const data = object.fn;
    if (data?.kind === 'bound') return this.any([data.target, data.self, ...data.args]);
    if (data?.kind !== 'closure' && data?.kind !== 'class') return false;
    const summary = summarizeSyntax(data.node);
    this.evaluator.summarized.add(data.node);
    const self = surroundingThis(object);
    return (summary.calls && (this.fromNames(summary.free, data.scope) || this.fromRequired(summary.required, data.module.file))) || (self !== null && this.from(self))
      || (data.kind === 'class' && data.base !== null && this.from(data.base));
  }

  private fromNames(names: readonly string[], scope: Scope): boolean {
    for (const name of names) {
      const binding = scope.find(name);
      if (!binding || this.seen.has(binding)) continue;
      this.seen.add(binding);
      if (!binding.lazy) { if (binding.value && this.from(binding.value)) return true; continue; }
      // What a module that has run exports is known; of the others only what they import.
      if (binding.lazyFile === null) { if (binding.lazyPackage === null || this.from(packageValue(this.evaluator, binding.lazyPackage))) return true; }
      else if (this.evaluator.modules.get(binding.lazyFile)?.state === 'done' ? this.from(binding.lazy()) : this.evaluator.host.reachesFramework(binding.lazyFile)) return true;
    }
    return false;
  }

  /** The same for what a function requires when it runs; of a name that is computed, everything its file imports is taken. */
  private fromRequired(specifiers: readonly string[] | null, file: string): boolean {
    if (specifiers === null) return this.evaluator.host.reachesFramework(file);
    return specifiers.some((specifier) => {
      const resolution = this.evaluator.host.resolve(specifier, file, true);
      if (resolution.kind === 'package') return this.from(packageValue(this.evaluator, resolution.name));
      if (resolution.kind !== 'source') return false;
      const record = this.evaluator.modules.get(resolution.file);
      return record?.state === 'done' ? this.from(namespaceOf(this.evaluator, record)) : this.evaluator.host.reachesFramework(resolution.file);
    });
  }
}
