import type { ObjectValue, Value } from '@tool/scanner-sdk';
import type { Evaluator } from './evaluator.js';
import { readBinding } from './modules.js';
import type { Scope } from './scope.js';
import { bindingNames, skipOuter, ts } from './syntax.js';
import { Obj, type Closure } from './values.js';

/**
 * Host objects that a function hands its own parameters to: `(a, b) => host(a, b)`, `host.handle(a, b)`, and the receiver of a bound host method.
 * The body is read, not run; nested functions count, since they close over the parameters.
 * @param members of a parameter that stand for it, dotted: `host(a.inner.raw)`
 */
export function delegatesOf(evaluator: Evaluator, fn: Value, members: readonly string[] = []): readonly ObjectValue[] {
  if (fn.kind !== 'object') return [];
  const object = fn as Obj;
  if (object.host) return [object];
  if (object.fn?.kind === 'bound') {
    const { target, self } = object.fn;
    if (self.kind === 'object' && self.host && target.kind === 'object' && (target as Obj).fn?.kind === 'native') return [self];
    return delegatesOf(evaluator, target, members);
  }
  if (object.fn?.kind !== 'closure') return [];
  const { node } = object.fn;
  const found = delegatesIn(evaluator, object.fn, members);
  if (evaluator.uses) evaluator.uses.functions.add(node);
  else evaluator.consulted.set(node, [...(evaluator.consulted.get(node) ?? []), { closure: object.fn, members, found }]);
  return found;
}

/** Whether bodies that were read for it, of this function or such as it stands in, still hand over to the same objects. */
export function delegatesTheSame(evaluator: Evaluator, changed: ts.Node): boolean {
  for (let at: ts.Node | undefined = changed; at; at = at.parent)
    for (const { closure, members, found } of evaluator.consulted.get(at) ?? []) {
      const before = modulesNotRun(evaluator);
      const now = delegatesIn(evaluator, closure, members);
      if (modulesNotRun(evaluator) !== before || now.length !== found.length || now.some((each, index) => each !== found[index]))
        return false;
    }
  return true;
}

const modulesNotRun = (evaluator: Evaluator): string =>
  [...evaluator.modules.values()].map(({ state }) => (state === 'new' ? '-' : '+')).join('');

/** Whether a function hands its own parameters to a variable that has no value yet. */
export function delegatesLater(evaluator: Evaluator, fn: Value): boolean {
  const closure = fn.kind === 'object' ? (fn as Obj).fn : null;
  return closure?.kind === 'closure' && candidatesIn(evaluator, closure).some(isNothing);
}

const delegatesIn = (evaluator: Evaluator, closure: Closure, members: readonly string[]): readonly ObjectValue[] => [
  ...new Set(
    candidatesIn(evaluator, closure, members).filter(
      (candidate): candidate is Obj => candidate.kind === 'object' && candidate.host !== null,
    ),
  ),
];

/** What a function calls with its own parameters, or a member of, as far as names and members of names say it. */
function candidatesIn(evaluator: Evaluator, { node, scope, module }: Closure, members: readonly string[] = []): readonly Value[] {
  if (!node.body) return [];
  const parameters = new Set(node.parameters.flatMap((parameter) => bindingNames(parameter.name, [])));
  const found: Value[] = [];
  const context = evaluator.topContext(module);
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && child.arguments.some((argument) => isHandedOn(argument, parameters, members))) {
      found.push(
        ...resolve(evaluator, scope, parameters, skipOuter(child.expression), (holder, name) =>
          evaluator.get(holder, name, context, child),
        ),
      );
    }
    ts.forEachChild(child, visit);
  };
  visit(node.body);
  return found;
}

/** A parameter, or a member that stands for it. */
function isHandedOn(argument: ts.Expression, parameters: ReadonlySet<string>, members: readonly string[]): boolean {
  const names: string[] = [];
  let at = argument;
  for (; ts.isPropertyAccessExpression(at); at = at.expression) names.unshift(at.name.text);
  return ts.isIdentifier(at) && parameters.has(at.text) && (names.length === 0 || members.includes(names.join('.')));
}

/** The value of a name or member chain, and for a method the object that it is read from. */
function resolve(
  evaluator: Evaluator,
  scope: Scope,
  parameters: ReadonlySet<string>,
  expression: ts.Expression,
  member: (holder: Value, name: string) => Value,
): readonly Value[] {
  if (ts.isIdentifier(expression)) {
    if (parameters.has(expression.text)) return [];
    const binding = scope.find(expression.text);
    return binding ? alternatives(readBinding(binding, expression.text)) : [];
  }
  if (ts.isPropertyAccessExpression(expression)) {
    const holders = resolve(evaluator, scope, parameters, skipOuter(expression.expression), member);
    const hosts = holders.filter((holder) => holder.kind === 'object' && holder.host);
    return hosts.length
      ? hosts
      : holders.flatMap((holder) => (isNothing(holder) ? [holder] : alternatives(member(holder, expression.name.text))));
  }
  // What is called with the parameters was made of it: `host.handler()(a, b)`, `combined([host.handler()])(a, b)`.
  if (ts.isCallExpression(expression))
    return [expression.expression, ...expression.arguments.flatMap((each) => (ts.isArrayLiteralExpression(each) ? each.elements : [each]))]
      .flatMap((each) => resolve(evaluator, scope, parameters, skipOuter(each), member))
      .filter((value) => value.kind === 'object' && value.host);
  return [];
}

const isNothing = (value: Value): boolean => value.kind === 'const' && (value.value === undefined || value.value === null);

const alternatives = (value: Value): readonly Value[] => (value.kind === 'oneOf' ? value.values : [value]);
