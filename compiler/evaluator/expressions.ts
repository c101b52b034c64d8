import type { Origin, Value } from '@tool/scanner-sdk';
import type { Context } from './context.js';
import { makeClosure, withDefault } from './calls.js';
import { declared, tellStated } from './declared-types.js';
import { callSuper, evaluateClass, namedValue, propertyKey } from './classes.js';
import { iterate } from './iterate.js';
import { importDynamically, importMeta, requireModule } from './modules.js';
import { assign } from './patterns.js';
import { binary, compare, negate, stringPart, toNumber, typeOf } from './operators.js';
import { DEEP, MAX_NESTING, chainBefore, tooDeep } from './nesting.js';
import { missingOf, union, withMissing } from './missing.js';
import { BOOLEAN, NUMBER, asNumber, defaulted, shaped } from './observation.js';
import { shortText, skipOuter, ts } from './syntax.js';
import { ABSENT, addMaybe, FALSE, NULL, Obj, TRUE, UNDEFINED, constant, isNullish, oneOf, prop, taintOf, template, unknown, withTaint } from './values.js';
import type { Evaluator } from './evaluator.js';
import { awaitedInPlace } from './awaiting.js';
import { unknownKeyed } from './properties.js';

/** How many texts are written out that the undecided pieces of one make. */
const MAX_COMBINATIONS = 64;

const literals = new WeakMap<ts.Node, Value>();

/** The value of an expression. */
export function evaluate(evaluator: Evaluator, context: Context, node: ts.Expression): Value {
  const depth = evaluator.nesting;
  evaluator.nesting = depth + 1;
  const value = depth < DEEP ? evaluateNode(evaluator, context, node) : evaluateDeep(evaluator, context, node, depth);
  // Where this is left by a signal, whoever caught it sets its own depth again when it is done.
  evaluator.nesting = depth;
  if (evaluator.host.hasHints && (value.kind === 'unknown' || (value.kind === 'const' && value.value === undefined && value.taint))) {
    const hint = evaluator.host.hint(shortText(node), context.module, node);
    if (hint !== undefined) return constant(hint, evaluator.site(context, node));
  }
  return value;
}

type ExpressionRule = (evaluator: Evaluator, context: Context, node: ts.Expression) => Value;

/** One rule for each kind of expression; a table, since this is asked for every node. */
const rules: (ExpressionRule | undefined)[] = [];
const rule = (kinds: readonly ts.SyntaxKind[], evaluateKind: ExpressionRule): void => { for (const kind of kinds) rules[kind] = evaluateKind; };

function evaluateNode(evaluator: Evaluator, context: Context, node: ts.Expression): Value {
  const found = rules[node.kind];
  return found ? found(evaluator, context, node) : unknown(`an expression of kind ${ts.SyntaxKind[node.kind]}`, evaluator.site(context, node));
}

/** An expression far inside of others: the chain before it is evaluated link by link, and each link finds its beginning in `evaluator.ahead`. */
function evaluateDeep(evaluator: Evaluator, context: Context, node: ts.Expression, depth: number): Value {
  const { ahead } = evaluator;
  const known = ahead.get(node);
  if (known) return known;
  if (depth >= MAX_NESTING) return tooDeep(evaluator, context, node);
  const links = chainBefore(node, ahead);
  try {
    for (let index = links.length - 1; index >= 0; index--) ahead.set(links[index]!, evaluate(evaluator, context, links[index]!));
    return evaluateNode(evaluator, context, node);
  } finally { for (const link of links) ahead.delete(link); }
}

rule([ts.SyntaxKind.Identifier], (evaluator, context, node) => { return readName(evaluator, context, node as ts.Identifier); });
rule([ts.SyntaxKind.StringLiteral, ts.SyntaxKind.NoSubstitutionTemplateLiteral], (evaluator, context, node) => {
      let value = literals.get(node);
      if (!value) literals.set(node, value = constant((node as ts.StringLiteral).text, evaluator.site(evaluator.topContext(context.module), node)));
      return value;
    });
rule([ts.SyntaxKind.NumericLiteral], (evaluator, context, node) => { return constant(Number((node as ts.NumericLiteral).text.replace(/_/g, '')), evaluator.site(context, node)); });
rule([ts.SyntaxKind.BigIntLiteral], (_evaluator, _context, node) => { const text = (node as ts.BigIntLiteral).text.replace(/n$/, ''); try { return constant(BigInt(text)); } catch { return unknown('a big integer'); } });
rule([ts.SyntaxKind.TrueKeyword], () => { return TRUE; });
rule([ts.SyntaxKind.FalseKeyword], () => { return FALSE; });
rule([ts.SyntaxKind.NullKeyword], () => { return NULL; });
rule([ts.SyntaxKind.RegularExpressionLiteral], (evaluator, context, node) => {
      const text = (node as ts.RegularExpressionLiteral).text;
      const end = text.lastIndexOf('/');
      return evaluator.builtins.regexp(text.slice(1, end), text.slice(end + 1), evaluator.site(context, node));
    });
