import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

export interface HiveTable {
  id: Generated<number>;
  label: string;
  mood: 'calm' | 'cross';
  queen: string | null;
  founded: ColumnType<Date, string | undefined, never>;
}
export interface HarvestTable { id: Generated<string>; hive_id: number; kilos: number; note: string | null }
export interface Apiary { hive: HiveTable; harvest: HarvestTable }
export type Hive = Selectable<HiveTable>;
export type NewHive = Insertable<HiveTable>;
