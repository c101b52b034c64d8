import type { Const, Origin, Value } from '@tool/scanner-sdk';
import { isSilentCall } from '../bounds/silent-calls.js';
import { foundAt } from '../builtins/array.js';
import { awaitedInPlace, withoutRejected } from '../jobs/awaiting.js';
import { counted, evaluateBinary, evaluatePrefix } from './binary-expressions.js';
import { makeClosure } from './calls.js';
import { isAssertion } from '../conditions/assertions.js';
import { narrow, narrowConfigured, narrowSettings, noteRest } from '../conditions/narrowing.js';
import { withDefault } from './parameters.js';
import { callSuper, evaluateClass } from './classes.js';
import { evaluateObject, evaluateList, spreadAlternatives } from './collection-literals.js';
import type { Context } from '../context.js';
import { declared, givenLater, tellStated } from './declared-types.js';
import type { Evaluator } from '../evaluator.js';
import { furtherOf, iterate } from '../values/iterate.js';
import { missingOf, withMissing } from '../requests/missing.js';
import { platformGlobals } from '../builtins/runtime-globals.js';
import { oneOfAlike } from '../builtins/array.js';
import { importDynamically, importMeta, packageValue, requireModule } from '../modules/modules.js';
import { DEEP, MAX_NESTING, chainBefore, tooDeep } from './nesting.js';
import { mayEnd, perhapsEnded, type Ended } from './optional-chains.js';
import { chosenFrom, stillChosen } from '../requests/chosen.js';
import { memberNamed } from '../requests/request-keys.js';
import { noteAbsence } from '../requests/request-conditions.js';
import { noteAsked, testOf } from '../requests/request-tests.js';
import { compare, stringPart, toNumber, typeOf } from './operators.js';
import { assign } from './patterns.js';
import { holderOf, isListedName, unknownKeyed } from '../values/properties.js';
import { shortText, skipOuter, ts } from './syntax.js';
import { keysOfTable, namesOf } from '../requests/tested-texts.js';
import { missingTested, testedOf } from '../requests/tested.js';
import {
  ABSENT,
  isOfSetUp,
  FALSE,
  NULL,
  TRUE,
  UNDEFINED,
  constant,
  isNothing,
  isNullish,
  fromTable,
  oneOf,
  prop,
  tableOf,
  taintOf,
  template,
  noteRead,
  unknown,
  withTaint,
  type Obj,
  type Site,
} from '../values/values.js';
import { noteStandIn } from '../requests/defaults.js';
import { asCameIn, isBigInt, traceOf, unknownError } from '../requests/observation.js';
import { ThrowSignal } from '../signals.js';

/** How many texts are written out that the undecided pieces of one make. */
const MAX_COMBINATIONS = 64;

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
const rule = (kinds: readonly ts.SyntaxKind[], evaluateKind: ExpressionRule): void => {
  for (const kind of kinds) rules[kind] = evaluateKind;
};

function evaluateNode(evaluator: Evaluator, context: Context, node: ts.Expression): Value {
  const found = rules[node.kind];
  return found
    ? found(evaluator, context, node)
    : unknown(`an expression of kind ${ts.SyntaxKind[node.kind]}`, evaluator.site(context, node));
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
  } finally {
    for (const link of links) ahead.delete(link);
  }
}

