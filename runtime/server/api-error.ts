import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer that says what is wrong, and what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly help?: string,
  ) {
    super(message);
  }
}

export interface ErrorDocument {
  readonly error: { readonly message: string; readonly help?: string };
}

export const errorDocument = (message: string, help?: string): ErrorDocument => ({
  error: { message, ...(help !== undefined && help !== '' && { help }) },
});

/** Layers below throw their own class of this name: the name is the contract. */
export const isUsageError = (error: unknown): error is Error & { readonly help?: string } =>
  error instanceof Error && error.name === 'UsageError';
