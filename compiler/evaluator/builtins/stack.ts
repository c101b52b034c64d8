import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { STRING, shaped } from '../requests/observation.js';
import { constant, type Site } from '../values/values.js';

/** As many as V8 keeps. */
const MAX_FRAMES = 10;

/**
 * `error.stack` of an error that the set-up makes, as V8 writes it: programs look there for the file that has called them. While requests are served it is a
 * text like any other.
 * @param heading what stands before the frames: the name and the message of the error
 */
export function stackOf(evaluator: Evaluator, heading: string, site: Site | null): Value {
  if (evaluator.observer || !site) return shaped(STRING, 'a stack');
  const lines = [heading];
  for (let at: Site | null = site; at && lines.length <= MAX_FRAMES; at = at.frame && evaluator.siteOfCall(at.frame)) {
    const { module, frame, span } = at;
    const name = frame?.fn ? evaluator.describe(frame.fn) : module.isEsm ? '' : 'Object.<anonymous>';
    const place = `${module.isEsm ? 'file://' : ''}${module.file}:${span.line}:${span.column}`;
    lines.push(name === '' ? `    at ${place}` : `    at ${name} (${place})`);
  }
  return constant(lines.join('\n'));
}
