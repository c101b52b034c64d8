import type { EndpointSet, Shape } from '@tool/ir';

/** An operation as a specification shows it, which is all that tools without the source have. */
export interface Operation {
  readonly method: string;
  /** Parameters as `{name}`. */
  readonly path: string;
  readonly inputs: readonly Input[];
  /** Leaves of its successful answers: names from the top down, elements of lists `0`. */
  readonly outputs: readonly (readonly string[])[];
}
export interface Input {
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly path: readonly string[];
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
/** `GET /books/:id path:id <- POST /books id`. */
export const linkText = (consumer: Operation, input: Input, producer: Operation, output: readonly string[]): string =>
  `${nameOf(consumer)} ${input.in}:${input.path.join('.')} <- ${nameOf(producer)} ${output.join('.')}`;
export const namesIn = (path: readonly string[]): readonly string[] => path.filter((segment) => segment !== '0');

/** What a specification made of the same facts would say. */
export function operationsOf(set: EndpointSet): readonly Operation[] {
  return set.endpoints
    .filter(({ shadowedBy }) => shadowedBy === undefined)
    .map(({ method, path, parameters, requestBody, responses }) => ({
      method,
      path: path.replace(/:(\w+)/g, '{$1}'),
      inputs: [
        ...(parameters ?? []).flatMap((parameter): Input[] =>
          parameter.in === 'cookie' ? [] : [{ in: parameter.in, path: [parameter.name] }],
        ),
        ...(requestBody ? leavesOf(requestBody.shape).map((leaf): Input => ({ in: 'body', path: leaf })) : []),
      ],
      outputs: (responses ?? [])
        .filter(({ status }) => status !== 'default' && status >= 200 && status < 300)
        .flatMap(({ shape }) => (shape ? leavesOf(shape) : [])),
    }));
}

function leavesOf(shape: Shape, path: readonly string[] = []): readonly (readonly string[])[] {
  if (shape.kind === 'union') return shape.alternatives!.flatMap((one) => leavesOf(one, path));
  if (shape.kind === 'object' && shape.properties)
    return shape.properties.flatMap((member) => leavesOf(member.shape, [...path, member.name]));
  if (shape.kind === 'array' && shape.items) return leavesOf(shape.items, [...path, '0']);
  return path.length === 0 ? [] : [path];
}
