import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type ObjectValue,
  type ProjectFiles,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { numeric } from './support/sql-expressions.js';
import { execute, sqlText, type Executed } from './support/sql-query.js';
import { done, foundRows, typed } from './support/table.js';
import { bucketType, namespaceType } from './workers-storage.js';

interface Prepared {
  readonly sql: string | null;
  readonly parameters: readonly Value[];
}

/** What the program says of a row: `all<Row>()`. */
const statedRow = (call: Call): Shape => call.typeArguments?.()[0]?.() ?? ANY;
const ran = (call: Call, { sql, parameters }: Prepared): Executed | null => (sql === null ? null : execute(call, sql, parameters, numeric));
const own = (call: Call, value: Value = call.receiver): Prepared => call.data(value, statementType) ?? { sql: null, parameters: [] };

/** Rows as the tables of the project have them, else as the program states them. */
function rowsOf(call: Call, prepared: Prepared): Value {
  const found = ran(call, prepared)?.rows;
  if (found && call.elements(found)) return found;
  const row = statedRow(call);
  return row.kind === 'any' ? call.unknown('rows of a query') : foundRows(call, typed(call, row, 'a row of a query'));
}
const resultOf = (call: Call, results: Value): Value =>
  call.record({
    success: call.const(true),
    results,
    meta: call.record({
      duration: typed(call, { kind: 'number' }, 'how long it took'),
      changes: typed(call, { kind: 'integer' }, 'how many rows changed'),
      last_row_id: typed(call, { kind: 'integer' }, 'the id of a row'),
      rows_read: typed(call, { kind: 'integer' }, 'how many rows were read'),
      rows_written: typed(call, { kind: 'integer' }, 'how many rows were written'),
    }),
  });

const statementType: HostType<Prepared> = defineHostType<Prepared>({
  name: 'D1PreparedStatement',
  inert: true,
  methods: {
    bind: (call) => call.host(statementType, { ...own(call), parameters: call.args }),
    all: (call) => done(call, resultOf(call, rowsOf(call, own(call)))),
    run: (call) => done(call, resultOf(call, rowsOf(call, own(call)))),
    first: (call) => {
      const [row] = call.elements(rowsOf(call, own(call))) ?? [];
      const column = call.args[0] ? call.text(call.args[0]) : null;
      const found = !row ? call.unknown('a row of a query') : column === null ? row : call.get(row, column);
      return done(call, call.oneOf?.([found, call.const(null)], 'a row was found') ?? found);
    },
    raw: (call) => {
      ran(call, own(call));
      return done(call, call.unknown('rows of a query'));
    },
  },
  missing: (call, key) => (['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of a statement`)),
});

const databaseType: HostType<null> = defineHostType<null>({
  name: 'D1Database',
  inert: true,
  methods: {
    prepare: (call) => call.host(statementType, { sql: sqlText(call, call.args[0]), parameters: [] }),
    batch: (call) => {
      const statements = call.args[0] ? call.elements(call.args[0]) : null;
      if (!statements) return done(call, call.unknown('results of statements'));
      return done(call, call.list(statements.map((each) => resultOf(call, rowsOf(call, own(call, each))))));
    },
    exec: (call) => {
      ran(call, { sql: sqlText(call, call.args[0]), parameters: [] });
      return done(call, call.unknown('what was executed'));
    },
    withSession: (call) => call.receiver,
  },
  missing: (call, key) => (['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of a database`)),
});

/** The sections of `wrangler.toml`, or the lists of `wrangler.json` (or of one in the other), that give databases and stores names. */
const SECTIONS =
  /\[\[(?:env\.[\w-]+\.)?(d1_databases|kv_namespaces|r2_buckets)\]\][^[]*|"?(d1_databases|kv_namespaces|r2_buckets)"?\s*[:=]\s*\[[^\]]*\]/g;
const KINDS: Readonly<Record<string, HostType<null>>> = {
  d1_databases: databaseType,
  kv_namespaces: namespaceType,
  r2_buckets: bucketType,
};
const BINDING = /"?\bbinding"?\s*[=:]\s*["'](\w+)["']/g;
const UP = 8;

/** What was read of each folder, by program. */
type Bound = ReadonlyMap<string, HostType<null>>;
const known = new WeakMap<ObjectValue, Map<string, Bound>>();

/** The names under which the platform gives databases and stores, as its file nearest to the calling one says. */
function boundIn(realm: Realm): Bound {
  const { project } = realm;
  const identity = realm.prototype(bindingsType);
  let folders = known.get(identity);
  if (!folders) known.set(identity, (folders = new Map()));
  const directory = project?.directory ?? '';
  let names = folders.get(directory);
  if (!names) folders.set(directory, (names = project ? boundAbove(project, directory) : new Map()));
  return names;
}

function boundAbove(project: ProjectFiles, directory: string): Bound {
  let folder = directory;
  for (let up = 0; up < UP; up++) {
    for (const ending of ['toml', 'jsonc', 'json']) {
      const text = project.exists(`${folder}/wrangler.${ending}`) === 'file' ? project.readText(`${folder}/wrangler.${ending}`) : null;
      if (text !== null)
        return new Map(
          [...text.matchAll(SECTIONS)].flatMap(([section, one, other]) =>
            [...section.matchAll(BINDING)].map((found) => [found[1]!, KINDS[one ?? other!]!] as const),
          ),
        );
    }
    folder = folder.replace(/[\\/][^\\/]*$/, '');
  }
  return new Map();
}

/** What the platform gives a program: settings, of which only the deployment knows the values, and services. */
const bindingsType: HostType<null> = defineHostType<null>({
  name: 'bindings',
  inert: true,
  methods: {},
  missing: (call, key) => {
    if (['then', 'constructor', 'toJSON'].includes(key)) return undefined;
    const bound = boundIn(call).get(key);
    if (bound) return call.host(bound, null);
    const value = call.unknown(`${key} of what the platform gives`);
    return value.kind === 'unknown' ? { ...value, taint: `env.${key}` } : value;
  },
});
const noted: Transfer = () => undefined;

const workers: ModuleModel = (realm) =>
  openModule(realm, 'cloudflare:workers', { env: realm.host(bindingsType, null), waitUntil: realm.fn('waitUntil', noted) });

/** What Cloudflare's platform gives programs, with databases that are given SQL. */
export const workersLibrary = defineLibrary({ modules: { 'cloudflare:workers': workers } });
