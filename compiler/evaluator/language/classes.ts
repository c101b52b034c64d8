import type { Value } from '@tool/scanner-sdk';
import { Activation, Context } from '../context.js';
import { activate, makeClosure } from './calls.js';
import { evaluate } from './expressions.js';
import { Scope } from '../values/scope.js';
import { callWithContext, decorateMember, takesContext } from './standard-decorators.js';
import { executeBody, hoistInto } from './statements.js';
import { hasModifier, hoistVars, skipOuter, ts } from './syntax.js';
import { Frame, Obj, UNDEFINED, prop, unknown, constant, type ClassData, type Closure } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';

export function propertyKey(evaluator: Evaluator, context: Context, name: ts.PropertyName): PropertyKey | null {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isPrivateIdentifier(name)) return name.text;
  if (ts.isBigIntLiteral(name)) return name.text;
  return evaluator.key(evaluate(evaluator, context, name.expression));
}

export function evaluateClass(evaluator: Evaluator, outer: Context, node: ts.ClassLikeDeclaration): Obj {
  const scope = new Scope(outer.scope, false);
  const context = outer.within(scope);
  const extended = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const base = extended ? evaluate(evaluator, context, extended.expression) : null;
  const cls = new Obj(
    'Function',
    base?.kind === 'object' || base?.kind === 'unknown' ? base : evaluator.builtins.functionPrototype,
    evaluator.site(context, node),
  );
  const data: ClassData = {
    kind: 'class',
    node,
    scope,
    module: context.module,
    base,
    fieldKeys: new Map(),
    initializers: [],
    wrapped: new Map(),
  };
  cls.fn = data;
  if (node.name) scope.declare(node.name.text, cls);
  evaluator.builtins.nameFunction(cls, node.name?.text ?? '', 0);
  const prototype = new Obj(
    'Object',
    base ? evaluator.get(base, 'prototype', context, node) : evaluator.builtins.objectPrototype,
    cls.origin,
  );
  prototype.props = new Map([['constructor', prop(cls, false)]]);
  cls.props!.set('prototype', prop(prototype, false));
  const className = node.name?.text ?? '';
  for (const member of node.members) {
    const isStatic = hasModifier(member, ts.SyntaxKind.StaticKeyword);
    const target = isStatic ? cls : prototype;
    if (ts.isMethodDeclaration(member)) {
      if (!member.body) continue;
      const key = propertyKey(evaluator, context, member.name);
      const fn = makeClosure(evaluator, context, member, target, typeof key === 'string' ? (className ? `${className}.${key}` : key) : '');
      if (key === null) {
        evaluator.setUnknownKey(target, fn);
        continue;
      }
      evaluator.define(target, key, fn, false);
    } else if (ts.isGetAccessorDeclaration(member) || ts.isSetAccessorDeclaration(member)) {
      const key = propertyKey(evaluator, context, member.name);
      if (key === null || !member.body) continue;
      evaluator.defineAccessor(
        target,
        key,
        ts.isGetAccessorDeclaration(member) ? 'get' : 'set',
        makeClosure(evaluator, context, member, target, String(key)),
        false,
      );
    } else if (ts.isPropertyDeclaration(member) && ts.isComputedPropertyName(member.name)) {
      const key = propertyKey(evaluator, context, member.name);
      if (key !== null) data.fieldKeys.set(member, key);
    }
  }
  decorateMembers(evaluator, context, node, cls, prototype);
  const statics = new Activation(cls, cls, cls, null, []);
  const staticContext = new Context(statics, scope, context.frame, context.module);
  for (const member of node.members) {
    if (ts.isClassStaticBlockDeclaration(member)) {
      const inner = staticContext.within(new Scope(scope, true));
      for (const name of hoistVars(member.body)) inner.scope.declare(name, UNDEFINED);
      hoistInto(evaluator, inner, member.body, member.body.statements);
      executeBody(evaluator, inner, member.body.statements);
    } else if (
      ts.isPropertyDeclaration(member) &&
      hasModifier(member, ts.SyntaxKind.StaticKeyword) &&
      !hasModifier(member, ts.SyntaxKind.DeclareKeyword)
    ) {
      initializeField(evaluator, staticContext, cls, data, member, className);
    }
  }
  return decorateClass(evaluator, context, node, cls);
}

