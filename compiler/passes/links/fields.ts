import type { Endpoint, Place, Response, Shape } from '@tool/ir';

/** A member of an answer or of a body, by its dotted path; elements of lists are `0`. */
export interface Field {
  readonly path: string;
  readonly name: string;
  readonly shape: Shape;
}

const MAX_DEPTH = 5;

export function fieldsOf(shape: Shape, path = '', depth = 0): readonly Field[] {
  if (depth > MAX_DEPTH) return [];
  switch (shape.kind) {
    case 'union':
      return shape.alternatives!.flatMap((alternative) => fieldsOf(alternative, path, depth));
    case 'object':
      return (shape.properties ?? []).flatMap((property) => {
        const full = path === '' ? property.name : `${path}.${property.name}`;
        return [{ path: full, name: property.name, shape: property.shape }, ...fieldsOf(property.shape, full, depth + 1)];
      });
    case 'array':
      return shape.items ? fieldsOf(shape.items, path === '' ? '0' : `${path}.0`, depth + 1) : [];
    default:
      return [];
  }
}

/** A member's path by names alone. */
export const namesIn = (path: string): readonly string[] => path.split('.').filter((segment) => segment !== '0');

const isSuccess = ({ status }: Response): boolean => status !== 'default' && status >= 200 && status < 300;

/** Members of the answers that say that all went well. */
export const answeredFields = (endpoint: Endpoint): readonly Field[] =>
  (endpoint.responses ?? []).filter((response) => isSuccess(response) && response.shape).flatMap((response) => fieldsOf(response.shape!));
export const answerPlace = (endpoint: Endpoint): Place =>
  (endpoint.responses ?? []).find(isSuccess)?.evidence.place ?? { synthetic: 'answer' };

export const isText = (shape: Shape): boolean =>
  shape.kind === 'string' || shape.kind === 'any' || (shape.kind === 'union' && shape.alternatives!.some(isText));
export const isScalar = (shape: Shape): boolean => shape.kind === 'number' || shape.kind === 'integer' || isText(shape);

export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