rule([ts.SyntaxKind.Identifier], (evaluator, context, node) => {
  return readName(evaluator, context, node as ts.Identifier);
});
/** A text that a syntax error ends: what it holds is what stands behind it. */
const isUnterminated = (node: ts.Node): boolean => (node as ts.LiteralLikeNode).isUnterminated === true;
const UNTERMINATED = unknown('a text without its end');
rule([ts.SyntaxKind.StringLiteral, ts.SyntaxKind.NoSubstitutionTemplateLiteral], (evaluator, context, node) => {
  if (isUnterminated(node)) return UNTERMINATED;
  let value = evaluator.literals.get(node);
  if (!value)
    evaluator.literals.set(
      node,
      (value = constant((node as ts.StringLiteral).text, evaluator.site(evaluator.topContext(context.module), node))),
    );
  return value;
});
rule([ts.SyntaxKind.NumericLiteral], (evaluator, context, node) => {
  return constant(Number((node as ts.NumericLiteral).text.replace(/_/g, '')), evaluator.site(context, node));
});
rule([ts.SyntaxKind.BigIntLiteral], (_evaluator, _context, node) => {
  const text = (node as ts.BigIntLiteral).text.replace(/n$/, '');
  try {
    return constant(BigInt(text));
  } catch {
    return unknown('a big integer');
  }
});
rule([ts.SyntaxKind.TrueKeyword], () => {
  return TRUE;
});
rule([ts.SyntaxKind.FalseKeyword], () => {
  return FALSE;
});
rule([ts.SyntaxKind.NullKeyword], () => {
  return NULL;
});
rule([ts.SyntaxKind.RegularExpressionLiteral], (evaluator, context, node) => {
  if (isUnterminated(node)) return UNTERMINATED;
  const text = (node as ts.RegularExpressionLiteral).text;
  const end = text.lastIndexOf('/');
  return evaluator.builtins.regexp(text.slice(1, end), text.slice(end + 1), evaluator.site(context, node));
});
rule([ts.SyntaxKind.TemplateExpression], (evaluator, context, node) => {
  const expression = node as ts.TemplateExpression;
  if (isUnterminated(expression.templateSpans.at(-1)!.literal)) return UNTERMINATED;
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
rule([ts.SyntaxKind.PropertyAccessExpression], (evaluator, context, node) => {
  return readMember(evaluator, context, node as ts.PropertyAccessExpression);
});
rule([ts.SyntaxKind.ElementAccessExpression], (evaluator, context, node) => {
  return readMember(evaluator, context, node as ts.ElementAccessExpression);
});
rule([ts.SyntaxKind.CallExpression], (evaluator, context, node) => {
  return evaluateCall(evaluator, context, node as ts.CallExpression);
});
rule([ts.SyntaxKind.NewExpression], (evaluator, context, node) => {
  const expression = node as ts.NewExpression;
  const callee = evaluate(evaluator, context, expression.expression);
  return evaluator.construct(callee, evaluateArguments(evaluator, context, expression.arguments ?? []), context, node);
});
rule([ts.SyntaxKind.ArrowFunction, ts.SyntaxKind.FunctionExpression], (evaluator, context, node) => {
  const fn = node as ts.ArrowFunction | ts.FunctionExpression;
  return makeClosure(evaluator, context, fn, ts.isArrowFunction(fn) ? context.activation.home : null, fn.name?.text ?? '');
});
rule([ts.SyntaxKind.ClassExpression], (evaluator, context, node) => {
  return evaluateClass(evaluator, context, node as ts.ClassExpression);
});
rule([ts.SyntaxKind.ObjectLiteralExpression], (evaluator, context, node) => {
  return evaluateObject(evaluator, context, node as ts.ObjectLiteralExpression);
});
rule([ts.SyntaxKind.ArrayLiteralExpression], (evaluator, context, node) => {
  return evaluateList(evaluator, context, node as ts.ArrayLiteralExpression);
});
rule([ts.SyntaxKind.AsExpression, ts.SyntaxKind.TypeAssertionExpression], (evaluator, context, node) => {
  const { expression, type } = node as ts.AsExpression | ts.TypeAssertion;
  const value = evaluate(evaluator, context, expression);
  tellStated(evaluator, context, value, type, node);
  return declared(evaluator, context, value, type, node);
});
rule(
  [
    ts.SyntaxKind.ParenthesizedExpression,
    ts.SyntaxKind.SatisfiesExpression,
    ts.SyntaxKind.NonNullExpression,
    ts.SyntaxKind.ExpressionWithTypeArguments,
    ts.SyntaxKind.PartiallyEmittedExpression,
  ],
  (evaluator, context, node) => {
    return evaluate(evaluator, context, (node as ts.ParenthesizedExpression).expression);
  },
);
rule([ts.SyntaxKind.ThisKeyword], (_evaluator, context) => {
  return context.activation.self ?? unknown('this before super()');
});
rule([ts.SyntaxKind.BinaryExpression], (evaluator, context, node) => {
  return evaluateBinary(evaluator, context, node as ts.BinaryExpression);
});
rule([ts.SyntaxKind.ConditionalExpression], (evaluator, context, node) => {
  const expression = node as ts.ConditionalExpression;
  const asked = asCameIn(evaluate(evaluator, context, expression.condition));
  const missing = evaluator.observer ? (missingOf(asked) ?? missingTested(asked)) : null;
  const arms: Value[] = [];
  const arm = (at: number, of: ts.Expression) => () => (arms[at] = evaluate(evaluator, context, of));
  const value = choose(evaluator, context, expression.condition, asked, arm(0, expression.whenTrue), arm(1, expression.whenFalse));
  if (missing?.traces.length === 1) {
    const [standIn, given] = missing.when ? arms : [arms[1], arms[0]];
    // A constant that is not the one that is asked for is no value of the request.
    const isAsked =
      given?.kind !== 'const' || testedOf(asked).some(({ shape }) => shape.enum?.length === 1 && shape.enum[0] === given.value);
    if (isAsked) noteStandIn(evaluator, missing.traces[0]!, given, standIn, evaluator.site(context, node));
  }
  return value;
});
rule([ts.SyntaxKind.PrefixUnaryExpression], (evaluator, context, node) => {
  return evaluatePrefix(evaluator, context, node as ts.PrefixUnaryExpression);
});
rule([ts.SyntaxKind.PostfixUnaryExpression], (evaluator, context, node) => {
  const expression = node as ts.PostfixUnaryExpression;
  const before = evaluate(evaluator, context, expression.operand);
  assign(evaluator, context, expression.operand, counted(before, expression.operator));
  if (isBigInt(before)) return before;
  const number = toNumber(before);
  return number === null ? before : constant(number);
});
rule([ts.SyntaxKind.AwaitExpression], (evaluator, context, node) => {
  const { expression } = node as ts.AwaitExpression;
  const result = context.activation.resolved?.get(node) ?? awaitedInPlace(evaluator, evaluate(evaluator, context, expression));
  return givenLater(evaluator, context, result, expression);
});
rule([ts.SyntaxKind.TypeOfExpression], (evaluator, context, node) => {
  const operand = (node as ts.TypeOfExpression).expression;
  if (ts.isIdentifier(operand) && !context.scope.find(operand.text) && !evaluator.builtins.hasGlobal(operand.text))
    return constant('undefined', null, platformGlobals.has(operand.text) ? `${operand.text} of the platform` : null);
  return typeOf(evaluate(evaluator, context, operand));
});
rule([ts.SyntaxKind.VoidExpression], (evaluator, context, node) => {
  evaluate(evaluator, context, (node as ts.VoidExpression).expression);
  return UNDEFINED;
});
rule([ts.SyntaxKind.DeleteExpression], (evaluator, context, node) => {
  const target = skipOuter((node as ts.DeleteExpression).expression);
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return TRUE;
  const owner = evaluate(evaluator, context, target.expression);
  const key = ts.isPropertyAccessExpression(target)
    ? target.name.text
    : evaluator.key(evaluate(evaluator, context, target.argumentExpression));
  // Nothing can be taken from null: what is made of the record that was not found is not what the program gives.
  if (evaluator.observer && isNullish(owner) && !target.questionDotToken)
    throw new ThrowSignal(unknownError(evaluator.site(context, target)), evaluator.site(context, target), evaluator.guard);
  // What is made of a request, or of a copy of one, lacks it from here on.
  const isOfRequest = evaluator.observer && ((owner.kind === 'unknown' && owner.trace) || (owner.kind === 'object' && (owner as Obj).rest));
  if (key !== null && isOfRequest) evaluator.set(owner, key, UNDEFINED, context, target);
  else if (key !== null) evaluator.remove(owner, key);
  return TRUE;
});
rule([ts.SyntaxKind.TaggedTemplateExpression], (evaluator, context, node) => {
  return evaluateTagged(evaluator, context, node as ts.TaggedTemplateExpression);
});
rule([ts.SyntaxKind.SpreadElement], (evaluator, context, node) => {
  return evaluate(evaluator, context, (node as ts.SpreadElement).expression);
});
rule([ts.SyntaxKind.YieldExpression], (evaluator, context, node) => {
  const expression = node as ts.YieldExpression;
  const { yields, resolved, waitsFor } = context.activation;
  const sent = resolved?.get(node);
  if (sent) return sent;
  const value = expression.expression ? evaluate(evaluator, context, expression.expression) : UNDEFINED;
  if (waitsFor)
    return awaitedInPlace(
      evaluator,
      waitsFor(value, (fn) => evaluator.call(fn, UNDEFINED, [], context, node)),
    );
  if (yields) {
    if (expression.asteriskToken) yields.push(...iterate(evaluator, context, node, value).elements);
    else yields.push(value);
    if (yields.length > 5000) evaluator.step();
  }
  return unknown('what a generator is sent');
});
rule([ts.SyntaxKind.MetaProperty], (evaluator, context, node) => {
  const meta = node as ts.MetaProperty;
  return meta.keywordToken === ts.SyntaxKind.NewKeyword
    ? (context.activation.newTarget ?? UNDEFINED)
    : importMeta(evaluator, context, node);
});
rule([ts.SyntaxKind.ImportKeyword], () => {
  return unknown('import');
});
rule([ts.SyntaxKind.SuperKeyword], (_evaluator, context) => {
  return context.activation.home?.proto ?? UNDEFINED;
});
rule([ts.SyntaxKind.OmittedExpression], () => {
  return UNDEFINED;
});

/** Where the piece was written that makes a composed text different from its siblings: the table row behind `/reports/${name}`. */
export const originOf = (value: Value): Origin | null =>
  value.kind === 'const' && !isFirstCount(value) ? (value.written ?? value.origin) : null;

/** The number from which a variable counts: `let index = 0`. The others have no place, and it is no row of a table either. */
function isFirstCount({ value, origin }: Const): boolean {
  const node = typeof value === 'number' ? (origin as Site | null)?.node : undefined;
  const variable = node?.parent;
  return variable !== undefined && ts.isVariableDeclaration(variable) && (variable.parent.flags & ts.NodeFlags.Const) === 0;
}

export const withWritten = (value: Value, written: Origin | null): Value =>
  written && value.kind === 'const' ? { ...value, written } : value;

export function joinParts(
  evaluator: Evaluator,
  given: readonly (string | Value)[],
  origin: Value['kind'] extends never ? never : ReturnType<Evaluator['site']>,
): Value {
  const parts = boundedChoices(given);
  const choice = parts.findIndex((part) => typeof part !== 'string' && part.kind === 'oneOf');
  if (choice < 0) return template(parts, origin);
  const value = parts[choice] as Extract<Value, { kind: 'oneOf' }>;
  return oneOf(
    value.values
      .filter((alternative) => alternative !== ABSENT)
      .map((alternative) =>
        joinParts(
          evaluator,
          parts.map((part, index) => (index === choice ? (alternative.kind === 'const' ? String(alternative.value) : alternative) : part)),
          origin,
        ),
      ),
    value.condition,
    value.preferred,
  );
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

/** `@Name` or `@Name(…)`. */
const isDecorator = (node: ts.Identifier): boolean =>
  ts.isDecorator(node.parent) ||
  (ts.isCallExpression(node.parent) && node.parent.expression === node && ts.isDecorator(node.parent.parent));

/** A decorator that nothing declares, of a package from which the file imports other names: the import was forgotten, and what is meant is plain. */
function forgottenImport(evaluator: Evaluator, context: Context, node: ts.Identifier): Value | null {
  for (const statement of context.module.source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier) || statement.importClause?.isTypeOnly)
      continue;
    const resolution = evaluator.host.resolve(statement.moduleSpecifier.text, context.module.file, false);
    const module = resolution.kind === 'package' ? packageValue(evaluator, resolution.name) : null;
    const own = module?.kind === 'object' ? evaluator.ownProperty(module as Obj, node.text) : undefined;
    if (!own || own.get) continue;
    evaluator.host.report(
      'forgotten-import',
      { name: node.text, specifier: `"${statement.moduleSpecifier.text}"` },
      evaluator.site(context, node),
    );
    return own.value;
  }
  return null;
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
    if (binding.value?.kind === 'const') noteRead(binding, null);
    return binding.value ? evaluator.assumed(binding.value) : unknown(`${name} before its declaration ran`);
  }
  if (name === 'undefined') return UNDEFINED;
  const forgotten = isDecorator(node) && !evaluator.builtins.hasGlobal(name) ? forgottenImport(evaluator, context, node) : null;
  if (forgotten) return forgotten;
  return evaluator.builtins.global(evaluator, name, context, node);
}