function initializeField(
  evaluator: Evaluator,
  context: Context,
  target: Obj,
  data: ClassData,
  member: ts.PropertyDeclaration,
  className: string,
): void {
  const key = ts.isComputedPropertyName(member.name) ? (data.fieldKeys.get(member) ?? null) : propertyKey(evaluator, context, member.name);
  if (!member.initializer && target.props?.has(key ?? '')) return;
  let value = member.initializer
    ? namedValue(evaluator, context, member.initializer, typeof key === 'string' ? (className ? `${className}.${key}` : key) : '')
    : UNDEFINED;
  for (const wrap of data.wrapped.get(member) ?? []) value = evaluator.call(wrap, target, [value], context, member);
  if (key === null) evaluator.setUnknownKey(target, value);
  else evaluator.define(target, key, value, !ts.isPrivateIdentifier(member.name));
}

/** `descriptor.value = function () {…}`: what takes a method's place is called like the method, not like the member of the descriptor. */
const isAnonymous = ({ fn }: Obj): boolean =>
  fn?.kind === 'closure' && (ts.isArrowFunction(fn.node) || (ts.isFunctionExpression(fn.node) && !fn.node.name));

/** Evaluates an initializer; an anonymous function or class takes the name of what it is assigned to, and what a call gives is held under it. */
export function namedValue(evaluator: Evaluator, context: Context, node: ts.Expression, name: string): Value {
  const inner = skipOuter(node);
  const value = evaluate(evaluator, context, node);
  if ((ts.isFunctionExpression(inner) && !inner.name) || ts.isArrowFunction(inner) || (ts.isClassExpression(inner) && !inner.name)) {
    if (value.kind === 'object') evaluator.builtins.nameFunction(value as Obj, name, null);
  } else if (ts.isCallExpression(inner) || ts.isArrayLiteralExpression(inner)) evaluator.hold(value, name);
  return value;
}

function initializeFields(evaluator: Evaluator, cls: Obj, data: ClassData, instance: Value, caller: Context): void {
  if (instance.kind !== 'object') return;
  const fields = data.node.members.filter(
    (member): member is ts.PropertyDeclaration =>
      ts.isPropertyDeclaration(member) &&
      !hasModifier(member, ts.SyntaxKind.StaticKeyword) &&
      !hasModifier(member, ts.SyntaxKind.DeclareKeyword) &&
      !hasModifier(member, ts.SyntaxKind.AbstractKeyword),
  );
  if (fields.length === 0 && data.initializers.length === 0) return;
  const home = protoOf(cls);
  const activation = new Activation(instance, cls, home, null, []);
  const context = new Context(
    activation,
    new Scope(data.scope, true),
    new Frame(caller.frame, cls, data.node, data.module, data.module),
    data.module,
  );
  const isTypeScript = /\.[cm]?tsx?$/.test(data.module.file);
  for (const each of data.initializers) evaluator.call(each, instance, [], context, data.node);
  for (const field of fields) {
    // A field without initializer declares a type only; it must not hide what the base class set.
    if (!field.initializer && isTypeScript && !data.wrapped.has(field)) continue;
    initializeField(evaluator, context, instance as Obj, data, field, data.node.name?.text ?? '');
  }
}

const protoOf = (cls: Obj): Obj | null => {
  const value = cls.props?.get('prototype')?.value;
  return value?.kind === 'object' ? (value as Obj) : null;
};

