import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * A schema as the tool list shows it. Arguments pass through unchecked: the tool checks them itself, since what the SDK says
 * about wrong ones names neither the right ones nor what to do.
 */
export function advertise(schema: z.ZodObject): StandardSchemaWithJSON {
  const jsonSchema = (): Record<string, unknown> => {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
    return rest;
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'tool',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  } as unknown as StandardSchemaWithJSON;
}
