import { Static, Type } from '@sinclair/typebox';
import { type InferSelectModel } from 'drizzle-orm';
import { pgTable, serial, text } from 'drizzle-orm/pg-core';
import * as t from 'io-ts';
import * as s from 'superstruct';
import * as v from 'valibot';
import * as yup from 'yup';
import { z } from 'zod';

const place = z.object({ latitude: z.number(), longitude: z.number() });
export const light = z.object({
  id: z.number().int(),
  name: z.string(),
  lit: z.coerce.date(),
  colour: z.enum(['white', 'red']).default('white'),
  metres: z.string().transform((text) => Number(text)),
  place,
  note: z.string().optional(),
});
// Only types leave this file: it runs for what they say.
export type Light = z.infer<typeof light>;
export type NewLight = Omit<z.input<typeof light>, 'id'>;
export type Change = Partial<Pick<Light, 'name' | 'note'>>;
export type Seen = Light & { readonly miles: number };
export interface Page {
  readonly items: readonly Light[];
  readonly where?: z.output<typeof place>;
}
// A part of what a schema for whole requests says.
export const repaired = z.object({ params: z.object({ id: z.string() }), body: z.object({ lamp: z.string().min(2), hours: z.number().int() }) });
const repairedLater = z.object({ body: repaired.shape.body.partial() });
export type Repair = z.infer<typeof repaired>;
export type RepairLater = z.infer<typeof repairedLater>['body'];
export const schemas = { horn: v.object({ tone: v.string(), loud: v.optional(v.boolean()) }) };
export type Horn = v.InferOutput<typeof schemas.horn>;
const buoy = yup.object({ number: yup.number().required(), colour: yup.string() });
export type Buoy = yup.InferType<typeof buoy>;
const boat = s.object({ name: s.string(), crew: s.array(s.string()) });
export type Boat = s.Infer<typeof boat>;
const Tide = Type.Object({ at: Type.String({ format: 'date-time' }), high: Type.Boolean() });
export type Tide = Static<typeof Tide>;
export const keepers = pgTable('keepers', { id: serial('id').primaryKey(), name: text('name').notNull(), phone: text('phone') });
export type Keeper = typeof keepers.$inferSelect;
export type NewKeeper = typeof keepers.$inferInsert;
export type KeeperRow = InferSelectModel<typeof keepers>;
// Nobody models this library.
const wave = t.type({ height: t.number });
export type Wave = t.TypeOf<typeof wave>;