export function constructClass(
  evaluator: Evaluator,
  cls: Obj,
  data: ClassData,
  args: readonly Value[],
  caller: Context,
  node: ts.Node,
  newTarget: Value,
): Value {
  evaluator.called.add(data.node);
  const constructor = data.node.members.find(
    (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
  const home = protoOf(cls);
  const derived = data.base !== null && !(data.base.kind === 'const' && data.base.value === null);
  let instance: Value | null = null;
  if (!derived) {
    instance = new Obj('Object', evaluator.get(newTarget, 'prototype', caller, node), evaluator.site(caller, node));
    if (!constructor) {
      initializeFields(evaluator, cls, data, instance, caller);
      return instance;
    }
  } else if (!constructor) {
    const made = evaluator.construct(data.base, args, caller, node, newTarget);
    initializeFields(evaluator, cls, data, made, caller);
    return made;
  }
  const closure: Closure = { kind: 'closure', node: constructor, scope: data.scope, module: data.module, home, newTarget };
  const fn = cls;
  const parameterFields = constructor.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, constructor));
  const after = (self: Value, context: Context): void => {
    for (const parameter of parameterFields)
      if (ts.isIdentifier(parameter.name) && self.kind === 'object') {
        const binding = context.scope.find(parameter.name.text);
        evaluator.define(self as Obj, parameter.name.text, binding?.value ?? UNDEFINED);
      }
    initializeFields(evaluator, cls, data, self, caller);
  };
  const { result, activation } = activateConstructor(evaluator, fn, closure, instance, args, caller, node, newTarget, after);
  if (result.kind === 'object') return result;
  return (
    activation.self ??
    (() => {
      const open = new Obj('Object', home, evaluator.site(caller, node));
      open.open = true;
      return open;
    })()
  );
}

/** Constructors set parameter properties before their first statement, derived ones after `super()`. */
function activateConstructor(
  evaluator: Evaluator,
  fn: Obj,
  closure: Closure,
  self: Value | null,
  args: readonly Value[],
  caller: Context,
  node: ts.Node,
  newTarget: Value,
  after: (self: Value, context: Context) => void,
): { result: Value; activation: Activation } {
  pendingConstructors.push({ after, derived: self === null, node: closure.node });
  const depth = pendingConstructors.length;
  try {
    return activate(evaluator, fn, closure, self, args, caller, node, newTarget);
  } finally {
    pendingConstructors.length = depth - 1;
  }
}

interface PendingConstructor {
  readonly after: (self: Value, context: Context) => void;
  readonly derived: boolean;
  readonly node: ts.Node;
}
const pendingConstructors: PendingConstructor[] = [];

/** Called by the statement runner at the start of a base constructor's body. */
export function enterConstructorBody(context: Context, body: ts.Node): void {
  const pending = pendingConstructors.at(-1);
  if (!pending || pending.derived || (pending.node as ts.ConstructorDeclaration).body !== body || !context.activation.self) return;
  pending.after(context.activation.self, context);
}

/** `super(…)`: constructs the base with the same new.target; the result is `this` from then on. */
export function callSuper(evaluator: Evaluator, context: Context, node: ts.CallExpression, args: readonly Value[]): Value {
  const cls = context.activation.fn;
  const data = cls?.fn?.kind === 'class' ? cls.fn : null;
  if (!data?.base) return UNDEFINED;
  const made = evaluator.construct(data.base, args, context, node, context.activation.newTarget ?? cls!);
  context.activation.self = made;
  const pending = pendingConstructors.at(-1);
  if (pending?.derived) pending.after(made, context);
  return made;
}

// ---- decorators -------------------------------------------------------------------------------------------------------

const decoratorsOf = (node: ts.Node): readonly ts.Decorator[] => (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []);