rule([ts.SyntaxKind.TemplateExpression], (evaluator, context, node) => {
      const expression = node as ts.TemplateExpression;
      const parts: (string | Value)[] = [expression.head.text];
      let taint: string | null = null;
      let written: Origin | null = null;
      for (const span of expression.templateSpans) {
        const value = evaluate(evaluator, context, span.expression);
        taint ??= taintOf(value);
        written = originOf(value) ?? written;
        parts.push(stringPart(evaluator, value, context, span.expression), span.literal.text);
      }
      return withTaint(withWritten(joinParts(evaluator, parts, evaluator.site(context, node)), written), taint);
    });
rule([ts.SyntaxKind.PropertyAccessExpression], (evaluator, context, node) => { return readProperty(evaluator, context, node as ts.PropertyAccessExpression).value; });
rule([ts.SyntaxKind.ElementAccessExpression], (evaluator, context, node) => { return readProperty(evaluator, context, node as ts.ElementAccessExpression).value; });
rule([ts.SyntaxKind.CallExpression], (evaluator, context, node) => { return evaluateCall(evaluator, context, node as ts.CallExpression); });
rule([ts.SyntaxKind.NewExpression], (evaluator, context, node) => {
      const expression = node as ts.NewExpression;
      const callee = evaluate(evaluator, context, expression.expression);
      return evaluator.construct(callee, evaluateArguments(evaluator, context, expression.arguments ?? []), context, node);
    });
rule([ts.SyntaxKind.ArrowFunction, ts.SyntaxKind.FunctionExpression], (evaluator, context, node) => {
      const fn = node as ts.ArrowFunction | ts.FunctionExpression;
      return makeClosure(evaluator, context, fn, ts.isArrowFunction(fn) ? context.activation.home : null, fn.name?.text ?? '');
    });
rule([ts.SyntaxKind.ClassExpression], (evaluator, context, node) => { return evaluateClass(evaluator, context, node as ts.ClassExpression); });
rule([ts.SyntaxKind.ObjectLiteralExpression], (evaluator, context, node) => { return evaluateObject(evaluator, context, node as ts.ObjectLiteralExpression); });
rule([ts.SyntaxKind.ArrayLiteralExpression], (evaluator, context, node) => { return evaluateList(evaluator, context, node as ts.ArrayLiteralExpression); });
rule([ts.SyntaxKind.AsExpression, ts.SyntaxKind.TypeAssertionExpression], (evaluator, context, node) => {
      const { expression, type } = node as ts.AsExpression | ts.TypeAssertion;
      const value = evaluate(evaluator, context, expression);
      tellStated(evaluator, context, value, type, node);
      return declared(evaluator, context, value, type, node);
    });
rule([ts.SyntaxKind.ParenthesizedExpression, ts.SyntaxKind.SatisfiesExpression, ts.SyntaxKind.NonNullExpression, ts.SyntaxKind.ExpressionWithTypeArguments, ts.SyntaxKind.PartiallyEmittedExpression], (evaluator, context, node) => { return evaluate(evaluator, context, (node as ts.ParenthesizedExpression).expression); });
rule([ts.SyntaxKind.ThisKeyword], (_evaluator, context) => { return context.activation.self ?? unknown('this before super()'); });
rule([ts.SyntaxKind.BinaryExpression], (evaluator, context, node) => { return evaluateBinary(evaluator, context, node as ts.BinaryExpression); });
rule([ts.SyntaxKind.ConditionalExpression], (evaluator, context, node) => {
      const expression = node as ts.ConditionalExpression;
      return choose(evaluator, context, expression.condition, evaluate(evaluator, context, expression.condition),
        () => evaluate(evaluator, context, expression.whenTrue), () => evaluate(evaluator, context, expression.whenFalse));
    });
rule([ts.SyntaxKind.PrefixUnaryExpression], (evaluator, context, node) => { return evaluatePrefix(evaluator, context, node as ts.PrefixUnaryExpression); });
rule([ts.SyntaxKind.PostfixUnaryExpression], (evaluator, context, node) => {
      const expression = node as ts.PostfixUnaryExpression;
      const before = evaluate(evaluator, context, expression.operand);
      const number = toNumber(before);
      assign(evaluator, context, expression.operand, number === null ? unknown('a counter') : constant(expression.operator === ts.SyntaxKind.PlusPlusToken ? number + 1 : number - 1));
      return number === null ? before : constant(number);
    });
