import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from './expressions.js';
import { Scope } from '../values/scope.js';
import { hoistInto, executeBody, initialize } from './statements.js';
import { ts, hasModifier, hoistVars } from './syntax.js';
import { unknown, constant, UNDEFINED, prop, type Obj } from '../values/values.js';

export function executeEnum(evaluator: Evaluator, context: Context, node: ts.EnumDeclaration): void {
  if (hasModifier(node, ts.SyntaxKind.DeclareKeyword) && !hasModifier(node, ts.SyntaxKind.ConstKeyword)) {
    initialize(evaluator, context, node.name.text, unknown('an enum declared elsewhere'));
    return;
  }
  const existing = context.scope.own(node.name.text)?.value;
  const object = existing?.kind === 'object' ? (existing as Obj) : evaluator.object(evaluator.site(context, node));
  initialize(evaluator, context, node.name.text, object);
  const inner = context.within(new Scope(context.scope, false));
  let next: number | null = 0;
  for (const member of node.members) {
    const name = ts.isComputedPropertyName(member.name) ? '' : (member.name as ts.Identifier).text;
    const value: Value = member.initializer
      ? evaluate(evaluator, inner, member.initializer)
      : next === null
        ? unknown('an enum member')
        : constant(next, evaluator.site(context, member));
    next = value.kind === 'const' && typeof value.value === 'number' ? value.value + 1 : null;
    evaluator.define(object, name, value);
    inner.scope.declare(name, value);
    if (value.kind === 'const' && typeof value.value === 'number') evaluator.define(object, String(value.value), constant(name));
  }
}

export function executeNamespace(evaluator: Evaluator, context: Context, node: ts.ModuleDeclaration): void {
  if (!ts.isIdentifier(node.name) || hasModifier(node, ts.SyntaxKind.DeclareKeyword) || !node.body || !ts.isModuleBlock(node.body)) return;
  const existing = context.scope.own(node.name.text)?.value;
  const object = existing?.kind === 'object' ? (existing as Obj) : evaluator.object(evaluator.site(context, node));
  initialize(evaluator, context, node.name.text, object);
  const inner = context.within(new Scope(context.scope, true));
  for (const name of hoistVars(node.body)) inner.scope.declare(name, UNDEFINED);
  hoistInto(evaluator, inner, node.body, node.body.statements);
  executeBody(evaluator, inner, node.body.statements);
  for (const statement of node.body.statements) {
    if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) continue;
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap((declaration) => (ts.isIdentifier(declaration.name) ? [declaration.name.text] : []))
      : (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) && statement.name
        ? [statement.name.text]
        : [];
    for (const name of names) {
      const binding = inner.scope.own(name);
      if (binding?.value) (object.props ??= new Map()).set(name, prop(binding.value));
    }
  }
}
