import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { surroundingThis } from '../context.js';
import { isSettler } from '../builtins/promise.js';
import { namespaceOf } from '../modules/module-exports.js';
import { packageValue } from '../modules/modules.js';
import { skipOuter, summarizeSyntax, ts } from '../language/syntax.js';
import { ABSENT, type Obj } from '../values/values.js';
import type { Scope } from '../values/scope.js';

/**
 * Whether a function that an unknown callee was given could tell a host object something: it mentions, directly or through
 * functions it mentions, a host object or a module that reaches a framework.
 */
export function mayRegister(evaluator: Evaluator, fn: Obj): boolean {
  return reaches(evaluator, fn, 6, new Set());
}

/** The same for a statement that stands in a scope. */
export function statementMayRegister(evaluator: Evaluator, scope: Scope, statement: ts.Statement): boolean {
  const summary = summarizeSyntax(statement);
  return summary.calls && mentions(evaluator, summary.free, scope, 6, new Set());
}

/** Whether it mentions, itself or through functions that it mentions, what resolves a promise that is pending: whoever waits for that one may register something. */
export function maySettle(fn: Obj, depth = 2): boolean {
  const data = fn.fn;
  if (data?.kind !== 'closure') return data?.kind === 'native' && isSettler(fn);
  const summary = summarizeSyntax(data.node);
  return (
    summary.calls &&
    summary.free.some((name) => {
      const binding = data.scope.find(name);
      const value = binding && !binding.lazy ? binding.value : null;
      return value?.kind === 'object' && depth > 0 && maySettle(value as Obj, depth - 1);
    })
  );
}

/** Whether it mentions, itself or through functions that it mentions, what is declared further down: whoever is given it calls it later. */
export function mentionsLater(fn: Obj, depth = 2): boolean {
  const data = fn.fn;
  return (
    data?.kind === 'closure' &&
    summarizeSyntax(data.node).free.some((name) => {
      const binding = data.scope.find(name);
      if (!binding || binding.lazy) return false;
      return !binding.value || (depth > 0 && binding.value.kind === 'object' && mentionsLater(binding.value as Obj, depth - 1));
    })
  );
}

const called = new WeakMap<ts.Node, ReadonlySet<string>>();
/** Whether it calls, itself, what a variable holds that nothing has been set to yet: `var callback; …; db.get(id, () => callback(row)); callback = …`. */
export function callsUnset(fn: Obj): boolean {
  const data = fn.fn;
  if (data?.kind !== 'closure') return false;
  return summarizeSyntax(data.node).free.some((name) => {
    const value = data.scope.find(name)?.value;
    return value?.kind === 'const' && value.value === undefined && callees(data.node).has(name);
  });
}

function callees(node: ts.Node): ReadonlySet<string> {
  let names = called.get(node);
  if (!names) {
    const found = new Set<string>();
    const walk = (child: ts.Node): void => {
      if (ts.isCallExpression(child) && ts.isIdentifier(child.expression)) found.add(child.expression.text);
      ts.forEachChild(child, walk);
    };
    walk(node);
    called.set(node, (names = found));
  }
  return names;
}

export const isAssignment = (kind: ts.SyntaxKind): boolean => kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

const written = new WeakMap<ts.Node, boolean>();
/** Methods that change what they are called on. */
const CHANGES = /^(?:push|unshift|splice|set|add|delete|assign|append|insert|register)$/;

/** Whether a function may change, by itself, a variable that it does not declare, or what one holds: `settings[each.name] = each`, `names.push(each)`. */
export function writesOutside(node: ts.Node): boolean {
  let writes = written.get(node);
  if (writes === undefined) {
    const free = new Set(summarizeSyntax(node).free);
    const isOutside = (target: ts.Expression): boolean => {
      let at = skipOuter(target);
      while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = skipOuter(at.expression);
      return at.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(at) && free.has(at.text));
    };
    const isWrite = (child: ts.Node): boolean => {
      if (ts.isBinaryExpression(child)) return isAssignment(child.operatorToken.kind) && isOutside(child.left);
      if (ts.isPrefixUnaryExpression(child) || ts.isPostfixUnaryExpression(child))
        return /^(?:PlusPlus|MinusMinus)Token$/.test(ts.SyntaxKind[child.operator]) && isOutside(child.operand);
      if (!ts.isCallExpression(child) || !ts.isPropertyAccessExpression(child.expression) || !CHANGES.test(child.expression.name.text))
        return false;
      const { expression, name } = child.expression;
      return name.text === 'assign' ? child.arguments[0] !== undefined && isOutside(child.arguments[0]) : isOutside(expression);
    };
    const visit = (child: ts.Node): boolean => isWrite(child) || (ts.forEachChild(child, visit) ?? false);
    written.set(node, (writes = visit(node)));
  }
  return writes;
}