interface Access {
  readonly self: Value;
  readonly value: Value;
  readonly shortCircuit: boolean;
  /** The chain that it ends may have ended before. */
  readonly ended?: Ended;
}

function readMember(evaluator: Evaluator, context: Context, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Value {
  const { value, ended = false } = readProperty(evaluator, context, node);
  return perhapsEnded(evaluator, value, ended);
}

/** Reads a property and keeps the object for the call's `this`. */
function readProperty(evaluator: Evaluator, context: Context, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Access {
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword) {
    const base = context.activation.home?.proto ?? UNDEFINED;
    const key = ts.isPropertyAccessExpression(node) ? node.name.text : evaluator.key(evaluate(evaluator, context, node.argumentExpression));
    return {
      self: context.activation.self ?? UNDEFINED,
      value: key === null ? unknown('a computed property') : evaluator.get(base, key, context, node),
      shortCircuit: false,
    };
  }
  const inner = ts.isOptionalChain(node) && ts.isNonNullExpression(node.expression) ? node.expression.expression : node.expression;
  let self: Value;
  let short = false;
  let ended: Ended = false;
  if ((ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner)) && ts.isOptionalChain(node)) {
    const access = readProperty(evaluator, context, inner);
    self = access.value;
    short = access.shortCircuit;
    ended = access.ended ?? false;
  } else {
    self = evaluate(evaluator, context, inner);
    short = endedIn(evaluator, node, inner);
  }
  if (short || (node.questionDotToken && isNullish(self))) {
    const table = tableOf(self);
    if (short && !table) return { self, value: self, shortCircuit: true };
    const nothing = constant(undefined, null, taintOf(self));
    const isNamed = table !== undefined && ts.isPropertyAccessExpression(node);
    return {
      self,
      value: isNamed ? fromTable(nothing, evaluator.get(table, node.name.text, context, node)) : nothing,
      shortCircuit: true,
    };
  }
  if (evaluator.observer && isNothing(self))
    throw new ThrowSignal(unknownError(evaluator.site(context, node)), evaluator.site(context, node), evaluator.guard);
  ended ||= mayEnd(node, self);
  self = reliedOn(self, node);
  if (ts.isPropertyAccessExpression(node)) {
    const holder = holderOf(evaluator, self, node.name.text);
    return { self: holder, value: evaluator.get(holder, node.name.text, context, node), shortCircuit: false, ended };
  }
  const keyValue = evaluate(evaluator, context, node.argumentExpression);
  if (keyValue.kind === 'oneOf') {
    const values = keyValue.values
      .filter((alternative) => alternative !== ABSENT)
      .map((alternative) => {
        // Where none of the names was found, nothing is called so.
        if (evaluator.observer && alternative.kind === 'const' && alternative.value === undefined) return UNDEFINED;
        const key = evaluator.key(alternative);
        return key === null ? anyMember(evaluator, self, alternative, context, node) : evaluator.get(self, key, context, node);
      });
    return { self, value: oneOf(values, keyValue.condition, keyValue.preferred), shortCircuit: false };
  }
  // `req.cookies[process.env.COOKIE]`: what a setting names that has no default is told by the setting's name.
  const setting = evaluator.observer && traceOf(self) ? nameOfUnset(keyValue) : undefined;
  const key = setting ?? evaluator.key(keyValue);
  if (isNullish(keyValue) && self.kind === 'unknown' && setting === undefined) evaluator.observer?.madeOfNothing();
  if (key === null) return { self, value: anyMember(evaluator, self, keyValue, context, node), shortCircuit: false };
  const holder = holderOf(evaluator, self, key);
  const value = foundAt(holder, keyValue, withTaint(evaluator.get(holder, key, context, node), taintOf(keyValue)));
  return { self: holder, value: isUnset(keyValue) ? fromOneOf(evaluator, self, value, context, node) : value, shortCircuit: false, ended };
}

