import type { Shape } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { packageValue, readBinding } from '../modules/modules.js';
import { ts, walk } from '../language/syntax.js';
import { plain, type ModuleRecord, type Obj, type Site } from '../values/values.js';

/** `app.get<{ Body: … }>(…)`, `new Store<Tables>()`; those of the class that the constructed one extends: `class Own extends Store<Tables>`. */
export function typeArgumentsOf(
  evaluator: Evaluator,
  site: Site | null,
  newTarget: Value | null,
): readonly ((member?: string) => Shape | undefined)[] {
  const extended = newTarget ? basesOf(newTarget) : null;
  if (extended) return asked(evaluator, extended.module, extended.types);
  if (!site || !(ts.isCallExpression(site.node) || ts.isNewExpression(site.node) || ts.isTaggedTemplateExpression(site.node))) return [];
  return asked(evaluator, site.module, site.node.typeArguments ?? []);
}

/** A member is asked for by itself: the other members of a type may be many. */
const asked = (
  evaluator: Evaluator,
  module: ModuleRecord,
  nodes: readonly ts.TypeNode[],
): readonly ((member?: string) => Shape | undefined)[] =>
  nodes.map((node) => (member) => {
    if (member === undefined) return evaluator.host.shapeOfType?.({ node, module, path: [] });
    for (const stated of evaluator.host.statedTypes?.(node) ?? []) {
      const shape = stated.member(member);
      if (shape) return shape;
    }
    return evaluator.host.shapeOfType?.({ node, module, path: [member] });
  });

/** Type arguments in the nearest `extends` that has some. */
function basesOf(newTarget: Value): { readonly module: ModuleRecord; readonly types: readonly ts.TypeNode[] } | null {
  for (let at: Value | null = newTarget; at?.kind === 'object';) {
    const data: Obj['fn'] = (at as Obj).fn;
    if (data?.kind !== 'class') return null;
    const types = data.node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.typeArguments;
    if (types && types.length > 0) return { module: data.module, types };
    at = data.base ?? null;
  }
  return null;
}

/** Whether a constructor of a class, or of one that it extends, hands what it makes to somebody: `registry.add(this)`. The bodies are read for it, not run. */
export function handsItselfOn(value: Value): boolean {
  const simple = plain(value);
  const data = simple.kind === 'object' ? (simple as Obj).fn : null;
  if (data?.kind !== 'class') return false;
  let holds = false;
  const hasThis = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.ThisKeyword || ts.forEachChild(node, hasThis) === true;
  for (const member of data.node.members)
    if (ts.isConstructorDeclaration(member) && member.body)
      walk(member.body, (node) => {
        holds ||= ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.SuperKeyword && node.arguments.some(hasThis);
        return null;
      });
  return holds || (data.base !== null && data.base !== undefined && handsItselfOn(data.base));
}

/** The class of a package that a type of the program stands for: `type Db = Store<Tables>`. */
function ofPackage(evaluator: Evaluator, type: ts.TypeReferenceNode): Value | null {
  const found = evaluator.host.classOfPackage?.(type);
  return found ? evaluator.get(packageValue(evaluator, found[0]), found[1], evaluator.builtins.nowhere.context, type) : null;
}

const asClass = (found: Value | null): Value | null =>
  (found?.kind === 'object' && (found as Obj).fn) || (found?.kind === 'unknown' && found.provenance) ? found : null;

/** What the types of a constructor's parameters name, where that is a value, or a class of a package by another name. */
export function parameterClasses(evaluator: Evaluator, value: Value): readonly (Value | null)[] | null {
  const simple = plain(value);
  const data = simple.kind === 'object' ? (simple as Obj).fn : null;
  if (data?.kind !== 'class') return null;
  const constructor = data.node.members.find(
    (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
  if (!constructor) return data.base ? parameterClasses(evaluator, data.base) : [];
  const context = evaluator.topContext(data.module);
  const named = (name: ts.EntityName): Value | null => {
    if (!ts.isIdentifier(name)) {
      const holder = named(name.left);
      return holder && evaluator.get(holder, name.right.text, context, name);
    }
    const binding = data.scope.find(name.text);
    return binding && (binding.lazy || binding.value) ? readBinding(binding, name.text) : null;
  };
  return constructor.parameters.map((parameter) => {
    if (!parameter.type || !ts.isTypeReferenceNode(parameter.type)) return null;
    // An import without `type` binds the name of a type to nothing.
    return asClass(named(parameter.type.typeName)) ?? asClass(ofPackage(evaluator, parameter.type));
  });
}
