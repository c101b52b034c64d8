import type { Endpoint } from '../../schemas/index.js';

/** A query parameter that nobody demands: sending it for the sake of a link would only make lists shorter and need what it filters by. */
export const isOptionalFilter = (endpoint: Endpoint, usedAs: string): boolean =>
  (endpoint.parameters ?? []).some(
    (parameter) => parameter.in === 'query' && `query:${parameter.name}` === usedAs && parameter.required !== true,
  );