/** A variable of the environment that is not set here. */
const isUnset = (key: Value): boolean => key.kind === 'const' && key.value === undefined && key.taint?.startsWith('process.env.') === true;

const nameOfUnset = (key: Value): string | undefined =>
  (key.kind === 'const' && key.value === undefined) || (key.kind === 'unknown' && !key.trace)
    ? /^process\.env\.(\w+)$/.exec(key.taint ?? '')?.[1]
    : undefined;

/** `{ development: …, production: … }[process.env.NODE_ENV]`: where the program runs it is one of them, whatever may stand in for it. */
function fromOneOf(evaluator: Evaluator, self: Value, found: Value, context: Context, node: ts.Node): Value {
  if (found.kind !== 'const' || found.value !== undefined || self.kind !== 'object' || self.host) return found;
  const names = (self as Obj).open || (self as Obj).elements ? [] : evaluator.keys(self as Obj);
  if (names.length === 0 || names.length > 8) return found;
  const members = names.map((name) => evaluator.get(self, name, context, node));
  return fromTable(found, oneOf(members, shortText(node)));
}

/** Where a property is read, or something is called, the program relies on the value being there. */
function reliedOn(value: Value, node: ts.AccessExpression | ts.CallExpression): Value {
  if (value.kind !== 'oneOf' || !value.values.some(isNullish)) return value;
  const isAbsent = isNullish(value.values[0]!);
  const present = value.values.filter((alternative) => !isNullish(alternative) && alternative !== ABSENT);
  if (present.length === 0 || (value.preferred && isAbsent && node.questionDotToken)) return value;
  return stillChosen(oneOf(present, value.condition, value.preferred && !isAbsent), value);
}

