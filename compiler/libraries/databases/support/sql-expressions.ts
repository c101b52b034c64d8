import type { Call } from '@tool/scanner-sdk';
import { ANY, NULL_SHAPE, nullable, unionOf, type Shape } from '@tool/ir';
import { plainToken, selectIn, split, tokensOf, type Statement } from './sql.js';
import { BIG, EXACT, shapeOfType } from './sql-tables.js';
import { storeOf, tableNamed, type Store } from './store.js';
import type { Table } from './table.js';

/** How a database's driver gives values. */
export interface Dialect {
  /** What columns of a boolean type come as. */
  readonly truth: Shape;
  /** What integers of eight bytes come as, among them what `count(…)` gives. */
  readonly big: Shape;
  /** What exact fractions come as: `numeric`, `decimal`. */
  readonly exact: Shape;
  /** It is PostgreSQL: a column without a name is called as its function is, and integers add up to a large one. */
  readonly isPostgres?: true;
}
/** `pg` writes as texts what is larger or more exact than a number of JavaScript. */
export const postgres: Dialect = { truth: { kind: 'boolean' }, big: { kind: 'string' }, exact: { kind: 'string' }, isPostgres: true };
/** Drivers of MySQL and SQLite. Whether an exact fraction is a text or a number is the matter of each. */
export const numeric: Dialect = { truth: { kind: 'integer' }, big: { kind: 'integer' }, exact: ANY };

const INTEGER: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
const STRING: Shape = { kind: 'string' };
const TRUTH: Shape = { kind: 'boolean' };
const TIME: Shape = { kind: 'string', format: 'date-time' };

/** The same where the program has numbers made of these texts: `types.setTypeParser(1700, parseFloat)`. */
export const parsing = ({ numbers }: Store): Dialect =>
  numbers.size === 0
    ? postgres
    : { ...postgres, ...(numbers.has(INT8) && { big: INTEGER }), ...(numbers.has(NUMERIC) && { exact: NUMBER }) };
/** How PostgreSQL numbers these types. */
export const INT8 = 20;
export const NUMERIC = 1700;

/** Whatever the database is. */
const UNKNOWN: Dialect = { truth: ANY, big: ANY, exact: ANY };
const DRIVERS: readonly (readonly [RegExp, Dialect])[] = [
  [/^(?:pg|pg-promise|postgres|@neondatabase\/serverless|@vercel\/postgres)$/, postgres],
  [/^(?:mysql2?|mariadb|sqlite3?|better-sqlite3|sql\.js)$/, numeric],
];
/** The dialect of the one kind of database that the program has a driver for. */
export function dialectOf(call: Call): Dialect {
  const text = call.project?.readText(`${call.project.workingDirectory}/package.json`) ?? '';
  const names = [...text.matchAll(/"([\w@/.-]+)"\s*:/g)].map(([, name]) => name!);
  const [only, ...others] = DRIVERS.filter(([driver]) => names.some((name) => driver.test(name)));
  return only && others.length === 0 ? (only[1] === postgres ? parsing(storeOf(call)) : only[1]) : UNKNOWN;
}

/** As the driver gives it. */
export const settled = (shape: Shape, dialect: Dialect): Shape =>
  rank(shape) === 1
    ? dialect.big
    : rank(shape) === 2
      ? dialect.exact
      : shape === EMPTY_JSON
        ? ANY
        : shape.format === 'literal'
          ? STRING
          : shape.kind === 'boolean'
            ? dialect.truth
            : shape.kind === 'union'
              ? unionOf(shape.alternatives!.map((each) => settled(each, dialect)))
              : shape.items
                ? { ...shape, items: settled(shape.items, dialect) }
                : shape;

/** Functions of one result for all rows. */
const AGGREGATE = /^(?:count|sum|total|avg|min|max|(?:array|json|jsonb|string)_agg|json_arrayagg|group_concat|bool_or|bool_and|every)$/i;
const TEXT =
  /^(?:lower|upper|initcap|concat|concat_ws|l?r?trim|btrim|substr(?:ing)?|left|right|l?rpad|repeat|replace|regexp_replace|split_part|reverse|format|to_char|date_format|strftime|hex|encode|md5|gen_random_uuid|uuid|uuid_generate_v\d)$/;
const TIMES = /^(?:now|date_trunc|to_timestamp|to_date|date|datetime|timezone|curdate|date_add|date_sub|clock_timestamp|make_date)$/;
const NAMES_TIME = /^(?:current_timestamp|current_date|localtimestamp)$/i;
const COUNTS = /^(?:count|row_number|rank|dense_rank)$/;
const LENGTHS = /^(?:(?:char|character|octet|bit)_length|length|position|strpos|instr|cardinality|array_length|jsonb?_array_length|ntile)$/;
const COMPARES = /^(?:=|<|>|<=|>=|<>|!=|and|or|not|is|in|like|ilike|between|exists|similar)$/i;
/** Numbers, the widest last. */
const NUMBERS: readonly Shape[] = [INTEGER, BIG, EXACT, NUMBER];
const rank = ({ kind, format }: Shape): number => NUMBERS.findIndex((each) => each.kind === kind && each.format === format);