rule([ts.SyntaxKind.AwaitExpression], (evaluator, context, node) => { return context.activation.resolved?.get(node) ?? awaitedInPlace(evaluator, evaluate(evaluator, context, (node as ts.AwaitExpression).expression)); });
rule([ts.SyntaxKind.TypeOfExpression], (evaluator, context, node) => {
      const operand = (node as ts.TypeOfExpression).expression;
      if (ts.isIdentifier(operand) && !context.scope.find(operand.text) && !evaluator.builtins.hasGlobal(operand.text)) return constant('undefined');
      return typeOf(evaluate(evaluator, context, operand));
    });
rule([ts.SyntaxKind.VoidExpression], (evaluator, context, node) => { evaluate(evaluator, context, (node as ts.VoidExpression).expression); return UNDEFINED; });
rule([ts.SyntaxKind.DeleteExpression], (evaluator, context, node) => {
      const target = skipOuter((node as ts.DeleteExpression).expression);
      if (ts.isPropertyAccessExpression(target)) evaluator.remove(evaluate(evaluator, context, target.expression), target.name.text);
      else if (ts.isElementAccessExpression(target)) { const key = evaluator.key(evaluate(evaluator, context, target.argumentExpression)); if (key !== null) evaluator.remove(evaluate(evaluator, context, target.expression), key); }
      return TRUE;
    });
rule([ts.SyntaxKind.TaggedTemplateExpression], (evaluator, context, node) => { return evaluateTagged(evaluator, context, node as ts.TaggedTemplateExpression); });
rule([ts.SyntaxKind.SpreadElement], (evaluator, context, node) => { return evaluate(evaluator, context, (node as ts.SpreadElement).expression); });
rule([ts.SyntaxKind.YieldExpression], (evaluator, context, node) => {
      const expression = node as ts.YieldExpression;
      const value = expression.expression ? evaluate(evaluator, context, expression.expression) : UNDEFINED;
      const yields = context.activation.yields;
      if (yields) { if (expression.asteriskToken) yields.push(...iterate(evaluator, context, node, value).elements); else yields.push(value); if (yields.length > 5000) evaluator.step(); }
      return unknown('what a generator is sent');
    });
rule([ts.SyntaxKind.MetaProperty], (evaluator, context, node) => {
      const meta = node as ts.MetaProperty;
      return meta.keywordToken === ts.SyntaxKind.NewKeyword ? context.activation.newTarget ?? UNDEFINED : importMeta(evaluator, context);
    });
rule([ts.SyntaxKind.ImportKeyword], () => { return unknown('import'); });
rule([ts.SyntaxKind.SuperKeyword], (_evaluator, context) => { return context.activation.home?.proto ?? UNDEFINED; });
rule([ts.SyntaxKind.OmittedExpression], () => { return UNDEFINED; });

/** Where the piece was written that makes a composed text different from its siblings: the table row behind `/reports/${name}`. */
export const originOf = (value: Value): Origin | null => (value.kind === 'const' ? value.written ?? value.origin : null);
export const withWritten = (value: Value, written: Origin | null): Value => (written && value.kind === 'const' ? { ...value, written } : value);

export function joinParts(evaluator: Evaluator, given: readonly (string | Value)[], origin: Value['kind'] extends never ? never : ReturnType<Evaluator['site']>): Value {
  const parts = boundedChoices(given);
  const choice = parts.findIndex((part) => typeof part !== 'string' && part.kind === 'oneOf');
  if (choice < 0) return template(parts, origin);
  const value = parts[choice] as Extract<Value, { kind: 'oneOf' }>;
  return oneOf(value.values.filter((alternative) => alternative !== ABSENT).map((alternative) => joinParts(evaluator, parts.map((part, index) => (index === choice ? (alternative.kind === 'const' ? String(alternative.value) : alternative) : part)), origin)), value.condition, value.preferred);
}

/**
 * Every undecided piece of a text multiplies its alternatives: a text of many (a list of environment values) is not written out, its pieces
 * are the default ones, or unknown.
 */
function boundedChoices(parts: readonly (string | Value)[]): readonly (string | Value)[] {
  let combinations = 1;
  for (const part of parts) if (typeof part !== 'string' && part.kind === 'oneOf') combinations *= part.values.length;
  if (combinations <= MAX_COMBINATIONS) return parts;
  return parts.map((part) => {
    if (typeof part === 'string' || part.kind !== 'oneOf') return part;
    const [first] = part.values;
    if (!part.preferred || !first || first === ABSENT) return unknown(`one of several texts (${part.condition})`);
    return first.kind === 'const' ? String(first.value) : first;
  });
}

function readName(evaluator: Evaluator, context: Context, node: ts.Identifier): Value {
  const name = node.text;
  const binding = context.scope.find(name);
  if (binding) {
    if (binding.lazy) {
      const lazy = binding.lazy;
      const value = lazy();
      return value;
    }
    return binding.value ? evaluator.assumed(binding.value) : unknown(`${name} before its declaration ran`);
  }
  if (name === 'undefined') return UNDEFINED;
  return evaluator.builtins.global(evaluator, name, context, node);
}

