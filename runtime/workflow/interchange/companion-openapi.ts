/** An operation that an exported workflow names. */
export interface OperationUse {
  /** With `{name}` for parameters. */
  readonly path: string;
  /** Lower case. */
  readonly method: string;
  readonly pathParameters: readonly string[];
  readonly contentType: string | undefined;
}

/**
 * The least OpenAPI document in which these operations are found. It describes no answers: what a workflow expects is in its own
 * criteria, and a runner that checked answers against a description as well would come to other verdicts.
 */
export function openApiFor(
  uses: readonly OperationUse[],
  api: { readonly title: string; readonly baseUrl: string },
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method, pathParameters, contentType } of uses) {
    const item = (paths[path] ??= {});
    item[method] ??= {
      operationId: `${method}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
      ...(pathParameters.length > 0 && {
        parameters: pathParameters.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      }),
      ...(contentType !== undefined && { requestBody: { content: { [contentType]: { schema: {} } } } }),
      responses: { default: { description: 'See the criteria of the workflows.' } },
    };
  }
  return { openapi: '3.1.0', info: { title: api.title, version: '1.0.0' }, servers: [{ url: api.baseUrl }], paths };
}
