import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openFunction,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { postgres } from './support/sql-expressions.js';
import { execute } from './support/sql-query.js';
import { done, typed } from './support/table.js';

/** A statement, or a part of one, with what stands for `$1`, `$2` in it. */
interface Query {
  /** Null where a part of it is not known. */
  readonly text: string | null;
  readonly values: readonly Value[];
  /** What is stated of the rows. */
  readonly stated: Shape;
  /** Whether there is a record around the rows. */
  readonly isWhole: boolean;
}

const rowsOf = (call: Call, { text, values, stated }: Query): Value => {
  const found = text === null ? null : execute(call, text, [call.list(values)], postgres);
  if (stated.kind !== 'any') return typed(call, stated, 'rows of a query');
  return found?.rows ?? call.unknown('rows of a query', { module: 'postgres', path: 'sql()' });
};
const resultOf = (call: Call, query: Query): Value =>
  query.isWhole
    ? call.record({ rows: rowsOf(call, query), rowCount: typed(call, { kind: 'integer' }, 'how many rows there were') })
    : rowsOf(call, query);
const settled: Transfer = (call) => done(call, resultOf(call, call.data(call.receiver, queryType)!));

/** It is sent when somebody waits for it; until then it may become a part of another. */
const queryType: HostType<Query> = defineHostType<Query>({
  name: 'SqlQuery',
  inert: true,
  methods: {
    then: (call) => {
      const [resolve] = call.args;
      const query = call.data(call.receiver, queryType)!;
      return done(
        call,
        resolve && call.isFunction(resolve) ? call.awaited(call.invoke(resolve, [resultOf(call, query)])) : call.const(undefined),
      );
    },
    catch: settled,
    finally: settled,
    execute: settled,
  },
  missing: (call, key) => call.fn(key, (inner) => inner.receiver),
});
/** `sql(columns)`, `sql(record, ...columns)`: names, or what is written. */
const namesType: HostType<readonly Value[]> = defineHostType<readonly Value[]>({ name: 'SqlNames', inert: true, methods: {} });

const renumbered = (text: string, by: number): string => text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + by}`);

function composed(call: Call, strings: Value, values: readonly Value[], isWhole: boolean): Query {
  const taken: Value[] = [];
  const put = (value: Value): string => `$${taken.push(value)}`;
  let text: string | null = '';
  const add = (more: string | null): void => {
    text = text === null || more === null ? null : text + more;
  };
  for (const [index, part] of (call.elements(strings) ?? []).entries()) {
    add(call.text(part));
    const value = values[index];
    if (!value) continue;
    const inner = call
      .alternatives(value)
      .map((each) => call.data(each, queryType))
      .find((each) => each !== null);
    const names = call.data(value, namesType);
    if (inner) {
      add(inner.text === null ? null : renumbered(inner.text, taken.length));
      taken.push(...inner.values);
    } else if (names) add(named(call, names, /\bset\s*$/i.test(text ?? ''), put));
    else add(put(value));
  }
  return { text, values: taken, stated: call.typeArguments?.()[0]?.() ?? ANY, isWhole };
}
function named(call: Call, [first, ...columns]: readonly Value[], isChange: boolean, put: (value: Value) => string): string | null {
  const listed = first ? (call.elements(first) ?? [first]) : [];
  const texts = listed.map((each) => call.text(each));
  const isKnown = (each: string | null): each is string => each !== null;
  if (texts.every(isKnown)) return texts.join(', ');
  const only = columns.flatMap((each) => call.elements(each) ?? [each]).map((each) => call.text(each));
  const [record] = listed;
  const entries = record?.kind === 'object' ? (call.knownEntries?.(record) ?? []) : [];
  const chosen = only.length > 0 && record ? only.filter(isKnown).map((name) => [name, call.get(record, name)] as const) : entries;
  if (chosen.length === 0) return null;
  return isChange
    ? chosen.map(([name, value]) => `${name} = ${put(value)}`).join(', ')
    : `(${chosen.map(([name]) => name).join(', ')}) values (${chosen.map(([, value]) => put(value)).join(', ')})`;
}

const sql =
  (isWhole: boolean): Transfer =>
  (call) => {
    const [first, ...rest] = call.args;
    return first?.kind === 'object' && call.elements(first) && !call.isUndefined(call.get(first, 'raw'))
      ? call.host(queryType, composed(call, first, rest, isWhole))
      : call.host(namesType, call.args);
  };
const given: Transfer = (call) => argument(call, 0);
function tag(call: Call | Realm, isWhole = false): Value {
  const self: Value = call.fn('sql', sql(isWhole), {
    begin: call.fn('begin', (inner) => {
      const work = inner.args.find((arg) => inner.isFunction(arg));
      return done(inner, work ? inner.awaited(inner.invoke(work, [self])) : inner.const(undefined));
    }),
    unsafe: call.fn('unsafe', (inner) =>
      inner.host(queryType, {
        text: inner.text(argument(inner, 0)),
        values: inner.args[1] ? (inner.elements(inner.args[1]) ?? []) : [],
        stated: ANY,
        isWhole,
      }),
    ),
    json: call.fn('json', given),
    array: call.fn('array', given),
    reserve: call.fn('reserve', (inner) => done(inner, self)),
    end: call.fn('end', (inner) => done(inner, inner.const(undefined))),
  });
  return self;
}
const made: Transfer = (call) => tag(call);

const porsager: ModuleModel = (realm) => openFunction(realm, 'postgres', made, { default: realm.fn('postgres', made) });
/** Statements as templates: what they give, by their text and the tables that the project's SQL makes. */
export const sqlTemplatesLibrary = defineLibrary({
  modules: { postgres: porsager },
});
