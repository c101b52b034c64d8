import type { StandardSchemaV1 } from '@standard-schema/spec';

export class Unfit extends Error {
  constructor(readonly issues: readonly StandardSchemaV1.Issue[]) {
    super(issues.map(({ message }) => message).join('; '));
  }
}

type Outcome<Output> = { ok: true; value: Output } | { ok: false; error: Unfit };

/** What is wrong is told. */
export function checked<Output>(schema: StandardSchemaV1<unknown, Output>, value: unknown): Outcome<Output> {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError('not at once');
  if (result.issues) return { ok: false, error: new Unfit(result.issues) };
  return { ok: true, value: result.value };
}

/** What is wrong is thrown. */
export async function demand<Output>(schema: StandardSchemaV1<unknown, Output>, value: unknown): Promise<Output> {
  const result = await schema['~standard'].validate(value);
  if ('issues' in result && result.issues) throw new Unfit(result.issues);
  return (result as { value: Output }).value;
}