interface Access { readonly self: Value; readonly value: Value; readonly shortCircuit: boolean }

/** Reads a property and keeps the object for the call's `this`. */
function readProperty(evaluator: Evaluator, context: Context, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Access {
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword) {
    const base = context.activation.home?.proto ?? UNDEFINED;
    const key = ts.isPropertyAccessExpression(node) ? node.name.text : evaluator.key(evaluate(evaluator, context, node.argumentExpression));
    return { self: context.activation.self ?? UNDEFINED, value: key === null ? unknown('a computed property') : evaluator.get(base, key, context, node), shortCircuit: false };
  }
  const inner = node.expression;
  let self: Value;
  let short = false;
  if ((ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner)) && ts.isOptionalChain(node)) {
    const access = readProperty(evaluator, context, inner);
    self = access.value; short = access.shortCircuit;
  } else self = evaluate(evaluator, context, inner);
  if (short) return { self, value: UNDEFINED, shortCircuit: true };
  if (node.questionDotToken && isNullish(self)) return { self, value: withTaint(UNDEFINED, taintOf(self)), shortCircuit: true };
  if (self.kind === 'oneOf' && self.values.some(isNullish)) {
    // Where a property is read, the program relies on the value being there.
    const present = self.values.filter((alternative) => !isNullish(alternative) && alternative !== ABSENT);
    if (present.length && !(self.preferred && isNullish(self.values[0]!) && node.questionDotToken)) self = present.length === self.values.length ? self : oneOf(present, self.condition, self.preferred && !isNullish(self.values[0]!));
  }
  if (ts.isPropertyAccessExpression(node)) return { self, value: evaluator.get(self, node.name.text, context, node), shortCircuit: false };
  const keyValue = evaluate(evaluator, context, node.argumentExpression);
  if (keyValue.kind === 'oneOf') {
    const values = keyValue.values.filter((alternative) => alternative !== ABSENT).map((alternative) => { const key = evaluator.key(alternative); return key === null ? anyMember(evaluator, self, alternative, context, node) : evaluator.get(self, key, context, node); });
    return { self, value: oneOf(values, keyValue.condition, keyValue.preferred), shortCircuit: false };
  }
  const key = evaluator.key(keyValue);
  if (key === null) return { self, value: anyMember(evaluator, self, keyValue, context, node), shortCircuit: false };
  return { self, value: evaluator.get(self, key, context, node), shortCircuit: false };
}

/** A member whose name only run time knows: one of the known ones when there are few, else unknown. */
function anyMember(evaluator: Evaluator, self: Value, key: Value, context: Context, node: ts.Node): Value {
  const dynamic = evaluator.builtins.dynamicMember(self);
  if (dynamic) return dynamic;
  const why = 'a member whose name only run time knows';
  if (self.kind === 'object' && !self.host) {
    const object = self as Obj;
    const names = evaluator.keys(object);
    if (names.length > 0 && names.length <= 8 && !object.open && key.kind === 'unknown') return oneOf([...names.map((name) => evaluator.get(object, name, context, node)), ...(evaluator.observer ? [UNDEFINED] : [])], shortText(node));
  }
  return unknown(why, evaluator.site(context, node), null, self.kind === 'unknown' ? self.carries : []);
}

export function evaluateArguments(evaluator: Evaluator, context: Context, nodes: readonly ts.Expression[]): Value[] {
  const args: Value[] = [];
  for (const node of nodes) {
    if (ts.isSpreadElement(node)) {
      const value = evaluate(evaluator, context, node.expression);
      if (value.kind === 'oneOf') {
        const list = evaluator.list([]);
        spreadAlternatives(evaluator, context, node, list, value);
        args.push(...list.elements!);
        if (list.open) args.push(unknown('arguments that only run time knows'));
        continue;
      }
      const iteration = iterate(evaluator, context, node, value);
      args.push(...iteration.elements);
      if (iteration.open) args.push(value.kind === 'unknown' ? { ...value, why: `arguments spread from ${value.why}` } : unknown(iteration.why));
    } else args.push(evaluate(evaluator, context, node));
  }
  return args;
}

