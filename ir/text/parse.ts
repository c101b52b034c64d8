import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { Lines, type OnNode } from './lines.js';
import { readEndpointSet } from './parse-endpoint-set.js';
import { readProgram } from './parse-program.js';

export { TextSyntaxError } from './cursor.js';
export type { OnNode } from './lines.js';

/** Reads what `printProgram` wrote. Checks form only: whether ids resolve is the verifier's question. Throws `TextSyntaxError`. */
export function parseProgram(text: string, onNode: OnNode = () => {}): Program {
  const lines = new Lines(text, onNode);
  const program = readProgram(lines);
  lines.end();
  return program;
}

/** Reads what `printEndpointSet` wrote. Throws `TextSyntaxError`. */
export function parseEndpointSet(text: string, onNode: OnNode = () => {}): EndpointSet {
  const lines = new Lines(text, onNode);
  const set = readEndpointSet(lines);
  lines.end();
  return set;
}

/** Reads either IR; the first word says which. Throws `TextSyntaxError`. */
export function parseIr(text: string, onNode: OnNode = () => {}): Program | EndpointSet {
  const lines = new Lines(text, onNode);
  const ir = lines.peek('endpoint-set') === null ? readProgram(lines) : readEndpointSet(lines);
  lines.end();
  return ir;
}
