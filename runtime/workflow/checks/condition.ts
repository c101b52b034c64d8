import { resolveExpression, type TemplateScope } from '../template/resolve.js';
import { parseTemplate, placeholdersOf, resolveTemplate, type Placeholder, type Template } from '../template/template.js';
import { TemplateError } from '../template/template-error.js';
import { sameValue } from './same-value.js';

/** What `if` says, prepared once. */
export interface Condition {
  readonly placeholders: readonly Placeholder[];
  readonly holds: (scope: TemplateScope) => boolean;
}

/** The text of a condition is not one. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  readonly help = 'Write it like {{workflow:state}} == "open" && {{workflow:total}} > 0.';
}

type Evaluate = (scope: TemplateScope) => unknown;
type Token =
  | { readonly kind: 'operator' | 'word'; readonly text: string }
  | { readonly kind: 'text' | 'template'; readonly template: Template };

const COMPARISONS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': looselyEqual,
  '!=': (left, right) => !looselyEqual(left, right),
  '<': (left, right) => ordered(left, right) < 0,
  '<=': (left, right) => ordered(left, right) <= 0,
  '>': (left, right) => ordered(left, right) > 0,
  '>=': (left, right) => ordered(left, right) >= 0,
  contains: (left, right) =>
    Array.isArray(left) ? left.some((element) => looselyEqual(element, right)) : typeof left === 'string' && left.includes(String(right)),
  matches: (left, right) => typeof left === 'string' && new RegExp(String(right)).test(left),
};

/**
 * Reads `{{workflow:role}} == "admin" && !{{workflow:done}}`. A remembered value that is not there is simply not true:
 * asking for it is what conditions are for.
 * @throws ConditionError | TemplateError
 */
export function parseCondition(source: string): Condition {
  const tokens = tokenise(source);
  const placeholders = tokens.flatMap((token) => ('template' in token ? placeholdersOf(token.template) : []));
  let at = 0;
  const operator = (text: string): boolean => {
    const token = tokens[at];
    if (token?.kind === 'operator' && token.text === text) {
      at++;
      return true;
    }
    return false;
  };

  const either = (): Evaluate => {
    let left = both();
    while (operator('||')) {
      const [first, second] = [left, both()];
      left = (scope) => isTrue(first(scope)) || isTrue(second(scope));
    }
    return left;
  };
  const both = (): Evaluate => {
    let left = single();
    while (operator('&&')) {
      const [first, second] = [left, single()];
      left = (scope) => isTrue(first(scope)) && isTrue(second(scope));
    }
    return left;
  };
  const single = (): Evaluate => {
    if (operator('!')) {
      const inner = single();
      return (scope) => !isTrue(inner(scope));
    }
    if (operator('(')) {
      const inner = either();
      if (!operator(')')) throw new ConditionError(`"${source}" lacks a closing parenthesis.`);
      return inner;
    }
    const left = operand();
    const token = tokens[at];
    const compare = token !== undefined && 'text' in token && Object.hasOwn(COMPARISONS, token.text) ? COMPARISONS[token.text] : undefined;
    if (compare === undefined) return left;
    at++;
    const right = operand();
    return (scope) => compare(left(scope), right(scope));
  };
  const operand = (): Evaluate => {
    const token = tokens[at++];
    if (token === undefined) throw new ConditionError(`"${source}" ends where a value is expected.`);
    if (token.kind === 'operator') throw new ConditionError(`"${source}" has "${token.text}" where a value is expected.`);
    if ('template' in token) return token.kind === 'text' ? (scope) => resolveTemplate(token.template, scope) : orUndefined(token.template);
    const value = LITERALS.has(token.text)
      ? LITERALS.get(token.text)
      : /^-?\d+(?:\.\d+)?$/.test(token.text)
        ? Number(token.text)
        : token.text;
    return () => value;
  };

  const evaluate = either();
  if (at < tokens.length) {
    const rest = tokens[at]!;
    throw new ConditionError(
      `"${source}" has ${'text' in rest ? `"${rest.text}"` : 'a value'} where an operator is expected: ==, !=, <, <=, >, >=, contains, matches, && or ||.`,
    );
  }
  return { placeholders, holds: (scope) => isTrue(evaluate(scope)) };
}

const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function tokenise(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|(==|!=|<=|>=|&&|\|\||[<>!()])|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gy;
  let at = 0;
  while (at < source.length) {
    if (source.startsWith('{{', at)) {
      const length = templateLength(source.slice(at));
      tokens.push({ kind: 'template', template: parseTemplate(source.slice(at, at + length)) });
      at += length;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) {
      const quoted = match[2] ?? match[3];
      if (match[1] !== undefined) tokens.push({ kind: 'operator', text: match[1] });
      else if (quoted !== undefined) tokens.push({ kind: 'text', template: parseTemplate(quoted.replace(/\\(["'])/g, '$1')) });
      at = pattern.lastIndex;
      continue;
    }
    const word = /^[^\s"'<>=!&|(){}]+/.exec(source.slice(at))?.[0];
    if (word === undefined) throw new ConditionError(`"${source}" cannot be read from "${source.slice(at)}" on.`);
    tokens.push({ kind: 'word', text: word });
    at += word.length;
  }
  if (tokens.length === 0) throw new ConditionError('The condition is empty.');
  return tokens;
}

/** Length of the template at the start of a text: what parses as one template, tried at each pair of closing braces. */
function templateLength(text: string): number {
  for (let close = text.indexOf('}}'); close >= 0; close = text.indexOf('}}', close + 1)) {
    try {
      if (parseTemplate(text.slice(0, close + 2)).parts.length === 1) return close + 2;
    } catch {
      /* braces inside of arguments */
    }
  }
  parseTemplate(text);
  return text.length;
}

function orUndefined(template: Template): Evaluate {
  const [part] = template.parts;
  if (typeof part === 'string' || part === undefined) return () => part;
  return (scope) => {
    try {
      return resolveExpression(part.expression, part.template, scope);
    } catch (error) {
      if (
        error instanceof TemplateError &&
        (part.expression.kind === 'memory' || part.expression.kind === 'item' || part.expression.kind === 'env')
      )
        return undefined;
      throw error;
    }
  };
}

/** Remembered values are texts, so the texts "false" and "0" are not true either. */
const isTrue = (value: unknown): boolean =>
  !(
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    value === 0 ||
    value === 'false' ||
    value === '0' ||
    (Array.isArray(value) && value.length === 0)
  );

function looselyEqual(left: unknown, right: unknown): boolean {
  if (typeof left === typeof right || left === null || right === null || left === undefined || right === undefined)
    return sameValue(left ?? null, right ?? null);
  return typeof left !== 'object' && typeof right !== 'object' && String(left) === String(right);
}

/** NaN compares as false with everything. */
function ordered(left: unknown, right: unknown): number {
  const [a, b] = [Number(left), Number(right)];
  if (!Number.isNaN(a) && !Number.isNaN(b) && left !== '' && right !== '') return a - b;
  return typeof left === 'string' && typeof right === 'string' ? (left < right ? -1 : left > right ? 1 : 0) : Number.NaN;
}