function evaluateCall(evaluator: Evaluator, context: Context, node: ts.CallExpression): Value {
  const calleeNode = node.expression;
  if (calleeNode.kind === ts.SyntaxKind.ImportKeyword) return importDynamically(evaluator, context, node, node.arguments[0] ? evaluate(evaluator, context, node.arguments[0]) : UNDEFINED);
  if (calleeNode.kind === ts.SyntaxKind.SuperKeyword) return callSuper(evaluator, context, node, evaluateArguments(evaluator, context, node.arguments));
  const bare = skipOuter(calleeNode);
  // Parentheses, with a cast in them or without, leave a method its receiver.
  const target = ts.isNonNullExpression(calleeNode) || ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare) ? bare : calleeNode;
  let self: Value = UNDEFINED;
  let callee: Value;
  if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) {
    const access = readProperty(evaluator, context, target);
    if (access.shortCircuit) return UNDEFINED;
    self = access.self;
    if (self.kind === 'oneOf') return evaluateCallOnAlternatives(evaluator, context, node, target, self);
    callee = access.value;
  } else {
    if (ts.isIdentifier(target) && target.text === 'require' && isRequire(context)) {
      const value = node.arguments[0] ? evaluate(evaluator, context, node.arguments[0]) : UNDEFINED;
      return evaluator.eachAlternative(context, node, value, (alternative) => requireModule(evaluator, context, node, alternative));
    }
    callee = evaluate(evaluator, context, target);
  }
  if (node.questionDotToken && isNullish(callee)) return UNDEFINED;
  const result = evaluator.call(callee, self, evaluateArguments(evaluator, context, node.arguments), context, node);
  // `header?.startsWith('Bearer ')`: nothing where the header is missing.
  return evaluator.observer && self.kind === 'unknown' && ts.isPropertyAccessExpression(target) && target.questionDotToken && result.kind === 'unknown' && !result.missing && !result.trace ? withMissing(result, missingOf(self)) : result;
}

/** A method call on one of several objects: each under its own arm, the arguments evaluated once. */
function evaluateCallOnAlternatives(evaluator: Evaluator, context: Context, node: ts.CallExpression, target: ts.PropertyAccessExpression | ts.ElementAccessExpression, self: Value): Value {
  const args = evaluateArguments(evaluator, context, node.arguments);
  const keyValue = ts.isPropertyAccessExpression(target) ? constant(target.name.text) : evaluate(evaluator, context, target.argumentExpression);
  const key = evaluator.key(keyValue);
  return evaluator.eachAlternative(context, node, self, (alternative) => {
    if (isNullish(alternative)) return UNDEFINED;
    return evaluator.call(key === null ? unknown('a computed method') : evaluator.get(alternative, key, context, target), alternative, args, context, node);
  });
}

/** `require` is the module's own unless the program declares one. */
export function isRequire(context: Context): boolean {
  const binding = context.scope.find('require');
  return !binding || binding === context.module.scope.parent?.own('require') || binding === context.module.scope.own('require') && binding.lazy === null && isRequireFunction(binding.value);
}
const isRequireFunction = (value: Value | null): boolean => value?.kind === 'object' && (value as Obj).cls === 'Require';

/** Runs the arm that a condition decides, or both. */
export function choose(evaluator: Evaluator, context: Context, node: ts.Expression, condition: Value, whenTrue: () => Value, whenFalse: () => Value): Value {
  const truth = evaluator.truth(condition);
  if (truth.value !== null && !truth.taint) return truth.value ? whenTrue() : whenFalse();
  const info = evaluator.branchInfo(context, node, shortText(node), truth.taint && truth.value !== null ? 'configuration' : 'unknown', 2, true, truth.taint);
  if (truth.value === null) return evaluator.join(info, [whenTrue, whenFalse], false);
  return evaluator.join(info, truth.value ? [whenTrue, whenFalse] : [whenFalse, whenTrue], true);
}

function evaluateObject(evaluator: Evaluator, context: Context, node: ts.ObjectLiteralExpression): Value {
  const object = evaluator.object(evaluator.site(context, node));
  object.props = new Map();
  for (const member of node.properties) {
    if (ts.isSpreadAssignment(member)) { spreadInto(evaluator, context, member, object, evaluate(evaluator, context, member.expression)); continue; }
    if (ts.isShorthandPropertyAssignment(member)) { object.props.set(member.name.text, prop(evaluate(evaluator, context, member.name))); continue; }
    const key = propertyKey(evaluator, context, member.name);
    if (ts.isGetAccessorDeclaration(member) || ts.isSetAccessorDeclaration(member)) {
      if (key !== null) evaluator.defineAccessor(object, key, ts.isGetAccessorDeclaration(member) ? 'get' : 'set', makeClosure(evaluator, context, member, object, String(key)), true);
      continue;
    }
    const value = ts.isMethodDeclaration(member) ? makeClosure(evaluator, context, member, object, typeof key === 'string' ? key : '') : namedValue(evaluator, context, member.initializer, typeof key === 'string' ? key : '');
    if (key === null) evaluator.setUnknownKey(object, value);
    else if (key === '__proto__' && !ts.isMethodDeclaration(member)) object.proto = value.kind === 'object' ? value : object.proto;
    else object.props.set(key, prop(value));
  }
  return object;
}