function reaches(evaluator: Evaluator, value: Value, depth: number, seen: Set<unknown>): boolean {
  switch (value.kind) {
    case 'const':
    case 'template':
      return false;
    case 'unknown':
      return value !== ABSENT && value.carries.length > 0;
    case 'oneOf':
      return value.values.some((alternative) => reaches(evaluator, alternative, depth, seen));
    case 'object': {
      const object = value as Obj;
      if (object.host) return object.host.type.inert !== true;
      if (seen.has(object)) return false;
      seen.add(object);
      if (depth <= 0) return false;
      const data = object.fn;
      if (data?.kind === 'closure' || data?.kind === 'class') {
        const summary = summarizeSyntax(data.node);
        evaluator.summarized.add(data.node);
        if (!summary.calls) return false;
        const self = surroundingThis(object);
        return (
          mentions(evaluator, summary.free, data.scope, depth, seen) ||
          requires(evaluator, summary.required, data.module.file, depth, seen) ||
          (self !== null && reaches(evaluator, self, depth - 1, seen))
        );
      }
      if (data?.kind === 'bound')
        return (
          reaches(evaluator, data.target, depth, seen) ||
          reaches(evaluator, data.self, depth, seen) ||
          data.args.some((arg) => reaches(evaluator, arg, depth, seen))
        );
      if (data?.kind === 'native') return evaluator.builtins.hostNatives.has(object) || propsReach(evaluator, object, depth, seen);
      if (object.cls === 'Namespace') return evaluator.host.reachesFramework((object.internal as { file: string }).file);
      if (object.elements) return object.elements.slice(0, 50).some((element) => reaches(evaluator, element, depth - 1, seen));
      if (object.entries) return [...object.entries.values()].some(([, item]) => reaches(evaluator, item, depth - 1, seen));
      return (
        propsReach(evaluator, object, depth, seen) ||
        (object.proto?.kind === 'object' &&
          object.proto !== evaluator.builtins.objectPrototype &&
          reaches(evaluator, object.proto, depth - 1, seen))
      );
    }
  }
}

/** The same for what a function requires when it runs; of a name that is computed, everything its file imports is taken. */
function requires(evaluator: Evaluator, specifiers: readonly string[] | null, file: string, depth: number, seen: Set<unknown>): boolean {
  if (specifiers === null) return evaluator.host.reachesFramework(file);
  return specifiers.some((specifier) => {
    const resolution = evaluator.host.resolve(specifier, file, true);
    if (resolution.kind === 'package') return reaches(evaluator, packageValue(evaluator, resolution.name), depth - 1, seen);
    if (resolution.kind !== 'source') return false;
    const record = evaluator.modules.get(resolution.file);
    if (record?.state !== 'done') return evaluator.host.reachesFramework(resolution.file);
    return reaches(evaluator, namespaceOf(evaluator, record), depth - 1, seen);
  });
}

function propsReach(evaluator: Evaluator, object: Obj, depth: number, seen: Set<unknown>): boolean {
  if (!object.props || object === evaluator.builtins.globalObject) return false;
  let count = 0;
  for (const [key, own] of object.props) {
    if (key === 'constructor') continue;
    if (++count > 60) return false;
    if (own.get ? reaches(evaluator, own.get, depth - 1, seen) : reaches(evaluator, own.value, depth - 1, seen)) return true;
  }
  return false;
}

function mentions(evaluator: Evaluator, names: readonly string[], scope: Scope, depth: number, seen: Set<unknown>): boolean {
  for (const name of names) {
    const binding = scope.find(name);
    if (!binding || seen.has(binding)) continue;
    seen.add(binding);
    if (binding.lazy) {
      // What a module that has run exports is known; of the others only what they import.
      if (binding.lazyFile !== null && evaluator.modules.get(binding.lazyFile)?.state === 'done') {
        if (reaches(evaluator, binding.lazy(), depth - 1, seen)) return true;
        continue;
      }
      if (
        binding.lazyFile !== null
          ? evaluator.host.reachesFramework(binding.lazyFile)
          : binding.lazyPackage !== null && reaches(evaluator, packageValue(evaluator, binding.lazyPackage), depth - 1, seen)
      )
        return true;
      continue;
    }
    if (binding.value && reaches(evaluator, binding.value, depth - 1, seen)) return true;
  }
  return false;
}
