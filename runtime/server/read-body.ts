import type { Context } from 'hono';
import { ApiError } from './api-error.js';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object that was sent. @throws ApiError 400 for anything else */
export async function readFields(c: Context): Promise<Fields> {
  let value: unknown;
  try {
    value = await c.req.json();
  } catch {
    throw new ApiError(400, 'The request body is not JSON.');
  }
  if (!isFields(value)) throw new ApiError(400, 'The request body must be a JSON object.');
  return value;
}

/** @throws ApiError 400 when the field is no text, or an empty one */
export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new ApiError(400, `"${name}" must be a text.`);
  return value;
}

/** @throws ApiError 400 when the field is there and no text */
export function optionalText(fields: Fields, name: string): string | undefined {
  return fields[name] === undefined ? undefined : textField(fields, name);
}

/** @throws ApiError 400 when the query has no such parameter */
export function textQuery(c: Context, name: string): string {
  const value = c.req.query(name);
  if (value === undefined || value === '') throw new ApiError(400, `The query parameter "${name}" is missing.`);
  return value;
}