/** `{...value}` and `Object.assign`: what is not known completely leaves the target open. */
export function spreadInto(evaluator: Evaluator, context: Context, node: ts.Node, target: Obj, value: Value): void {
  if (value.kind === 'const') { if (typeof value.value === 'string') [...value.value].forEach((character, index) => evaluator.define(target, String(index), constant(character))); return; }
  if (value.kind === 'oneOf') {
    if (value.preferred || value.values.filter((alternative) => alternative.kind === 'object').length <= 1) {
      const alternative = value.preferred && value.values[0] !== ABSENT ? value.values[0]! : value.values.find((candidate) => candidate.kind === 'object');
      const others = value.values.filter((candidate) => candidate !== alternative);
      const before = alternative && value.preferred && !isNullish(value.values[0]!) ? null : value.condition;
      if (alternative?.kind === 'object') for (const key of evaluator.keys(alternative as Obj)) copyProperty(evaluator, context, node, target, alternative as Obj, key, before);
      for (const other of others) if (other.kind === 'object') for (const key of evaluator.keys(other as Obj)) if (!target.props?.has(key)) copyProperty(evaluator, context, node, target, other as Obj, key, value.condition);
      if (others.some((other) => other.kind === 'unknown' && other !== ABSENT) && !value.preferred) evaluator.setOpen(target);
      return;
    }
    const keys = new Set(value.values.flatMap((alternative) => (alternative.kind === 'object' ? evaluator.keys(alternative as Obj) : [])));
    for (const key of keys) {
      const values = value.values.map((alternative) => (alternative.kind === 'object' && evaluator.keys(alternative as Obj).includes(key) ? evaluator.get(alternative, key, context, node) : null));
      evaluator.define(target, key, oneOf(values.filter((candidate): candidate is Value => candidate !== null), value.condition));
      if (values.includes(null)) { const own = target.props?.get(key); if (own) own.conditional = value.condition; }
    }
    return;
  }
  if (value.kind !== 'object') {
    evaluator.setOpen(target);
    if (value.kind === 'unknown' && value.trace) target.rest = value;
    return;
  }
  const source = value as Obj;
  if (source.cls === 'Environment') evaluator.setOpen(target);
  for (const key of evaluator.keys(source)) copyProperty(evaluator, context, node, target, source, key, null);
  for (const item of unknownKeyed(evaluator, source)) evaluator.setUnknownKey(target, item);
  if (source.open) evaluator.setOpen(target);
  if (source.rest) target.rest = source.rest;
}

function copyProperty(evaluator: Evaluator, context: Context, node: ts.Node, target: Obj, source: Obj, key: string, condition: string | null): void {
  const own = evaluator.ownProperty(source, key);
  const value = own && !own.get ? own.value : evaluator.get(source, key, context, node);
  const conditional = condition ?? own?.conditional ?? null;
  const existing = target.props?.get(key);
  const configured = condition === null && own?.configured === true;
  if (conditional && existing && !existing.get) {
    // What only another configuration sets leaves the default as it is.
    const kept = configured && existing.value.kind === 'const' ? withTaint(existing.value, conditional) : oneOf([existing.value, value], conditional, configured);
    evaluator.define(target, key, kept);
    return;
  }
  // A getter or setter of the target sees the assignment.
  if (existing?.set) { evaluator.set(target, key, value, context, node); return; }
  evaluator.define(target, key, value);
  if (conditional) { const made = target.props?.get(key); if (made) { made.conditional = conditional; made.configured = configured; } }
}

function evaluateList(evaluator: Evaluator, context: Context, node: ts.ArrayLiteralExpression): Value {
  const list = evaluator.list([], evaluator.site(context, node));
  for (const element of node.elements) {
    if (ts.isOmittedExpression(element)) { list.elements!.push(UNDEFINED); continue; }
    if (ts.isSpreadElement(element)) {
      const value = evaluate(evaluator, context, element.expression);
      if (value.kind === 'oneOf' && value.values.length > 1) { spreadAlternatives(evaluator, context, element, list, value); continue; }
      const iteration = iterate(evaluator, context, element, value);
      list.elements!.push(...iteration.elements);
      if (iteration.open) list.open = true;
    } else list.elements!.push(evaluate(evaluator, context, element));
  }
  return list;
}

/** `...(condition ? [a] : [])`: elements that only one alternative has may be absent. */
export function spreadAlternatives(evaluator: Evaluator, context: Context, node: ts.Node, list: Obj, value: Extract<Value, { kind: 'oneOf' }>): void {
  value.values.forEach((alternative, index) => {
    if (alternative === ABSENT || isNullish(alternative)) return;
    const iteration = iterate(evaluator, context, node, alternative);
    for (const element of iteration.elements) if (value.preferred && index === 0) list.elements!.push(element); else if (!addMaybe(list.elements!, element, value.condition, value.preferred)) list.open = true;
    if (iteration.open) list.open = true;
  });
}

