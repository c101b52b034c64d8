import { z } from 'zod';

const coats = ['raku', 'salt'] as const;
const measured = z.object({ height: z.number().int().min(1).max(90), width: z.number().positive().optional() });
export const potShape = z.object({ name: z.string().min(2).max(40), glaze: z.enum(coats).default('salt'), maker: z.object({ mail: z.string().email() }) }).extend(measured.shape);
export const shard = z.object({ pot: z.coerce.number().int() });
export const glaze = z.object({ coat: z.enum(coats).optional(), page: z.coerce.number().min(1).default(1), limit: z.coerce.number().max(50) });
