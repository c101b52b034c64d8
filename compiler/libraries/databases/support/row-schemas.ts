import { functions, openModule, type ModuleModel, type Transfer } from '@tool/scanner-sdk';
import type { Column } from './table.js';

/** What a row is for. */
export type Purpose = 'select' | 'insert' | 'update';

/** What a row must have: all that it is read with, what has no default to be made with, nothing to be changed with. */
export const isOptional = (column: Column, purpose: Purpose): boolean =>
  purpose === 'update' || (purpose === 'insert' && (column.nullable || column.generated === true));

/** A package that makes schemas of the rows of drizzle's tables, by what one of its makers does. */
export function rowSchemas(schema: (purpose: Purpose) => Transfer): (module: string) => ModuleModel {
  const makers = { createSelectSchema: schema('select'), createInsertSchema: schema('insert'), createUpdateSchema: schema('update') };
  return (module) => (realm) =>
    openModule(realm, module, {
      ...functions(realm, makers),
      createSchemaFactory: realm.fn('createSchemaFactory', (call) => call.record(functions(call, makers))),
    });
}