function evaluateBinary(evaluator: Evaluator, context: Context, node: ts.BinaryExpression): Value {
  const operator = node.operatorToken.kind;
  switch (operator) {
    case ts.SyntaxKind.EqualsToken: {
      const name = ts.isIdentifier(node.left) ? node.left.text : ts.isPropertyAccessExpression(node.left) ? node.left.name.text : '';
      if (ts.isObjectLiteralExpression(node.left) || ts.isArrayLiteralExpression(node.left)) {
        const value = evaluate(evaluator, context, node.right);
        assign(evaluator, context, node.left, value);
        return value;
      }
      const value = namedValue(evaluator, context, node.right, isModuleExports(node.left) ? '' : name);
      assign(evaluator, context, node.left, value);
      return value;
    }
    case ts.SyntaxKind.CommaToken: evaluate(evaluator, context, node.left); return evaluate(evaluator, context, node.right);
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const left = evaluate(evaluator, context, node.left);
      const chosen = choose(evaluator, context, node.left, left, () => evaluate(evaluator, context, node.right), () => falsySide(evaluator, left));
      // Under another configuration it is the left side: a constant of the right one is as configurable.
      return chosen.kind === 'const' ? withTaint(chosen, evaluator.truth(left).taint) : chosen;
    }
    case ts.SyntaxKind.BarBarToken: {
      const left = evaluate(evaluator, context, node.left);
      return fallback(evaluator, context, node, left, evaluator.truth(left));
    }
    case ts.SyntaxKind.QuestionQuestionToken: {
      const left = evaluate(evaluator, context, node.left);
      return fallback(evaluator, context, node, left, present(left));
    }
    case ts.SyntaxKind.BarBarEqualsToken: case ts.SyntaxKind.QuestionQuestionEqualsToken: case ts.SyntaxKind.AmpersandAmpersandEqualsToken: {
      const left = evaluate(evaluator, context, node.left);
      if (operator === ts.SyntaxKind.AmpersandAmpersandEqualsToken) {
        return choose(evaluator, context, node.left, left, () => { const value = evaluate(evaluator, context, node.right); assign(evaluator, context, node.left, value); return value; }, () => left);
      }
      const truth = operator === ts.SyntaxKind.BarBarEqualsToken ? evaluator.truth(left) : present(left);
      if (truth.value === true) return left;
      const value = fallback(evaluator, context, node, left, truth);
      assign(evaluator, context, node.left, value);
      return value;
    }
    default: {
      const left = evaluate(evaluator, context, node.left);
      const right = evaluate(evaluator, context, node.right);
      const assignment = compoundOperators.get(operator);
      if (assignment !== undefined) {
        const value = binary(evaluator, assignment, left, right, context, node);
        assign(evaluator, context, node.left, value);
        return value;
      }
      return binary(evaluator, operator, left, right, context, node);
    }
  }
}

const isModuleExports = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'exports' && ts.isIdentifier(node.expression) && node.expression.text === 'module';

const falsySide = (evaluator: Evaluator, left: Value): Value => (left.kind === 'unknown' ? FALSE : left.kind === 'oneOf' ? oneOf(left.values.filter((value) => evaluator.truth(value).value !== true), left.condition, false) : left);

/** `left || right` and `left ?? right`. What configuration leaves unset takes the default, which is then configurable. */
function fallback(evaluator: Evaluator, context: Context, node: ts.BinaryExpression, left: Value, truth: { value: boolean | null; taint: string | null }): Value {
  if (truth.value === true) return left;
  if (truth.value === false) {
    const right = evaluate(evaluator, context, node.right);
    return truth.taint ? withTaint(right, truth.taint) : right;
  }
  if (left.kind === 'oneOf') {
    const kept = left.values.filter((value) => evaluator.truth(value).value !== false);
    const info = evaluator.branchInfo(context, node, left.condition, 'unknown', 2, true);
    const right = evaluator.join(info, [() => evaluate(evaluator, context, node.right), () => ABSENT], false);
    const rights = right.kind === 'oneOf' ? right.values.filter((value) => value !== ABSENT) : [right];
    return oneOf([...kept, ...rights], left.condition, left.preferred && evaluator.truth(left.values[0]!).value !== false);
  }
  const right = guardedRight(evaluator, context, node);
  const stated = evaluator.observer && left.kind === 'unknown' && left.missing?.when ? left.missing : null;
  // `!name || !mail`: true when either is missing.
  if (stated) return withMissing(shaped(BOOLEAN, shortText(node), evaluator.site(context, node)), { when: true, traces: union([...stated.traces, ...(right.kind === 'unknown' && right.missing?.when ? right.missing.traces : [])]) });
  if (evaluator.observer && left.kind === 'unknown') return defaulted(evaluator, left, right, evaluator.site(context, node));
  // Of a value nobody knows and a known default, the default is what the source says.
  if (left.kind === 'unknown' && left.carries.length === 0 && right.kind === 'const') return { ...right, taint: right.taint ?? shortText(node.left) };
  if (left.kind === 'unknown' && left.carries.length === 0 && !left.provenance && right.kind === 'object') return right;
  return oneOf([left, right], shortText(node.left));
}

