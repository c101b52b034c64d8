import { ANY, type Json, type Shape } from '@tool/ir';
import type { DeclaredMember, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { readBinding } from '../modules/modules.js';
import { Context } from '../context.js';
import { evaluate } from '../language/expressions.js';
import { ts } from '../language/syntax.js';
import { Scope } from './scope.js';
import { Obj, plain, unknown, type ClassData } from './values.js';

/** The properties that a class declares itself, with what their type annotations say without a type checker. */
export function declaredMembers(evaluator: Evaluator, value: Value): readonly DeclaredMember[] | null {
  const simple = plain(value);
  const data = simple.kind === 'object' ? (simple as Obj).fn : null;
  if (data?.kind !== 'class') return null;
  const members: DeclaredMember[] = [];
  const add = (
    name: string,
    type: ts.TypeNode | undefined,
    optional: boolean,
    initializer: ts.Expression | undefined,
    node: ts.Node,
  ): void => {
    const said = type ? typeOf(evaluator, data, type) : initializer ? ofLiteral(initializer) : {};
    const decorators = ts.canHaveDecorators(node.parent) ? (ts.getDecorators(node.parent)?.length ?? 0) : 0;
    members.push({
      name,
      optional: optional || initializer !== undefined,
      ...(initializer && { initial: () => initialValue(evaluator, data, initializer) }),
      place: evaluator.host.spanOf(evaluator.site(evaluator.topContext(data.module), node)),
      list: said.list ?? false,
      get shape() {
        return shapeOf(evaluator, data, said, type);
      },
      ...(said.cls && { cls: said.cls }),
      ...(decorators > 0 && { decorators }),
    });
  };
  for (const member of data.node.members) {
    if (
      ts.isPropertyDeclaration(member) &&
      !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword || kind === ts.SyntaxKind.PrivateKeyword) &&
      (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name))
    )
      add(member.name.text, member.type, member.questionToken !== undefined, member.initializer, member.name);
    else if (ts.isConstructorDeclaration(member))
      for (const parameter of member.parameters)
        if (
          parameter.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PublicKeyword || kind === ts.SyntaxKind.ReadonlyKeyword) &&
          ts.isIdentifier(parameter.name)
        )
          add(parameter.name.text, parameter.type, parameter.questionToken !== undefined, parameter.initializer, parameter.name);
  }
  return members;
}

/** What a property is to begin with: evaluated where nothing is called for it, and unknown else. */
function initialValue(evaluator: Evaluator, data: Declaring, node: ts.Expression): Value {
  if (!isStated(node)) return unknown('a value that a property is made with');
  const top = evaluator.topContext(data.module);
  return evaluate(evaluator, new Context(top.activation, new Scope(data.scope, true), top.frame, data.module), node);
}