/** A member whose name only run time knows: one of the known ones when there are few, else unknown. */
function anyMember(evaluator: Evaluator, self: Value, key: Value, context: Context, node: ts.Node): Value {
  const dynamic = evaluator.builtins.dynamicMember(self);
  if (dynamic) return dynamic;
  const named = evaluator.observer && memberNamed(evaluator, key, evaluator.site(context, node), self);
  if (named) return named;
  // Of either list: `(more ? rows.slice(0, 10) : rows)[last]`.
  if (evaluator.observer && self.kind === 'oneOf' && self.values.every((each) => each.kind === 'object' && (each as Obj).elements))
    return oneOf(
      self.values.map((each) => anyMember(evaluator, each, key, context, node)),
      self.condition,
    );
  let why = 'a member whose name only run time knows';
  if (self.kind === 'object' && !self.host) {
    const object = self as Obj;
    // Whichever it is of a list of which one element stands for all: `list[list.length - 1]`.
    if (evaluator.observer && object.elements && object.uniform && key.kind === 'unknown') return oneOfAlike(object);
    const names = evaluator.observer ? namesOf(evaluator, object) : evaluator.keys(object);
    const nameless = unknownKeyed(object);
    // Nobody knows its name, but it is the same: `{ [name]: class {} }[name]` gives something a name.
    const same = nameless.findLast(({ name }) => name === key);
    if (same && !same.get && same.conditional === null) return same.value;
    const unnamed = evaluator.observer ? nameless.map(({ value }) => value) : [];
    const table = evaluator.observer && unnamed.length === 0 && testOf(key) ? keysOfTable(evaluator, object) : null;
    const chosen =
      table &&
      chosenFrom(
        key,
        table.map((name) => [name, evaluator.get(object, name, context, node)]),
        shortText(node),
      );
    if (chosen) return chosen;
    if (
      evaluator.observer &&
      names.length === 0 &&
      nameless.length === 0 &&
      !object.open &&
      object.cls === 'Object' &&
      !isOfSetUp(object.serial)
    )
      why = NONE_YET;
    if (unnamed.length > 0 && names.length <= 8)
      return oneOf(
        [...names.map((name) => evaluator.get(object, name, context, node)), ...unnamed, ...(isListedName(key, object) ? [] : [UNDEFINED])],
        shortText(node),
      );
    if (names.length > 0 && names.length <= 8 && !object.open && key.kind === 'unknown')
      return oneOf(
        [...names.map((name) => evaluator.get(object, name, context, node)), ...(evaluator.observer ? [UNDEFINED] : [])],
        shortText(node),
      );
  }
  return unknown(why, evaluator.site(context, node), null, self.kind === 'unknown' ? self.carries : []);
}