function guardedRight(evaluator: Evaluator, context: Context, node: ts.BinaryExpression): Value {
  const info = evaluator.branchInfo(context, node, shortText(node.left), 'unknown', 1, false);
  const value = evaluator.join(info, [() => evaluate(evaluator, context, node.right), () => ABSENT], false);
  return value.kind === 'oneOf' ? oneOf(value.values.filter((alternative) => alternative !== ABSENT), value.condition) : value;
}

function present(value: Value): { value: boolean | null; taint: string | null } {
  switch (value.kind) {
    case 'const': return { value: value.value != null, taint: value.taint };
    case 'object': case 'template': return { value: true, taint: null };
    case 'unknown': return { value: null, taint: null };
    case 'oneOf': {
      const states = value.values.map((alternative) => present(alternative).value);
      if (states.every((state) => state === states[0])) return { value: states[0]!, taint: null };
      return value.preferred ? { value: states[0]!, taint: value.condition } : { value: null, taint: null };
    }
  }
}

const compoundOperators = new Map<ts.SyntaxKind, ts.SyntaxKind>([
  [ts.SyntaxKind.PlusEqualsToken, ts.SyntaxKind.PlusToken], [ts.SyntaxKind.MinusEqualsToken, ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.AsteriskEqualsToken, ts.SyntaxKind.AsteriskToken], [ts.SyntaxKind.SlashEqualsToken, ts.SyntaxKind.SlashToken],
  [ts.SyntaxKind.PercentEqualsToken, ts.SyntaxKind.PercentToken], [ts.SyntaxKind.AsteriskAsteriskEqualsToken, ts.SyntaxKind.AsteriskAsteriskToken],
  [ts.SyntaxKind.BarEqualsToken, ts.SyntaxKind.BarToken], [ts.SyntaxKind.AmpersandEqualsToken, ts.SyntaxKind.AmpersandToken],
  [ts.SyntaxKind.CaretEqualsToken, ts.SyntaxKind.CaretToken], [ts.SyntaxKind.LessThanLessThanEqualsToken, ts.SyntaxKind.LessThanLessThanToken],
  [ts.SyntaxKind.GreaterThanGreaterThanEqualsToken, ts.SyntaxKind.GreaterThanGreaterThanToken],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken, ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken],
]);

function evaluatePrefix(evaluator: Evaluator, context: Context, node: ts.PrefixUnaryExpression): Value {
  const operand = evaluate(evaluator, context, node.operand);
  switch (node.operator) {
    case ts.SyntaxKind.ExclamationToken: return negate(evaluator, operand);
    case ts.SyntaxKind.PlusPlusToken: case ts.SyntaxKind.MinusMinusToken: {
      const number = toNumber(operand);
      const value = number === null ? unknown('a counter') : constant(node.operator === ts.SyntaxKind.PlusPlusToken ? number + 1 : number - 1);
      assign(evaluator, context, node.operand, value);
      return value;
    }
    default: {
      const number = toNumber(operand);
      if (number === null) return node.operator === ts.SyntaxKind.TildeToken ? shaped(NUMBER, 'a number') : asNumber(evaluator, operand, evaluator.site(context, node));
      const value = node.operator === ts.SyntaxKind.MinusToken ? -number : node.operator === ts.SyntaxKind.TildeToken ? ~number : number;
      return constant(value, null, taintOf(operand));
    }
  }
}

function evaluateTagged(evaluator: Evaluator, context: Context, node: ts.TaggedTemplateExpression): Value {
  const quasi = node.template;
  const texts = ts.isNoSubstitutionTemplateLiteral(quasi) ? [quasi] : [quasi.head, ...quasi.templateSpans.map((span) => span.literal)];
  const strings = evaluator.list(texts.map((text) => constant(text.text)), evaluator.site(context, node));
  const raw = evaluator.list(texts.map((text) => constant(text.rawText ?? text.text)));
  strings.props = new Map([['raw', prop(raw, false)]]);
  const values = ts.isNoSubstitutionTemplateLiteral(quasi) ? [] : quasi.templateSpans.map((span) => evaluate(evaluator, context, span.expression));
  const tag = skipOuter(node.tag);
  if (ts.isPropertyAccessExpression(tag) || ts.isElementAccessExpression(tag)) {
    const access = readProperty(evaluator, context, tag);
    return evaluator.call(access.value, access.self, [strings, ...values], context, node);
  }
  return evaluator.call(evaluate(evaluator, context, tag), UNDEFINED, [strings, ...values], context, node);
}

export { withDefault, compare };
