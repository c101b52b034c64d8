// As a generator writes it from a database.
import type { ColumnType } from 'kysely';

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type Json = JsonValue;
export type JsonArray = JsonValue[];
export type JsonObject = { [x: string]: JsonValue | undefined };
export type JsonPrimitive = boolean | number | string | null;
export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface Seeds {
  id: Generated<string>;
  species: string;
  keeperId: string | null;
  notes: Json | null;
  storedAt: Generated<Timestamp>;
}
export interface Keepers {
  id: Generated<string>;
  name: string;
}
export interface DB {
  seeds: Seeds;
  keepers: Keepers;
}