/** A text in the statement: beside values of a type it is of that type, `coalesce(list, '[]')`. */
const LITERAL: Shape = { kind: 'string', format: 'literal' };
/** The same where it is said to be JSON: `'[]'::json`. */
const EMPTY_JSON: Shape = { kind: 'any', format: 'literal' };

/** What several values make together: of numbers the widest, else either of them. */
function together(shapes: readonly Shape[]): Shape {
  const typed = shapes.filter((shape) => shape.format !== 'literal' && shape.kind !== 'null');
  const told = typed.length > 0 ? typed : shapes.filter(({ kind }) => kind !== 'null');
  const plain = told.flatMap((shape) => (shape.kind === 'union' ? shape.alternatives! : [shape])).filter(({ kind }) => kind !== 'null');
  const widest = Math.max(...plain.map(rank));
  const isNull = shapes.some(({ kind }) => kind === 'null') || told.some(({ kind }) => kind === 'union');
  const of =
    plain.length === 0
      ? NULL_SHAPE
      : plain.every((each) => rank(each) >= 0)
        ? NUMBERS[widest]!
        : plain.some(({ kind }) => kind === 'any')
          ? ANY
          : unionOf(plain);
  return isNull && of.kind !== 'any' ? nullable(of) : of;
}

const withoutNull = (shape: Shape): Shape =>
  shape.kind === 'union' ? unionOf(shape.alternatives!.filter(({ kind }) => kind !== 'null')) : shape;

/** What one statement gives: what its rows have by name, in terms of the database. `open`: and what nobody here knows. */
export interface RowShape {
  readonly members: ReadonlyMap<string, Shape>;
  readonly open: boolean;
  /** There is one row, whatever is there. */
  readonly certain: boolean;
}

const given = (shape: Shape, optional: boolean): Shape => (optional && shape.kind !== 'any' ? nullable(shape) : shape);

/** What columns are taken of. */
export interface Source {
  readonly name: string;
  readonly alias: string;
  readonly optional: boolean;
  /** By the name of the column; null where nobody knows them. */
  readonly members: ReadonlyMap<string, Shape> | null;
}
interface Expressions {
  readonly whole: (name: string | undefined) => readonly (readonly [string, Shape])[];
  readonly shapeOf: (tokens: readonly string[]) => Shape;
}

/** The columns of a table by their names, and by those that they have in the database. */
export const columnsOf = (table: Table): ReadonlyMap<string, Shape> =>
  new Map(
    [...table.columns.values()].flatMap((column) => {
      const shape = given(column.wide ?? (isExact(column.shape) ? EXACT : column.shape), column.nullable);
      return [[column.name, shape] as const, ...(column.stored === undefined ? [] : [[column.stored, shape] as const])];
    }),
  );
const isExact = ({ kind, alternatives }: Shape): boolean =>
  kind === 'union' && alternatives!.length === 2 && alternatives!.every((each) => each.kind === 'number' || each.kind === 'string');

/** What one expression of a query gives, as the driver gives it. */
export const shapeOfSql = (sql: string, sources: readonly Source[], grouped: boolean, store: Store, dialect: Dialect): Shape =>
  settled(expressionsOver(sources, grouped, store, dialect).shapeOf(tokensOf(sql)), dialect);

