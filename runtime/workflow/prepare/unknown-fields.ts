import { shapes, type Shape } from '../../../schemas/index.js';

export interface UnknownField {
  /** JSON pointer, from the value that was looked at. */
  readonly pointer: string;
  readonly name: string;
  /** The fields that exist there. */
  readonly known: readonly string[];
}

const { root, definitions } = shapes.workflow;
const resolved = (shape: Shape): Shape => (shape.ref === undefined ? shape : definitions[shape.ref] ?? {});

/** Fields of a workflow that the format does not have, its steps left out. They would be ignored. */
export function unknownInWorkflow(workflow: object): UnknownField[] {
  const { steps: _steps, ...rest } = workflow as { readonly steps?: unknown };
  return unknown(rest, root, '').filter(({ pointer }) => pointer !== '/$schema');
}

/** The same for one step, in what it expects and repeats as well: an assertion with a misspelt name asserts nothing. */
export const unknownInStep = (step: object): UnknownField[] => unknown(step, definitions['step'] ?? {}, '');

function unknown(value: unknown, given: Shape, pointer: string): UnknownField[] {
  const { properties } = resolved(given);
  if (properties === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return shape === undefined ? [{ pointer: at, name, known: Object.keys(properties) }] : unknown(inner, shape, at);
  });
}
