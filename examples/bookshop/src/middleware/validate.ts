import type { RequestHandler } from 'express';
import type { ZodTypeAny } from 'zod';

interface Schemas {
  body?: ZodTypeAny;
  query?: ZodTypeAny;
  params?: ZodTypeAny;
}

export const validate =
  (schemas: Schemas): RequestHandler<any> =>
  (request, response, next) => {
    for (const [part, schema] of Object.entries(schemas) as [keyof Schemas, ZodTypeAny][]) {
      const result = schema.safeParse(request[part]);
      if (!result.success) {
        response.status(400).json({ error: 'invalid request', issues: result.error.issues });
        return;
      }
    }
    next();
  };