/** Decorators of members and parameters, innermost first: those of TypeScript are called with (target, key, descriptor | index). */
function decorateMembers(evaluator: Evaluator, context: Context, node: ts.ClassLikeDeclaration, cls: Obj, prototype: Obj): void {
  for (const member of node.members) {
    const target = hasModifier(member, ts.SyntaxKind.StaticKeyword) ? cls : prototype;
    const isConstructor = ts.isConstructorDeclaration(member);
    const key = member.name ? propertyKey(evaluator, context, member.name) : null;
    const keyValue =
      key === null
        ? unknown('a computed member name')
        : typeof key === 'symbol'
          ? constant(key)
          : constant(String(key), evaluator.site(context, member));
    if (isConstructor || ts.isMethodDeclaration(member)) {
      member.parameters.forEach((parameter, index) => {
        for (const decorator of [...decoratorsOf(parameter)].reverse())
          evaluator.call(
            evaluate(evaluator, context, decorator.expression),
            UNDEFINED,
            isConstructor ? [cls, UNDEFINED, constant(index)] : [target, keyValue, constant(index)],
            context,
            decorator,
          );
      });
    }
    const decorators = decoratorsOf(member).map((decorator) => [decorator, evaluate(evaluator, context, decorator.expression)] as const);
    const standard = decorators.filter(([, fn]) => takesContext(fn));
    if (standard.length > 0) decorateMember(evaluator, context, member, standard, key, keyValue, cls, target);
    const functions = decorators.filter((each) => !standard.includes(each));
    if (functions.length === 0) continue;
    const own = key !== null ? target.props?.get(key) : undefined;
    const isPlain = own !== undefined && !own.get && !own.set;
    const describe = (): Value =>
      isPlain
        ? evaluator.record([
            ['value', own.value],
            ['writable', constant(true)],
            ['enumerable', constant(false)],
            ['configurable', constant(true)],
          ])
        : own
          ? evaluator.record([
              ['get', own.get ?? UNDEFINED],
              ['set', own.set ?? UNDEFINED],
            ])
          : UNDEFINED;
    // One descriptor goes from decorator to decorator and is defined when the last has run: what they set on the prototype meanwhile is seen by those behind only.
    let descriptor = describe();
    let described = own?.value;
    const valueOf = (): Value | undefined =>
      descriptor.kind === 'object' && isPlain ? evaluator.get(descriptor, 'value', context, member) : undefined;
    /** `{ get() { return method.bind(this); } }` in place of the method. */
    const accessors = (): (readonly ['get' | 'set', Obj])[] =>
      (['get', 'set'] as const).flatMap((kind) => {
        const accessor = isPlain && descriptor.kind === 'object' ? evaluator.get(descriptor, kind, context, member) : UNDEFINED;
        return accessor.kind === 'object' ? [[kind, accessor as Obj] as const] : [];
      });
    const define = (value: Value | undefined): void => {
      if (value?.kind !== 'object' || key === null || value === target.props?.get(key)?.value) return;
      const name = own?.value.kind === 'object' ? evaluator.ownProperty(own.value as Obj, 'name')?.value : undefined;
      if (name?.kind === 'const' && isAnonymous(value as Obj)) evaluator.builtins.nameFunction(value as Obj, String(name.value), null);
      evaluator.define(target, key, value, false);
    };
    for (const [decorator, fn] of functions.reverse()) {
      const result = evaluator.call(fn, UNDEFINED, [target, keyValue, descriptor], context, decorator);
      if (result.kind === 'object') descriptor = result;
      if (accessors().length > 0) continue;
      const value = valueOf();
      if (value === described) continue;
      // What reads the member by its place finds what took its place at once. Of one of several functions nobody says which: it stays what it was.
      if (value?.kind === 'object') define((described = value));
      else if (isPlain) descriptor = describe();
    }
    define(valueOf());
    for (const [kind, accessor] of key === null ? [] : accessors()) evaluator.defineAccessor(target, key!, kind, accessor, false);
  }
}

function decorateClass(evaluator: Evaluator, context: Context, node: ts.ClassLikeDeclaration, cls: Obj): Obj {
  let decorated = cls;
  const functions = decoratorsOf(node).map((decorator) => [decorator, evaluate(evaluator, context, decorator.expression)] as const);
  const later: Value[] = [];
  for (const [decorator, fn] of functions.reverse()) {
    const result = takesContext(fn)
      ? callWithContext(evaluator, context, decorator, fn, decorated, constant(node.name?.text ?? ''), null, cls, later)
      : evaluator.call(fn, UNDEFINED, [decorated], context, decorator);
    // A host object may take the place of the class: `@Controller class Boats {}` is a router then.
    if (result.kind === 'object' && ((result as Obj).fn || (result as Obj).host)) decorated = result as Obj;
  }
  for (const each of later) evaluator.call(each, decorated, [], context, node);
  return decorated;
}