const NONE_YET = 'a member of a record that has none yet';
/** What a request's own record has under a name, where nothing was put into it before: what a program puts there where it is missing is what is there. */
export const isNoneYet = (value: Value): boolean => value.kind === 'unknown' && value.why === NONE_YET;

function evaluateArguments(evaluator: Evaluator, context: Context, nodes: readonly ts.Expression[]): Value[] {
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
      if (iteration.open)
        args.push(
          value.kind === 'unknown' ? { ...value, why: `arguments spread from ${value.why}` } : furtherOf(unknown(iteration.why), iteration),
        );
    } else args.push(evaluate(evaluator, context, node));
  }
  return args;
}

function evaluateCall(evaluator: Evaluator, context: Context, node: ts.CallExpression): Value {
  const calleeNode = node.expression;
  if (calleeNode.kind === ts.SyntaxKind.ImportKeyword)
    return importDynamically(evaluator, context, node, node.arguments[0] ? evaluate(evaluator, context, node.arguments[0]) : UNDEFINED);
  if (calleeNode.kind === ts.SyntaxKind.SuperKeyword)
    return callSuper(evaluator, context, node, evaluateArguments(evaluator, context, node.arguments));
  const bare = skipOuter(calleeNode);
  // Parentheses, with a cast in them or without, leave a method its receiver.
  const target =
    ts.isNonNullExpression(calleeNode) || ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare) ? bare : calleeNode;
  let self: Value = UNDEFINED;
  let callee: Value;
  let ended: Ended = false;
  if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) {
    const access = readProperty(evaluator, context, target);
    // Absent for the same reason, and so in the hands of the same setting.
    if (access.shortCircuit) return endChain(evaluator, node, access.value);
    self = access.self;
    ended = access.ended ?? false;
    if (self.kind === 'oneOf') {
      const result = evaluateCallOnAlternatives(evaluator, context, node, target, self);
      evaluator.endedAt = null;
      return result;
    }
    callee = access.value;
  } else {
    if (ts.isIdentifier(target) && target.text === 'require' && isRequire(context)) {
      const value = node.arguments[0] ? evaluate(evaluator, context, node.arguments[0]) : UNDEFINED;
      return evaluator.eachAlternative(context, node, value, (alternative) => requireModule(evaluator, context, node, alternative));
    }
    callee = evaluate(evaluator, context, target);
    if (endedIn(evaluator, node, target)) return endChain(evaluator, node, callee);
  }
  if (node.questionDotToken && isNullish(callee)) return endChain(evaluator, node, withTaint(UNDEFINED, taintOf(callee)));
  if (evaluator.observer && isAssertion(callee, node)) return assertCondition(evaluator, context, node, callee, self);
  const args = evaluateArguments(evaluator, context, node.arguments);
  if (evaluator.observer && isSilentCall(evaluator, node, callee, self, args)) {
    evaluator.endedAt = null;
    return UNDEFINED;
  }
  const call = (fn: Value): Value => evaluator.call(fn, self, args, context, node);
  const result =
    node.questionDotToken && callee.kind === 'oneOf'
      ? evaluator.eachAlternative(context, node, callee, (fn) => (isNullish(fn) ? UNDEFINED : call(fn)))
      : call(reliedOn(callee, node));
  evaluator.endedAt = null;
  // `header?.startsWith('Bearer ')`: nothing where the header is missing.
  const isOfMissing =
    evaluator.observer &&
    self.kind === 'unknown' &&
    ts.isPropertyAccessExpression(target) &&
    target.questionDotToken &&
    result.kind === 'unknown' &&
    !result.missing &&
    !result.trace;
  return perhapsEnded(evaluator, isOfMissing ? withMissing(result, missingOf(self)) : result, ended);
}

