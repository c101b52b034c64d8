import type { Shape } from '@tool/ir';
import { webFile, type Trace, type Unknown, type Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { ts } from './syntax.js';
import { claimedValue } from '../requests/observation.js';
import type { PromiseState } from '../builtins/promise.js';
import { ABSENT, Obj, oneOf, type ModuleRecord } from '../values/values.js';

/** A type that the program states for a value, or for the member of it at a path; or a call that gave the value; or a function whose place states what it gives. */
export interface DeclaredAs {
  readonly node: ts.Node;
  readonly module: ModuleRecord;
  readonly path: readonly string[];
  /** Whether it may be null is asked as well: with values the code that tests for it tells. */
  readonly orNull?: true;
}

const SAYS_NOTHING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AnyKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.NeverKeyword,
  ts.SyntaxKind.VoidKeyword,
  ts.SyntaxKind.ObjectKeyword,
  ts.SyntaxKind.TypePredicate,
]);
const isConst = (type: ts.TypeNode): boolean =>
  ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'const';
/** How far into an object that the program writes the stated type is followed, and how large it may be. */
const MAX_DEPTH = 2;
const MAX_MEMBERS = 40;
/** Statements kept for one value: the innermost ones. */
const MAX_STATEMENTS = 4;

/**
 * While observing: the value passes a place for which the program states a type (a variable, a parameter, a result, a cast). Of a value of
 * the request that says what comes in; of another unknown one it is kept, for whoever asks what is sent. Returns the value as it is from there on.
 */
export function declared(evaluator: Evaluator, context: Context, value: Value, type: ts.TypeNode | undefined, at: ts.Node): Value {
  if (!evaluator.observer || !type || !evaluator.host.shapeOfType || SAYS_NOTHING.has(type.kind) || isConst(type)) return value;
  return pass(evaluator, context, value, { node: type, module: context.module, path: [] }, at, 0);
}

/** The same of what a function gives: where it does not state that itself, the place may in which it is written. */
export function declaredResult(evaluator: Evaluator, context: Context, value: Value, fn: ts.SignatureDeclaration, at: ts.Node): Value {
  if (fn.type) return declared(evaluator, context, value, fn.type, at);
  // Pipes and guards hand on what came in.
  if (!evaluator.observer || !evaluator.host.shapeOfType || (value.kind === 'unknown' && value.trace) || !isStatedAround(fn)) return value;
  return pass(evaluator, context, value, { node: fn, module: context.module, path: [] }, at, 0);
}

const aroundKnown = new WeakMap<ts.Node, boolean>();
/** `const store: Store = { list: async () => … }`, `(): Store => ({ … })`, a method of a class that implements or extends something. */
function isStatedAround(node: ts.Node): boolean {
  let known = aroundKnown.get(node);
  if (known === undefined) aroundKnown.set(node, (known = statesAround(node)));
  return known;
}
function statesAround(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isMethodDeclaration(node))
    return ts.isClassLike(parent) ? parent.heritageClauses !== undefined : ts.isObjectLiteralExpression(parent) && isStatedAround(parent);
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent)) return parent.type !== undefined;
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return !isConst(parent.type);
  if (ts.isParenthesizedExpression(parent)) return isStatedAround(parent);
  if (ts.isPropertyAssignment(parent)) return isStatedAround(parent.parent);
  if (!ts.isReturnStatement(parent) && !(ts.isArrowFunction(parent) && parent.body === node)) return false;
  const fn = ts.findAncestor(parent, ts.isFunctionLike);
  return fn !== undefined && (fn.type !== undefined || isStatedAround(fn));
}

