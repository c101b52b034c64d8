import { nullable, type Shape } from '@tool/ir';
import { describeMember, type Call, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { promised as done } from '../../support/fallback.js';

/** A column of a table, or an attribute of a model. */
export interface Column {
  readonly name: string;
  /** How JSON writes its values, null not included. */
  readonly shape: Shape;
  /** What the database has, where each driver makes something else of it. */
  readonly wide?: Shape;
  readonly nullable: boolean;
  /** A new record has it without being given it: keys that count, defaults, times. */
  readonly generated?: boolean;
  /** The database sets it: keys that count, times. Who hands over a whole request does not mean it. */
  readonly automatic?: boolean;
  /** What the library itself, or a schema made of the table, refuses else. */
  readonly check?: Shape;
  /** Nothing is written without it. */
  readonly demanded?: boolean;
  /** Part of the primary key. */
  readonly primary?: boolean;
  /** It holds each value once only. */
  readonly unique?: boolean;
  /** Queries leave it out unless they name it. */
  readonly hidden?: boolean;
  /** The table whose records its values name. */
  readonly references?: string;
  /** Its name in the database, where that is another one. */
  readonly stored?: string;
}

/** Records of another table that a query can bring along. The other table is known only when all models are made. */
export interface Relation {
  readonly target: (call: Call) => Table | null;
  readonly list: boolean;
  readonly optional: boolean;
  /** Brought along without being asked for. */
  readonly eager?: boolean;
  /** Records of it are written with those that hold them. */
  readonly cascade?: boolean;
  /** The table that joins the two: its row comes with each record, under its name. */
  readonly through?: Table;
}

/** What is known of one kind of record. */
export interface Table {
  readonly name: string;
  readonly columns: Map<string, Column>;
  readonly relations: Map<string, Relation>;
}

export const MAX_DEPTH = 4;

/** Columns that name records of other tables, in the form that `useData` takes. */
export const referencesOf = (table: Table): ReadonlyMap<string, string> =>
  new Map([...table.columns.values()].flatMap(({ name, references }) => (references === undefined ? [] : [[name, references] as const])));

/**
 * What is written, with the keys of other tables' records that stand in it as records: `{ author: { id } }` says who the author is.
 * @param keyOf  the key in such a record; null where it holds none
 */
export function withKeys(
  call: Call,
  values: Value | undefined,
  names: Iterable<string>,
  keyOf: (record: Value) => Value | null,
): Value | undefined {
  if (values?.kind !== 'object' || call.elements(values)) return values;
  const keys: Record<string, Value> = {};
  // Of a record that comes in nobody has asked for such a member.
  const own = new Map(call.knownEntries?.(values));
  for (const name of names) {
    const given = own.get(name);
    const key = given?.kind === 'object' && !call.elements(given) ? keyOf(given) : null;
    if (key) keys[name] = key;
  }
  return Object.keys(keys).length === 0 ? values : call.record({ ...Object.fromEntries(own), ...keys });
}

export const columnShape = (column: Column): Shape =>
  column.nullable && column.shape.kind !== 'any' ? nullable(column.shape) : column.shape;

export const typed = (call: Call, shape: Shape, what: string): Value => call.typed?.(shape, what) ?? call.unknown(what);

/** A member of a record that is given; null when it is not. */
export const member = (call: Call, value: Value | undefined | null, key: string): Value | null => {
  if (value?.kind !== 'object') return null;
  const found = call.get(value, key);
  return call.isUndefined(found) || call.constant(found) === null ? null : found;
};

/** Some of it comes in with a request, whatever was made of it since. */
export const comesFromRequest = (call: Call, value: Value | null | undefined): boolean =>
  value != null &&
  call.alternatives(value).some((each) => each.kind === 'unknown' && each.trace !== undefined && each.trace.part !== 'context');

/** `{ [Op.in]: ids }`: a list of values. */
export interface InList {
  readonly list: Value;
}
const IN_LIST = /^\$?(?:in|nin|notIn|any|overlap|arrayOverlap|arrayContains|inArray|notInArray)$/i;
/** The operands of an operator by its name. */
export const operandsOf = (name: string, operands: readonly Value[]): readonly (Value | InList)[] =>
  IN_LIST.test(name) ? operands.map((list) => ({ list })) : operands;
/** `{ $in: ids }` where a column is compared: a list of its values. */
export function takeLists(call: Call, value: Value, shape: Shape): void {
  for (const [name, operand] of (value.kind === 'object' && call.knownEntries?.(value)) || [])
    if (IN_LIST.test(name)) call.takenAs?.(operand, { kind: 'array', items: shape });
}

/** Operators around the values of a condition, which hold records or values of the same column. */
export interface Conditions {
  /** The operands of an operator value (`Not(x)`, `{ [Op.gt]: x }`); null when the value is no operator. */
  readonly operands: (call: Call, value: Value) => readonly (Value | InList)[] | null;
  /** Members of a condition that hold conditions themselves: `$or`. */
  readonly nested: ReadonlySet<string>;
}

/**
 * Says of the values of a request which columns they are compared with or written to.
 * @param many what is not known is a list of records
 */
export function takeColumns(
  call: Call,
  table: Table,
  record: Value | null | undefined,
  conditions: Conditions,
  depth = 0,
  many = false,
): void {
  if (!record || depth > MAX_DEPTH) return;
  for (const alternative of call.alternatives(record)) {
    if (alternative.kind === 'unknown') {
      call.takenAs?.(alternative, many ? { kind: 'array', items: given(table) } : given(table));
      continue;
    }
    if (alternative.kind !== 'object') continue;
    const elements = call.elements(alternative);
    if (elements) {
      for (const element of elements) takeColumns(call, table, element, conditions, depth + 1);
      continue;
    }
    if (call.isOpen(alternative)) call.takenAs?.(alternative, given(table));
    for (const [name, value] of call.knownEntries?.(alternative) ?? []) {
      if (conditions.nested.has(name)) {
        takeColumns(call, table, value, conditions, depth + 1);
        continue;
      }
      const column = table.columns.get(name);
      if (column) {
        takeAs(call, value, column, conditions);
        continue;
      }
      const target = value.kind === 'object' ? table.relations.get(name)?.target(call) : null;
      if (target) takeColumns(call, target, value, conditions, depth + 1);
    }
  }
}

/** What a program can be given for a record of the table. */
const given = (table: Table): Shape => ({
  kind: 'object',
  properties: [...table.columns.values()]
    .filter((column) => !column.automatic)
    .map((column) => ({ name: column.name, shape: columnShape(column) })),
});

function takeAs(call: Call, value: Value, column: Column, conditions: Conditions): void {
  const shape = columnShape(column);
  for (const alternative of call.alternatives(value)) {
    const operands = alternative.kind === 'object' ? conditions.operands(call, alternative) : null;
    if (!operands) {
      call.takenAs?.(alternative, shape);
      continue;
    }
    for (const operand of operands) {
      if ('list' in operand) {
        call.takenAs?.(operand.list, { kind: 'array', items: shape });
        continue;
      }
      const elements = operand.kind === 'object' ? call.elements(operand) : null;
      for (const each of elements ?? [operand]) call.takenAs?.(each, shape);
    }
  }
}

/** An object with this prototype and these own members, as a constructor that does not run would leave it. */
export function instanceOf(call: Call, prototype: Value, members: Readonly<Record<string, Value>>): ObjectValue {
  const objects = call.global?.('Object');
  return withMembers(call, objects ? call.invoke(call.get(objects, 'create'), [prototype]) : call.record({}), members) as ObjectValue;
}
export function withMembers(call: Call, made: Value, members: Readonly<Record<string, Value>>): Value {
  for (const [name, value] of Object.entries(members)) call.set(made, name, value);
  return made;
}

/** The class and those it extends, the nearest first. */
export function classesOf(call: Call, value: Value): readonly ObjectValue[] {
  const objects = call.global?.('Object');
  const get = objects && call.get(objects, 'getPrototypeOf');
  const found: ObjectValue[] = [];
  for (let at: Value = value; get && at.kind === 'object' && call.isFunction(at) && found.length < 8; at = call.invoke(get, [at]))
    found.push(at);
  return found;
}

/** One record or null: who asks for one may find none. */
export const perhaps = (call: Call, value: Value, what: string): Value => call.oneOf?.([value, call.const(null)], what) ?? value;

export const listOf = (call: Call, value: Value): Value => call.uniformList?.(value) ?? call.list([value]);
/** What a query finds: there may be no row. */
export const foundRows = (call: Call, value: Value): Value => call.uniformList?.(value, true) ?? call.list([value]);

export { done };
export const settled: Transfer = (call) => done(call, call.const(undefined));
export const counted = (call: Call): Value => typed(call, { kind: 'integer' }, 'a count');
export const isSet = (call: Call, value: Value | null): boolean => value !== null && call.truthy(value) === true;
export const isOff = (call: Call, value: Value | null): boolean => value !== null && call.truthy(value) === false;

/** Conditions without operators of their own. */
export const CONDITIONS: Conditions = { nested: new Set(), operands: (call, value) => call.elements(value) };

/** What a decorator of a property is applied to: the prototype and the property's name. */
export function decorated(call: Call): { readonly prototype: ObjectValue; readonly name: string } | null {
  const [prototype, key] = call.args;
  const name = key ? call.text(key) : null;
  return prototype?.kind === 'object' && name !== null && !call.isFunction(prototype) ? { prototype, name } : null;
}

/** A function that is a decorator itself (`@Column`) and makes one (`@Column({…})`): it is read, and no validator. */
export const propertyDecorator = (
  realm: Realm,
  title: string,
  apply: (call: Call, at: { readonly prototype: ObjectValue; readonly name: string }, args: readonly Value[]) => void,
): Value =>
  realm.fn(title, (given) => {
    const applied = (call: Call, args: readonly Value[]): boolean => {
      const at = decorated(call);
      if (!at) return false;
      describeMember(call, (known) => known);
      apply(call, at, args);
      return true;
    };
    if (given.args.length >= 2 && applied(given, [])) return undefined;
    return given.fn(title, (call) => {
      applied(call, given.args);
    });
  });

/** Lists that the arguments of a decorator give: `type => User`, `() => User`, or the class itself. */
export function namedClass(call: Call, value: Value | null | undefined): Value | null {
  if (value?.kind !== 'object' || !call.isFunction(value)) return null;
  if (call.declaredMembers?.(value) != null) return value;
  const made = call.invoke(value, []);
  return made.kind === 'object' && call.isFunction(made) ? made : null;
}