/** `assert(condition, …)`: the rest of the arguments is made in each arm, where an error among them is thrown as it is made. */
function assertCondition(evaluator: Evaluator, context: Context, node: ts.CallExpression, callee: Value, self: Value): Value {
  const [condition, ...others] = node.arguments;
  const goesOn: boolean[] = [];
  const given = (holds: boolean) => () => {
    const value = evaluator.call(callee, self, [constant(holds), ...evaluateArguments(evaluator, context, others)], context, node);
    goesOn.push(holds);
    return value;
  };
  const asked = asCameIn(evaluate(evaluator, context, condition!));
  const value = choose(evaluator, context, condition!, asked, given(true), given(false));
  if (goesOn.length === 1) noteRest(evaluator, context, condition!, goesOn[0]!);
  evaluator.endedAt = null;
  return value;
}

/** `header?.split(' ')[1]`: nothing is read or called behind a call that the chain did not come to. */
function endChain(evaluator: Evaluator, node: ts.CallExpression, value: Value): Value {
  evaluator.endedAt = node;
  return value;
}

/** Whether the chain of a link has ended in the call before it, which has just been evaluated. */
const endedIn = (evaluator: Evaluator, link: ts.CallExpression | ts.AccessExpression, before: ts.Expression): boolean =>
  ts.isCallExpression(before) && ts.isOptionalChain(link) && evaluator.endedAt === before;

