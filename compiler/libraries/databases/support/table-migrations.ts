import { defineHostType, type Call, type HostType, type Value } from '@tool/scanner-sdk';
import { readTables } from './sql-tables.js';
import type { Store } from './store.js';

/** Files of node-pg-migrate and of db-migrate, whose functions are given what makes tables. */
export const IS_MIGRATION = /\bpgm\b|node-pg-migrate|\bdbmigrate\b|db-migrate|\bdb\s*\.\s*(?:createTable|addColumn|runSql)\b/;

/** Types that db-migrate calls otherwise than databases do. */
const TYPES: Readonly<Record<string, string>> = { string: 'varchar', datetime: 'timestamp', id: 'serial primary key' };

const quoted = (name: string): string => `"${name.replaceAll('"', '')}"`;

/** A column as SQL writes it: of its type alone, or of a record of what it is. */
function columnIn(call: Call, name: string, given: Value): string | null {
  const spec = given.kind === 'object' ? given : null;
  const type = call.text(spec ? call.get(spec, 'type') : given);
  if (type === null) return null;
  const is = (key: string): boolean => spec !== null && call.truthy(call.get(spec, key)) === true;
  const references = spec && call.text(call.get(spec, 'references'));
  return [
    quoted(name),
    is('autoIncrement') ? 'serial' : (TYPES[type.toLowerCase()] ?? type),
    is('primaryKey') ? 'primary key' : '',
    is('notNull') ? 'not null' : '',
    is('unique') ? 'unique' : '',
    spec && !call.isUndefined(call.get(spec, 'default')) ? 'default x' : '',
    references ? `references ${references.replace(/\(.*/, '')}` : '',
  ].join(' ');
}

const makerType: HostType<Store> = defineHostType<Store>({
  name: 'migration',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const store = call.data(call.receiver, makerType);
    if (!store || key === 'then') return undefined;
    return call.fn(key, (inner) => {
      const [first, second, third] = inner.args;
      const name = first && inner.text(first.kind === 'object' && !inner.elements(first) ? inner.get(first, 'name') : first);
      const named = second?.kind === 'object' ? inner.get(second, 'columns') : second;
      const columns = second && (inner.text(second) === null ? (named?.kind === 'object' ? named : second) : null);
      const one = third && second && inner.text(second);
      const parts = (columns ? (inner.knownEntries?.(columns) ?? []) : one ? [[one, third] as const] : [])
        .map(([column, spec]) => columnIn(inner, column, spec))
        .filter((part) => part !== null);
      if (name && key === 'createTable') readTables(store, `create table ${quoted(name)} (${parts.join(', ')})`);
      else if (name && /^addColumns?$/.test(key))
        readTables(store, `alter table ${quoted(name)} ${parts.map((part) => `add ${part}`).join(', ')}`);
      else if (name && /^(?:sql|runSql)$/.test(key)) readTables(store, name);
      else if (name && /^(?:createType|addType)$/.test(key))
        store.enums.set(name.toLowerCase(), (second && inner.elements(second)?.flatMap((each) => inner.text(each) ?? [])) ?? []);
      // Those of db-migrate go on in a callback, or in a promise.
      const callback = inner.args.at(-1);
      if (callback && inner.isFunction(callback)) inner.invoke(callback, []);
      return inner.promise?.(inner.const(undefined));
    });
  },
});

/** Runs a migration of such a tool, which makes tables. */
export function runMigration(call: Call, store: Store, file: string): void {
  call.attempt('a migration', () => {
    const module = call.project!.load(file);
    const up = module.kind === 'object' ? call.get(module, 'up') : module;
    if (call.isFunction(up)) call.awaited(call.invoke(up, [call.host(makerType, store), call.fn('done', () => undefined)]));
  });
}
