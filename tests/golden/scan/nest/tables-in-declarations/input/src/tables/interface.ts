import { DB } from '@tables/db';

export interface AllTables extends DB {
  drawers: { id: string };
}
