import type { RequestHandler } from 'express';
import type { ZodType } from 'zod';

type Parts = 'body' | 'query' | 'params';
export const fired = (schemas: Partial<Record<Parts, ZodType>>): RequestHandler => (request, reply, next) => {
  for (const part of Object.keys(schemas) as Parts[]) {
    const result = schemas[part]!.safeParse(request[part]);
    if (!result.success) return void reply.status(400).json({ part, issues: result.error.issues.length });
  }
  next();
};