/** @param grouped rows stand for groups of rows */
function expressionsOver(known: readonly Source[], grouped: boolean, store: Store, dialect: Dialect): Expressions {
  const named = (column: string, table?: string): Shape | undefined => {
    const source = known.find((each) => (table === undefined || each.alias === table || each.name === table) && each.members?.has(column));
    return source && given(source.members!.get(column)!, source.optional);
  };
  const whole = (name: string | undefined): readonly (readonly [string, Shape])[] =>
    known.flatMap((source) =>
      name === undefined || source.alias === name || source.name === name
        ? [...(source.members ?? [])].map(([column, shape]) => [column, given(shape, source.optional)] as const)
        : [],
    );

  // JSON that the database writes has numbers of any size.
  const json: Dialect = { truth: dialect.truth, big: INTEGER, exact: NUMBER };
  const object = (pairs: readonly (readonly [string, Shape])[], isOpen: boolean): Shape => ({
    kind: 'object',
    properties: pairs.map(([name, shape]) => ({ name, shape: settled(shape, json), required: true })),
    ...(isOpen && { open: true }),
  });
  /** A row as a value: `json_agg(b)`, `row_to_json(b.*)`. */
  const row = (tokens: readonly string[]): Shape | null => {
    const alias = tokens.length === 1 || (tokens.length === 3 && tokens[2] === '*') ? plainToken(tokens[0] ?? '') : null;
    return alias !== null && known.some((each) => each.alias === alias) && named(alias) === undefined ? object(whole(alias), true) : null;
  };
  const called = (name: string, inside: readonly string[]): Shape => {
    const args = split(inside, (token) => token === ',').map((arg) => (/^(?:distinct|all)$/i.test(arg[0] ?? '') ? arg.slice(1) : arg));
    const [first = []] = args;
    const of = (arg: readonly string[]): Shape => shapeOf(split(arg, (token) => /^order$/i.test(token))[0]!);
    // Groups have rows; of no rows, or of nothing but nulls, null is made.
    const orNull = (shape: Shape, of?: Shape): Shape => given(shape, !grouped || of?.kind === 'union');
    if (COUNTS.test(name)) return BIG;
    if (LENGTHS.test(name)) return INTEGER;
    // Nothing is made of nothing, save by those that put texts together.
    const isNull = args.length > 0 && !/^(?:concat|date|datetime)/.test(name) && of(first).kind === 'union';
    if (TEXT.test(name)) return given(STRING, isNull);
    if (TIMES.test(name)) return given(TIME, isNull);
    switch (name) {
      case 'sum':
      case 'avg': {
        const added = of(first);
        const each = withoutNull(added);
        return orNull(
          rank(each) === 3 ? NUMBER : rank(each) < 0 ? ANY : name === 'sum' && rank(each) === 0 && dialect.isPostgres ? BIG : EXACT,
          added,
        );
      }
      case 'min':
      case 'max':
        return args.length > 1 ? together(args.map(of)) : orNull(withoutNull(of(first)), of(first));
      case 'string_agg':
      case 'group_concat':
        return orNull(STRING);
      case 'bool_or':
      case 'bool_and':
      case 'every':
        return orNull(TRUTH);
      case 'coalesce':
      case 'ifnull':
      case 'nvl': {
        const shapes = args.map(of);
        return together([...shapes.slice(0, -1).map(withoutNull), shapes.at(-1)!]);
      }
      case 'nullif': {
        const shape = of(first);
        return shape.kind === 'any' ? shape : nullable(shape);
      }
      case 'greatest':
      case 'least':
      case 'abs':
        return together(args.map(of));
      case 'round':
      case 'ceil':
      case 'ceiling':
      case 'floor':
      case 'trunc':
        return rank(withoutNull(of(first))) === 0 ? NUMBER : of(first);
      case 'random':
      case 'date_part':
      case 'similarity':
        return NUMBER;
      case 'json_agg':
      case 'jsonb_agg':
      case 'json_arrayagg':
        return orNull({ kind: 'array', items: row(first) ?? settled(of(first), json) });
      case 'array_agg':
        return orNull({ kind: 'array', items: row(first) ?? of(first) });
      case 'row_to_json':
      case 'to_json':
      case 'to_jsonb':
        return row(first) ?? of(first);
      case 'json_build_object':
      case 'jsonb_build_object':
      case 'json_object':
        return object(
          args.flatMap((arg, index) =>
            index % 2 === 0 && /^'/.test(arg[0] ?? '') ? [[arg[0]!.slice(1, -1), of(args[index + 1] ?? [])] as const] : [],
          ),
          false,
        );
      case 'array': // array(select …)
        return { kind: 'array', items: withoutNull(of(inside)) };
      default:
        return ANY;
    }
  };
  /** The last place of one of the signs outside of parentheses; -1 where there is none. */
  const last = (tokens: readonly string[], at: (token: string, index: number) => boolean): number => {
    let depth = 0;
    for (let index = tokens.length - 1; index >= 0; index--) {
      const token = tokens[index]!;
      if (token === ')') depth++;
      else if (token === '(') depth--;
      else if (depth === 0 && at(token, index)) return index;
    }
    return -1;
  };
  function shapeOf(tokens: readonly string[]): Shape {
    const [head = ''] = tokens;
    const lower = head.toLowerCase();
    if (tokens.length === 0) return ANY;
    if (lower === 'select') {
      const inner = selectIn(tokens);
      const rows = inner && rowShape(inner, store, dialect);
      const [only] = rows?.members.values() ?? [];
      return only === undefined || rows!.members.size > 1 ? ANY : rows!.certain || only.kind === 'any' ? only : nullable(only);
    }
    if (lower === 'case') {
      const arms = split(tokens.slice(1, -1), (token) => /^(?:then|else|when)$/i.test(token), true).filter((arm) =>
        /^(?:then|else)$/i.test(arm[0] ?? ''),
      );
      const shapes = arms.map((arm) => shapeOf(arm.slice(1)));
      return together(arms.some((arm) => /^else$/i.test(arm[0]!)) ? shapes : [...shapes, NULL_SHAPE]);
    }
    const over = last(tokens, (token) => /^(?:over|filter)$/i.test(token));
    // Of the rows around one there is that one.
    if (over > 0) return /^over$/i.test(tokens[over]!) ? withoutNull(shapeOf(tokens.slice(0, over))) : shapeOf(tokens.slice(0, over));
    // `data ->> 'key'`, `data -> 'key'`, `data #>> path`: a member of JSON.
    const arrow = last(tokens, (token, index) => token === '>' && /^[-#]$/.test(tokens[index - 1] ?? ''));
    if (arrow > 0) return last(tokens, (token, index) => token === '>' && tokens[index - 1] === '>') > 0 ? nullable(STRING) : ANY;
    if (last(tokens, (token) => COMPARES.test(token)) >= 0) return TRUTH;
    const joint = last(tokens, (token) => token === '||');
    if (joint > 0) {
      // Lists and JSON are put together by the same sign.
      const sides = [shapeOf(tokens.slice(0, joint)), shapeOf(tokens.slice(joint + 1))].map(withoutNull);
      return sides.some((side) => side.kind === 'string' && side !== LITERAL) ||
        !sides.some(({ kind }) => /^(?:any|object|array)$/.test(kind))
        ? STRING
        : ANY;
    }
    const sign = last(tokens, (token, index) => index > 0 && /^[-+*/%]$/.test(token));
    if (sign > 0) {
      const shapes = [shapeOf(tokens.slice(0, sign)), shapeOf(tokens.slice(sign + 1))];
      return shapes.every((shape) => rank(withoutNull(shape)) >= 0) ? together(shapes) : ANY;
    }
    const cast = last(tokens, (token) => token === '::');
    if (cast > 0) {
      const of = shapeOf(tokens.slice(0, cast));
      if (of === LITERAL && /^jsonb?$/i.test(tokens[cast + 1] ?? '')) return EMPTY_JSON;
      return given(shapeOfType(tokens.slice(cast + 1)), of.kind === 'union');
    }
    if (head === '(' && tokens.at(-1) === ')') return shapeOf(tokens.slice(1, -1));
    if (/^'/.test(head)) return LITERAL;
    if (/^\d+$/.test(head)) return INTEGER;
    if (/^\d/.test(head)) return EXACT;
    if (lower === 'true' || lower === 'false') return TRUTH;
    // What is put into a statement at run time stands there as NULL.
    if (lower === 'null') return ANY;
    if (NAMES_TIME.test(head)) return TIME;
    if (tokens[1] === '(' && tokens.at(-1) === ')') {
      const inside = tokens.slice(2, -1);
      if (lower !== 'cast') return called(lower, inside);
      const as = last(inside, (token) => /^as$/i.test(token));
      return as > 0 ? given(shapeOfType(inside.slice(as + 1)), shapeOf(inside.slice(0, as)).kind === 'union') : ANY;
    }
    if (tokens.length === 1) return named(plainToken(head)) ?? ANY;
    return tokens.length >= 3 && tokens.at(-2) === '.' ? (named(plainToken(tokens.at(-1)!), plainToken(tokens.at(-3)!)) ?? ANY) : ANY;
  }

  return { whole, shapeOf };
}

/** The rows of a statement, with those of the statements inside it. */
export function rowShape(statement: Statement, store: Store, dialect: Dialect): RowShape {
  const known = statement.sources.map((source) => {
    const rows = source.rows ? rowShape(source.rows, store, dialect) : null;
    const table = rows ? null : tableNamed(store, source.name);
    return { ...source, members: rows?.members ?? (table && columnsOf(table)), open: rows ? rows.open : true };
  });
  const { whole, shapeOf } = expressionsOver(known, statement.grouped === true, store, dialect);
  const members = new Map<string, Shape>();
  let open = false;
  for (const item of statement.selected ?? []) {
    if (item.column === '*') {
      for (const [name, shape] of whole(item.table)) members.set(name, shape);
      // What the project's SQL does not say of a table, other SQL may.
      open ||=
        known.length === 0 ||
        known.some((each) => (item.table === undefined || each.alias === item.table || each.name === item.table) && each.open);
    } else if (item.name !== null) members.set(item.name, shapeOf(item.body));
    else if (item.call && dialect.isPostgres) members.set(item.call, shapeOf(item.body));
    else open = true;
  }
  // An aggregate over all rows has one row always, and so has what asks no table.
  const certain =
    !statement.grouped &&
    (statement.sources.length === 0 ||
      (statement.selected ?? []).every(
        ({ body }) =>
          body.some((token, index) => AGGREGATE.test(token) && body[index + 1] === '(') &&
          !body.some((token) => /^(?:over|select)$/i.test(token)),
      ));
  return { members, open, certain };
}
