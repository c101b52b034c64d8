import type { Unknown, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { UNDEFINED, type Closure, type Frame } from '../values/values.js';

/**
 * Whether a function that serves requests calls itself on a part of something unknown, of which no more is known than of the whole: it walks over a body
 * to hide members of it in a log, or to sort them. The call above has shown what it does with anything, and each level multiplies the work by its arms.
 * What else it is given is the same, or counts how deep it is and says the way there.
 */
export function walksOn(evaluator: Evaluator, frame: Frame, { parameters }: Closure['node']): boolean {
  const above = evaluator.observer ? callAbove(frame) : null;
  if (!above) return false;
  let goesOn = false;
  for (const index of parameters.keys()) {
    const [arg, outer] = [frame, above].map(({ args }) => args[index] ?? UNDEFINED) as [Value, Value];
    if (arg.kind === 'unknown' && outer.kind === 'unknown' && isAnything(arg) && isAnything(outer)) {
      if (!isPart(arg, outer)) return false;
      goesOn = true;
    } else if (arg !== outer && !(isCountOrText(arg) && isCountOrText(outer))) return false;
  }
  return goesOn;
}

function callAbove(frame: Frame): Frame | null {
  const { node } = frame.fn!.fn as Closure;
  for (let at = frame.parent; at; at = at.parent) if ((at.fn?.fn as Closure | undefined)?.node === node) return at;
  return null;
}

const isAnything = ({ shape, hidden, typeOf, lengthOf }: Unknown): boolean =>
  (shape === undefined || shape.kind === 'any') && !hidden && !typeOf && !lengthOf;

/** What a package has given, a database for one, is no part of what it was asked with. */
const isPart = (part: Unknown, whole: Unknown): boolean =>
  part.provenance === null ||
  (whole.provenance?.module === part.provenance.module && part.provenance.path.startsWith(whole.provenance.path));

const isCountOrText = (value: Value): boolean =>
  value.kind === 'template' || (value.kind === 'const' && (typeof value.value === 'number' || typeof value.value === 'string'));
