import type { z } from 'zod';
import { suggest } from '../project/suggest.js';
import { failure } from './failure.js';

/**
 * The arguments of a call, checked.
 * @throws UsageError `input/invalid` with everything that is wrong with them, and the nearest names for unknown ones
 */
export function checkInput<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const known = Object.keys(schema.shape);
  const candidates: string[] = [];
  const problems = parsed.error.issues.map((issue) => {
    if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return `${issue.path.join('.') || 'arguments'}: ${issue.message}`;
    candidates.push(...issue.keys.flatMap((key) => suggest(key, known)));
    return `there is no argument ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  });
  throw failure('input/invalid', problems.join('; '), `Arguments: ${known.join(', ') || 'none'}.`, [...new Set(candidates)]);
}