function isStated(node: ts.Expression): boolean {
  if (literal(node) !== undefined || ts.isIdentifier(node)) return true;
  if (ts.isPropertyAccessExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return isStated(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.MinusToken && isStated(node.operand);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isStated);
  return ts.isObjectLiteralExpression(node) && node.properties.every((each) => ts.isPropertyAssignment(each) && isStated(each.initializer));
}

/** The class that the type of a property names, private ones included: what `emitDecoratorMetadata` writes for it. */
export function propertyClass(evaluator: Evaluator, value: Value, name: string): Value | null {
  const simple = plain(value);
  const data = simple.kind === 'object' ? (simple as Obj).fn : null;
  if (data?.kind !== 'class') return null;
  const member = data.node.members.find(
    (each): each is ts.PropertyDeclaration => ts.isPropertyDeclaration(each) && ts.isIdentifier(each.name) && each.name.text === name,
  );
  const said = member?.type ? typeOf(evaluator, data, member.type) : {};
  return said.list ? null : (said.cls ?? null);
}

/** The parameters of a function of the program, in the same way; of a class those of its constructor or of the one that it inherits. */
export function declaredParameters(evaluator: Evaluator, value: Value): readonly DeclaredMember[] | null {
  const simple = plain(value);
  const data = simple.kind === 'object' ? (simple as Obj).fn : null;
  if (data?.kind === 'class') {
    const constructor = data.node.members.find(
      (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
    );
    if (!constructor) return data.base ? declaredParameters(evaluator, data.base) : [];
    return parametersOf(evaluator, data, constructor.parameters);
  }
  if (data?.kind === 'bound') return declaredParameters(evaluator, data.target)?.slice(data.args.length) ?? null;
  return data?.kind === 'closure' ? parametersOf(evaluator, data, data.node.parameters) : null;
}

function parametersOf(evaluator: Evaluator, data: Declaring, parameters: readonly ts.ParameterDeclaration[]): readonly DeclaredMember[] {
  return parameters.map((parameter): DeclaredMember => {
    const said = parameter.type ? typeOf(evaluator, data, parameter.type) : parameter.initializer ? ofLiteral(parameter.initializer) : {};
    return {
      name: ts.isIdentifier(parameter.name) ? parameter.name.text : '',
      optional: parameter.questionToken !== undefined || parameter.initializer !== undefined,
      place: evaluator.host.spanOf(evaluator.site(evaluator.topContext(data.module), parameter.name)),
      list: said.list ?? false,
      ...(said.shape && { shape: said.shape }),
      ...(said.cls && { cls: said.cls }),
    };
  });
}

/** What the syntax of a type does not say, a checker is asked for when it is wanted. */
function shapeOf(evaluator: Evaluator, { module }: Declaring, { shape, cls }: Said, type: ts.TypeNode | undefined): Shape | undefined {
  if (
    !type ||
    cls ||
    (shape?.alternatives ?? (shape ? [shape] : [ANY])).every(({ kind, items }) => kind !== 'any' && (kind !== 'array' || items))
  )
    return shape;
  return evaluator.host.shapeOfType?.({ node: type, path: [], module, orNull: true }) ?? shape;
}

/** Names of types are looked up where the class or function stands. */
type Declaring = Pick<ClassData, 'scope' | 'module'>;

interface Said {
  readonly shape?: Shape;
  readonly cls?: Value;
  readonly list?: boolean;
}

const KEYWORDS: ReadonlyMap<ts.SyntaxKind, Shape> = new Map<ts.SyntaxKind, Shape>([
  [ts.SyntaxKind.StringKeyword, { kind: 'string' }],
  [ts.SyntaxKind.NumberKeyword, { kind: 'number' }],
  [ts.SyntaxKind.BooleanKeyword, { kind: 'boolean' }],
  [ts.SyntaxKind.BigIntKeyword, { kind: 'integer' }],
  [ts.SyntaxKind.ObjectKeyword, { kind: 'object', open: true }],
]);

/** A type by its syntax; whatever it takes a checker for says nothing. */
function typeOf(evaluator: Evaluator, data: Declaring, type: ts.TypeNode): Said {
  const keyword = KEYWORDS.get(type.kind);
  if (keyword) return { shape: keyword };
  if (ts.isParenthesizedTypeNode(type)) return typeOf(evaluator, data, type.type);
  if (ts.isArrayTypeNode(type)) return listOf(typeOf(evaluator, data, type.elementType));
  if (ts.isLiteralTypeNode(type)) {
    const value = literal(type.literal);
    return value === undefined ? {} : { shape: value === null ? { kind: 'null' } : { kind: typeof value as 'string', enum: [value] } };
  }
  if (ts.isUnionTypeNode(type)) {
    const kinds = type.types.filter((each) => each.kind !== ts.SyntaxKind.UndefinedKeyword);
    const parts = kinds.map((each) => typeOf(evaluator, data, each));
    if (parts.length === 1) return parts[0]!;
    if (!parts.every((part) => part.shape && !part.cls)) return {};
    const texts = parts.map((part) => part.shape!);
    if (texts.every((shape) => shape.kind === texts[0]!.kind && shape.enum))
      return { shape: { kind: texts[0]!.kind, enum: texts.flatMap((shape) => shape.enum!) } };
    return { shape: { kind: 'union', alternatives: texts } };
  }
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return {};
  const name = type.typeName.text;
  if (name === 'Array' || name === 'Set' || name === 'ReadonlyArray')
    return type.typeArguments?.[0] ? listOf(typeOf(evaluator, data, type.typeArguments[0])) : { shape: { kind: 'array' } };
  if (name === 'Date') return { shape: { kind: 'string', format: 'date-time' } };
  if (name === 'Record') return { shape: { kind: 'object', open: true } };
  const binding = data.scope.find(name);
  const found = binding && (binding.lazy || binding.value) ? readBinding(binding, name) : null;
  return found?.kind === 'object' ? { cls: found } : {};
}

const listOf = (element: Said): Said =>
  element.list
    ? { shape: { kind: 'array' } }
    : element.cls
      ? { cls: element.cls, list: true }
      : { shape: { kind: 'array', ...(element.shape && { items: element.shape }) } };

const literal = (node: ts.Node): Json | undefined =>
  ts.isStringLiteralLike(node)
    ? node.text
    : ts.isNumericLiteral(node)
      ? Number(node.text)
      : node.kind === ts.SyntaxKind.TrueKeyword
        ? true
        : node.kind === ts.SyntaxKind.FalseKeyword
          ? false
          : node.kind === ts.SyntaxKind.NullKeyword
            ? null
            : undefined;

const ofLiteral = (node: ts.Expression): Said => {
  const value = literal(node);
  return value === undefined || value === null ? {} : { shape: { kind: typeof value as 'string', default: value } };
};
