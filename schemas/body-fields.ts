import type { Endpoint, FieldDescriptor } from './generated/types.js';

/** What a request body holds by name; the elements of one that is a list as `0`, as responses name them. */
export const bodyFieldsOf = ({ requestBody }: Pick<Endpoint, 'requestBody'>): Readonly<Record<string, FieldDescriptor>> => ({
  ...requestBody?.fields,
  ...(requestBody?.items && { '0': requestBody.items }),
});

/** What the elements of the body are where it can be nothing but a list. */
export const elementsOf = ({ requestBody }: Pick<Endpoint, 'requestBody'>): FieldDescriptor | undefined =>
  Object.keys(requestBody?.fields ?? {}).length === 0 ? requestBody?.items : undefined;
