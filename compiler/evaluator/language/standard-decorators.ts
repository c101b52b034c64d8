import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { Obj, UNDEFINED, constant, type ClassData } from '../values/values.js';
import { hasModifier, ts } from './syntax.js';

/** What the context of a decorator has; the key that a decorator of TypeScript is given in its place has none of it. */
const OF_A_CONTEXT = /^(?:addInitializer|kind|metadata|access|static|private|name)$/;
const answers = new WeakMap<ts.Node, boolean>();

/** Whether a decorator is one of the standard: what it takes as its second argument is stated, or used, as a context. */
export function takesContext(fn: Value): boolean {
  const data = fn.kind === 'object' ? (fn as Obj).fn : null;
  if (data?.kind !== 'closure') return false;
  const known = answers.get(data.node);
  if (known !== undefined) return known;
  const parameter = data.node.parameters.filter(({ name }) => !ts.isIdentifier(name) || name.text !== 'this')[1];
  const answer = parameter !== undefined && isContext(parameter, data.node);
  answers.set(data.node, answer);
  return answer;
}

function isContext({ name, type }: ts.ParameterDeclaration, { body }: ts.FunctionLikeDeclaration): boolean {
  if (type && type.kind !== ts.SyntaxKind.AnyKeyword) return /\bDecoratorContext\b|\bClass\w*DecoratorContext\b/.test(type.getText());
  if (ts.isObjectBindingPattern(name)) return true;
  if (!ts.isIdentifier(name) || !body) return false;
  const reads = (node: ts.Node): boolean =>
    (ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === name.text &&
      OF_A_CONTEXT.test(node.name.text)) ||
    ts.forEachChild(node, reads) === true;
  return reads(body);
}

/** What decorators of one class share: it inherits from that of the base class. */
function metadataOf(evaluator: Evaluator, context: Context, node: ts.Node, cls: Obj): Value {
  const key = Symbol.for('Symbol.metadata');
  const own = cls.props?.get(key)?.value;
  if (own) return own;
  const base = evaluator.get(cls, key, context, node);
  const made = new Obj('Object', base.kind === 'object' ? base : null, evaluator.site(context, node));
  evaluator.define(cls, key, made, false);
  return made;
}

/** Calls a decorator of the standard. `later` gets what it wants to be run with each object, or with the class. */
export function callWithContext(
  evaluator: Evaluator,
  context: Context,
  decorator: ts.Decorator,
  fn: Value,
  given: Value,
  name: Value,
  member: ts.ClassElement | null,
  cls: Obj,
  later: Value[],
): Value {
  const kind = !member
    ? 'class'
    : ts.isMethodDeclaration(member)
      ? 'method'
      : ts.isGetAccessor(member)
        ? 'getter'
        : ts.isSetAccessor(member)
          ? 'setter'
          : hasModifier(member, ts.SyntaxKind.AccessorKeyword)
            ? 'accessor'
            : 'field';
  const told = evaluator.record([
    ['kind', constant(kind)],
    ['name', name],
    ['static', constant(member !== null && hasModifier(member, ts.SyntaxKind.StaticKeyword))],
    ['private', constant(member?.name !== undefined && ts.isPrivateIdentifier(member.name))],
    ['metadata', metadataOf(evaluator, context, decorator, cls)],
    [
      'addInitializer',
      evaluator.native('addInitializer', (_ev, _self, args) => {
        if (args[0]) later.push(args[0]);
        return UNDEFINED;
      }),
    ],
    [
      'access',
      evaluator.record([
        [
          'get',
          evaluator.native('get', (ev, _self, args) => {
            const key = ev.key(name);
            return key === null ? UNDEFINED : ev.get(args[0] ?? UNDEFINED, key, context, decorator);
          }),
        ],
      ]),
    ],
  ]);
  return evaluator.call(fn, UNDEFINED, [given, told], context, decorator);
}

/** The decorators of a member that are those of the standard, innermost first; what they give takes the member's place. */
export function decorateMember(
  evaluator: Evaluator,
  context: Context,
  member: ts.ClassElement,
  decorators: readonly (readonly [ts.Decorator, Value])[],
  key: PropertyKey | null,
  name: Value,
  cls: Obj,
  target: Obj,
): void {
  const data = cls.fn as ClassData;
  const accessor = ts.isGetAccessor(member) ? 'get' : ts.isSetAccessor(member) ? 'set' : null;
  const later: Value[] = [];
  for (const [decorator, fn] of [...decorators].reverse()) {
    const own = key === null || ts.isPropertyDeclaration(member) ? undefined : target.props?.get(key);
    const given = (accessor ? own?.[accessor] : own?.value) ?? UNDEFINED;
    const result = callWithContext(evaluator, context, decorator, fn, given, name, member, cls, later);
    if (result.kind !== 'object' || !(result as Obj).fn || key === null) continue;
    if (accessor) evaluator.defineAccessor(target, key, accessor, result as Obj, false);
    else if (ts.isPropertyDeclaration(member)) data.wrapped.set(member, [...(data.wrapped.get(member) ?? []), result]);
    else evaluator.define(target, key, result, false);
  }
  if (hasModifier(member, ts.SyntaxKind.StaticKeyword)) for (const each of later) evaluator.call(each, cls, [], context, member);
  else data.initializers.push(...later);
}