/** A method call on one of several objects: each under its own arm, the arguments evaluated once. */
function evaluateCallOnAlternatives(
  evaluator: Evaluator,
  context: Context,
  node: ts.CallExpression,
  target: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  self: Value,
): Value {
  const args = evaluateArguments(evaluator, context, node.arguments);
  const keyValue = ts.isPropertyAccessExpression(target)
    ? constant(target.name.text)
    : evaluate(evaluator, context, target.argumentExpression);
  const key = evaluator.key(keyValue);
  // Where the default configuration rejects a promise, and nobody says here what happens then, the server that we model has the other one.
  const isCaught = ts.isPropertyAccessExpression(node.parent);
  const goesOn = key === 'then' && args.length === 1 && !isCaught && !evaluator.observer && self.kind === 'oneOf';
  return evaluator.eachAlternative(context, node, goesOn ? withoutRejected(self, []) : self, (alternative) => {
    if (isNullish(alternative)) return UNDEFINED;
    return evaluator.call(
      key === null ? unknown('a computed method') : evaluator.get(alternative, key, context, target),
      alternative,
      args,
      context,
      node,
    );
  });
}

/** `require` is the module's own unless the program declares one. */
function isRequire(context: Context): boolean {
  const binding = context.scope.find('require');
  return (
    !binding ||
    binding === context.module.scope.parent?.own('require') ||
    (binding === context.module.scope.own('require') && binding.lazy === null && isRequireFunction(binding.value))
  );
}
const isRequireFunction = (value: Value | null): boolean => value?.kind === 'object' && (value as Obj).cls === 'Require';

/** Runs the arm that a condition decides, or both. */
export function choose(
  evaluator: Evaluator,
  context: Context,
  node: ts.Expression,
  condition: Value,
  whenTrue: () => Value,
  whenFalse: () => Value,
): Value {
  const truth = evaluator.truth(condition);
  if (truth.value !== null && !truth.taint) return truth.value ? whenTrue() : whenFalse();
  const info = evaluator.branchInfo(
    context,
    node,
    shortText(node),
    truth.taint && truth.value !== null ? 'configuration' : 'unknown',
    2,
    true,
    truth.taint,
  );
  if (truth.value === null) {
    if (evaluator.observer) {
      noteAbsence(evaluator, context, info, node, condition);
      noteAsked(evaluator, info, node, condition);
    }
    const arms = [whenTrue, whenFalse].map((arm, index) => () => {
      narrow(evaluator, context, node, index === 0);
      return arm();
    });
    return evaluator.join(info, arms, false);
  }
  const { guard } = evaluator;
  const [byDefault, otherwise] = truth.value ? [whenTrue, whenFalse] : [whenFalse, whenTrue];
  const other = (): Value => {
    (evaluator.guard === guard && !evaluator.observer ? narrowSettings : narrowConfigured)(evaluator, context, node, !truth.value);
    return otherwise();
  };
  return evaluator.join(info, [byDefault, other], true);
}

function evaluateTagged(evaluator: Evaluator, context: Context, node: ts.TaggedTemplateExpression): Value {
  const quasi = node.template;
  const texts = ts.isNoSubstitutionTemplateLiteral(quasi) ? [quasi] : [quasi.head, ...quasi.templateSpans.map((span) => span.literal)];
  const strings = evaluator.list(
    texts.map((text) => constant(text.text)),
    evaluator.site(context, node),
  );
  const raw = evaluator.list(texts.map((text) => constant(text.rawText ?? text.text)));
  strings.props = new Map([['raw', prop(raw, false)]]);
  const values = ts.isNoSubstitutionTemplateLiteral(quasi)
    ? []
    : quasi.templateSpans.map((span) => evaluate(evaluator, context, span.expression));
  const tag = skipOuter(node.tag);
  if (ts.isPropertyAccessExpression(tag) || ts.isElementAccessExpression(tag)) {
    const access = readProperty(evaluator, context, tag);
    return evaluator.call(access.value, access.self, [strings, ...values], context, node);
  }
  return evaluator.call(evaluate(evaluator, context, tag), UNDEFINED, [strings, ...values], context, node);
}

export { withDefault, compare };