function pass(evaluator: Evaluator, context: Context, value: Value, as: DeclaredAs, at: ts.Node, depth: number): Value {
  if (value === ABSENT) return value;
  if (value.kind === 'unknown')
    return value.shape && !(value.trace && value.shape === webFile('File'))
      ? value
      : value.trace
        ? ofRequest(evaluator, context, value, value.trace, as, at)
        : note(evaluator, value, as);
  if (value.kind === 'oneOf') {
    // Of most values nothing changes: every place that states a type is passed by whatever there is.
    let values: Value[] | null = null;
    for (let index = 0; index < value.values.length; index++) {
      const passed = pass(evaluator, context, value.values[index]!, as, at, depth);
      if (passed !== value.values[index]) (values ??= [...value.values])[index] = passed;
    }
    return values ? oneOf(values, value.condition, value.preferred) : value;
  }
  if (value.kind === 'object') {
    const object = value as Obj;
    if (depth >= MAX_DEPTH || object.host || object.fn) return value;
    // What the program put together itself stays what it is: only its unknown members are looked at.
    if (object.elements)
      for (const element of object.elements.slice(0, MAX_MEMBERS)) passInner(evaluator, context, element, '0', as, at, depth);
    else if (object.cls === 'Object' && object.props && object.props.size <= MAX_MEMBERS && !object.internal)
      for (const [key, own] of object.props)
        if (typeof key === 'string' && !own.get) passInner(evaluator, context, own.value, key, as, at, depth);
  }
  return value;
}

function passInner(evaluator: Evaluator, context: Context, value: Value, key: string, as: DeclaredAs, at: ts.Node, depth: number): void {
  const isPassed = value.kind === 'unknown' ? !value.shape : value.kind === 'object' ? depth + 1 < MAX_DEPTH : value.kind === 'oneOf';
  if (isPassed) pass(evaluator, context, value, { ...as, path: [...as.path, key] }, at, depth + 1);
}

/** A call of a function of the program gave the value: where the function is generic its type at the call says more than its own. */
export function given(evaluator: Evaluator, context: Context, value: Value, call: ts.CallExpression): void {
  const state = value.kind === 'object' && (value as Obj).cls === 'Promise' ? ((value as Obj).internal as PromiseState | null) : null;
  const result = state?.status === 'fulfilled' ? state.value : value;
  if (result.kind === 'unknown' && result !== ABSENT && !result.shape && (!result.trace || result.trace.part === 'context'))
    note(evaluator, result, { node: call, module: context.module, path: [] });
}

/** The same of a call whose promise was pending when it was made. */
export function givenLater(evaluator: Evaluator, context: Context, value: Value, awaited: ts.Expression): Value {
  if (evaluator.observer && ts.isCallExpression(awaited)) given(evaluator, context, value, awaited);
  return value;
}

function note(evaluator: Evaluator, value: Unknown, as: DeclaredAs): Unknown {
  const known = evaluator.declaredAs.get(value);
  if (!known) evaluator.declaredAs.set(value, [as]);
  else if (known.length < MAX_STATEMENTS && !known.some((other) => other.node === as.node)) known.push(as);
  return value;
}

function ofRequest(evaluator: Evaluator, context: Context, value: Unknown, trace: Trace, as: DeclaredAs, at: ts.Node): Value {
  if (trace.derived) return value;
  if (trace.part === 'context') return note(evaluator, value, as);
  const stated = evaluator.host.shapeOfType!(as);
  const shape = stated?.kind === 'object' ? ofTaken(stated, at) : stated;
  if (!shape || (trace.path.length === 0 && !hasMembers(shape))) return value;
  const site = evaluator.site(context, at);
  evaluator.observer!.refined(trace, shape, 'type', site);
  // What a parameter takes is demanded, though a type further on may leave it out.
  if (shape !== stated && ts.isParameter(at))
    for (const { name, required } of shape.properties!)
      if (required) evaluator.observer!.demanded({ part: trace.part, path: [...trace.path, name] }, site);
  // Headers are texts, whatever a type says of them: which of them are read, and demanded, is seen as without one.
  if (trace.part === 'header' && trace.path.length === 0) return value;
  return claimedValue(evaluator, shape, value.why, trace, site);
}

