import type { Trace, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { skipOuter, ts } from '../language/syntax.js';
import { settingOf, type Site } from '../values/values.js';
import { patternOf } from './tested.js';

/** Tells which text, or regular expression, a text of the request is looked through for. */
export function noteLookedFor(evaluator: Evaluator, trace: Trace, wanted: Value, isWhole = false): void {
  const begins = wanted.kind === 'template' ? wanted.parts[0] : undefined;
  const text = wanted.kind === 'const' ? wanted.value : typeof begins === 'string' ? begins : patternOf(wanted)?.source;
  if (typeof text === 'string') evaluator.observer?.lookedFor(trace, text, isWhole);
}

/** How values of records are called: `Book.user`. */
export const FIELD = /^[A-Z]\w*\.([\w.]+)$/;

/** Tells which field of a record, and which setting, is compared with which value of the request. */
export function noteComparison(evaluator: Evaluator, left: Value, right: Value, site: Site): void {
  if (!evaluator.observer) return;
  const [first, second] = operandsOf(site.node);
  for (const [one, other, written] of [
    [left, right, second],
    [right, left, first],
  ] as const) {
    const trace = one.kind === 'unknown' ? one.trace : undefined;
    const setting = settingOf(other);
    if (trace) noteLookedFor(evaluator, trace, other, true);
    if (trace && setting !== null) evaluator.observer.comparedWithSetting(trace, setting);
    const claim = claimOf(evaluator, one);
    if (!claim || other.kind !== 'unknown' || setting !== null || claimOf(evaluator, other)) continue;
    // A parameter of the path names whose the resource is; what else came in proves nothing.
    if (other.trace && other.trace.part !== 'path') continue;
    const known = FIELD.exec(other.why)?.[1] ?? other.trace?.path.join('.');
    const taken = written && memberIn(written);
    // Of a record that another one has, the name of its key alone says nothing: `post.author.id`.
    const field = known && !(/^_?id$/.test(known) && taken?.endsWith(`.${known}`)) ? known : taken;
    if (field) evaluator.observer.compared(claim, field, site);
  }
}

/** The way to what functions in front know of the caller. */
const claimOf = ({ leftUnder }: Evaluator, value: Value): readonly string[] | undefined =>
  value.kind !== 'unknown'
    ? undefined
    : value.trace
      ? value.trace.part === 'context'
        ? value.trace.path
        : undefined
      : leftUnder?.get(value);

function operandsOf(node: ts.Node): readonly (ts.Expression | undefined)[] {
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (!ts.isCallExpression(node)) return [];
  const { expression, arguments: given } = node;
  return given.length === 1 && ts.isPropertyAccessExpression(expression) ? [expression.expression, given[0]] : given;
}

/** The member that an expression takes: `ownerId` of `String(order.ownerId)`, `owner.id` of `(await found()).owner.id.toString()`. */
function memberIn(node: ts.Expression): string | undefined {
  const inner = skipOuter(node);
  if (ts.isCallExpression(inner)) {
    const { expression, arguments: given } = inner;
    const of = ts.isPropertyAccessExpression(expression)
      ? expression.name.text === 'toString'
        ? expression.expression
        : undefined
      : given[0];
    return of && memberIn(of);
  }
  if (!ts.isPropertyAccessExpression(inner)) return undefined;
  const { name, expression } = inner;
  const holder = /^_?id$/.test(name.text) ? memberIn(expression) : undefined;
  return holder === undefined ? name.text : `${holder}.${name.text}`;
}
