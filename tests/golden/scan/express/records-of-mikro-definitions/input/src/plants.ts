import { EntitySchema, defineEntity, p } from '@mikro-orm/core';

export enum Light { Full = 'full', Shade = 'shade' }

export const Base = defineEntity({
  name: 'Base',
  abstract: true,
  properties: { id: p.uuid().primary().onCreate(() => 'x'), addedAt: p.datetime().onCreate(() => new Date()).serializedName('added_at') },
});

export const Plant = defineEntity({
  name: 'Plant',
  extends: Base,
  properties: {
    title: p.string().length(80),
    height: p.integer().nullable(),
    light: p.enum(() => Light).default(Light.Full),
    poison: p.boolean().hidden(),
    notes: p.json().nullable(),
    bed: p.manyToOne(() => Bed),
  },
});

export interface BedRow { id: number; name: string; sunny: boolean }
export const Bed = new EntitySchema({
  name: 'Bed',
  properties: { id: { type: 'number', primary: true }, name: { type: 'string' }, sunny: { type: 'boolean', nullable: true }, plants: { kind: '1:m', entity: () => Plant } },
});