/** What is taken apart where its type is stated: that says something of the members that are taken, not of all that the type has. */
function ofTaken(shape: Shape, stated: ts.Node): Shape {
  let at = stated;
  while (ts.isAsExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  if (!(ts.isParameter(at) || ts.isVariableDeclaration(at)) || !ts.isObjectBindingPattern(at.name)) return shape;
  const taken = at.name.elements.map(({ dotDotDotToken, propertyName, name }) => (dotDotDotToken ? '' : (propertyName ?? name).getText()));
  return taken.every((name) => /^\w+$/.test(name))
    ? { ...shape, properties: (shape.properties ?? []).filter(({ name }) => taken.includes(name)) }
    : shape;
}

/** Types that were stated for a value and what is in it. */
export type Statements = readonly (readonly [Value, readonly DeclaredAs[]])[];

/** How far into a value, and how many values in it, types are kept for whoever is handed it later. */
const KEPT_DEPTH = 4;
const MAX_KEPT = 200;

/** What the function that is observed has learned of a value that goes on to others. */
export function statementsOf(evaluator: Evaluator, value: Value): Statements {
  const found: [Value, readonly DeclaredAs[]][] = [];
  const seen = new Set<Value>();
  const visit = (inner: Value, depth: number): void => {
    if (depth > KEPT_DEPTH || seen.size >= MAX_KEPT || seen.has(inner)) return;
    seen.add(inner);
    const known = evaluator.declaredAs.get(inner);
    if (known) found.push([inner, [...known]]);
    if (inner.kind === 'oneOf')
      inner.values.forEach((alternative) => {
        visit(alternative, depth);
      });
    if (inner.kind !== 'object' || inner.host || (inner as Obj).fn) return;
    const { elements, props, rest } = inner as Obj;
    if (rest) visit(rest, depth + 1);
    elements?.forEach((element) => {
      visit(element, depth + 1);
    });
    if (props) for (const own of props.values()) if (!own.get) visit(own.value, depth + 1);
  };
  visit(value, 0);
  return found;
}

/** A value of another function is handed to the one that is observed. */
export function recall(evaluator: Evaluator, statements: Statements): void {
  for (const [value, stated] of statements) if (!evaluator.declaredAs.has(value)) evaluator.declaredAs.set(value, [...stated]);
}

const hasMembers = (shape: Shape): boolean =>
  shape.kind === 'array' || (shape.properties?.length ?? 0) > 0 || shape.alternatives?.some(hasMembers) === true;

/** Types are not enforced: a value may have members that its type does not list, and a text may be another one than those it names. */
export function opened(shape: Shape): Shape {
  const { enum: _only, ...rest } = shape;
  return {
    ...rest,
    ...(shape.kind === 'object' && { open: true }),
    ...(shape.properties && { properties: shape.properties.map((property) => ({ ...property, shape: opened(property.shape) })) }),
    ...(shape.items && { items: opened(shape.items) }),
    ...(shape.alternatives && { alternatives: shape.alternatives.map(opened) }),
  };
}

/** Tells a host object which types the program states for it. */
export function tellStated(evaluator: Evaluator, context: Context, value: Value, type: ts.TypeNode | undefined, at: ts.Node): void {
  if (!type || value.kind !== 'object' || !value.host?.type.stated) return;
  const types = evaluator.host.statedTypes?.(type);
  if (types && types.length > 0) evaluator.builtins.stated(evaluator, value as Obj, types, evaluator.site(context, at));
}

/** The type that the program states for a function where it writes it: `const list: Handler<…> = (request) => …`. */
export function typeOfFunction(declaration: ts.Node): ts.TypeNode | undefined {
  const { parent } = declaration;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent))
    return parent.initializer === declaration ? parent.type : undefined;
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return parent.type;
  return ts.isParenthesizedExpression(parent) ? typeOfFunction(parent) : undefined;
}
