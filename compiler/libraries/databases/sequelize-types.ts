import { ANY, unionOf, type Shape } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Realm, type Value } from '@tool/scanner-sdk';

const TEXT: Shape = { kind: 'string' };
const INTEGER: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
/** Exact numbers come back as texts from some databases and as numbers from others. */
const EXACT: Shape = unionOf([NUMBER, TEXT]);

const TYPES: Readonly<Record<string, Shape>> = {
  STRING: TEXT,
  CHAR: TEXT,
  TEXT,
  CITEXT: TEXT,
  TSVECTOR: TEXT,
  UUID: { kind: 'string', format: 'uuid' },
  INET: TEXT,
  CIDR: TEXT,
  MACADDR: TEXT,
  TIME: TEXT,
  INTEGER,
  SMALLINT: INTEGER,
  TINYINT: INTEGER,
  MEDIUMINT: INTEGER,
  BIGINT: EXACT,
  DECIMAL: EXACT,
  NUMERIC: EXACT,
  FLOAT: NUMBER,
  DOUBLE: NUMBER,
  'DOUBLE PRECISION': NUMBER,
  REAL: NUMBER,
  NUMBER,
  BOOLEAN: { kind: 'boolean' },
  DATE: { kind: 'string', format: 'date-time' },
  NOW: { kind: 'string', format: 'date-time' },
  DATEONLY: { kind: 'string', format: 'date' },
  JSON: ANY,
  JSONB: ANY,
  BLOB: { kind: 'object' },
  ENUM: TEXT,
  ARRAY: { kind: 'array' },
  RANGE: { kind: 'array' },
  HSTORE: { kind: 'object', open: true },
  GEOMETRY: { kind: 'object', open: true },
  GEOGRAPHY: { kind: 'object', open: true },
  VIRTUAL: ANY,
  UUIDV1: { kind: 'string', format: 'uuid' },
  UUIDV4: { kind: 'string', format: 'uuid' },
};

interface DataType {
  readonly name: string;
  readonly shape: Shape;
}

/** `DataTypes.STRING`, `DataTypes.STRING(40)`, `DataTypes.INTEGER.UNSIGNED`. */
const dataType: HostType<DataType> = defineHostType<DataType>({
  name: 'DataType',
  inert: true,
  methods: {},
  call: (call) => {
    const type = call.data(call.receiver, dataType);
    return type ? call.host(dataType, { name: type.name, shape: withArguments(call, type) }) : call.unknown('a data type');
  },
  // Options of a type are types: `INTEGER.UNSIGNED.ZEROFILL`, `STRING.BINARY`.
  missing: (call, key) => (/^[A-Z]+$/.test(key) ? call.receiver : undefined),
});

function withArguments(call: Call, { name, shape }: DataType): Shape {
  const [first] = call.args;
  if (name === 'ARRAY' && first) return { kind: 'array', items: typeShape(call, first) ?? ANY };
  if (name === 'VIRTUAL' && first) return typeShape(call, first) ?? ANY;
  if (name !== 'ENUM') return shape;
  const listed = first && call.elements(first) ? first : first?.kind === 'object' ? call.get(first, 'values') : null;
  const values = (listed ? (call.elements(listed) ?? []) : call.args).map((value) => call.text(value));
  return values.length > 0 && values.every((value) => value !== null) && !(listed && call.isOpen(listed))
    ? { kind: 'string', enum: values }
    : shape;
}

/** What values of a column type look like; null for what is no type. */
export function typeShape(call: Call, value: Value): Shape | null {
  const marked = call.data(value, dataType);
  if (marked) return marked.shape;
  const named = call.text(value);
  return named === null ? null : (TYPES[named.replace(/\(.*$/, '').toUpperCase()] ?? null);
}

export const isVirtual = (call: Call, value: Value): boolean => call.data(value, dataType)?.name === 'VIRTUAL';

export const dataTypes = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(Object.entries(TYPES).map(([name, shape]) => [name.replace(' ', '_'), realm.host(dataType, { name, shape })]));

/** Operators are symbols; here texts, so that conditions can be read as records. */
const OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'not',
  'is',
  'in',
  'notIn',
  'like',
  'notLike',
  'iLike',
  'notILike',
  'startsWith',
  'endsWith',
  'substring',
  'regexp',
  'notRegexp',
  'iRegexp',
  'between',
  'notBetween',
  'overlap',
  'contains',
  'contained',
  'any',
  'all',
  'and',
  'or',
  'col',
  'match',
];
export const operators = (realm: Realm): Value =>
  realm.record(Object.fromEntries(OPERATORS.map((name) => [name, realm.const(`$${name}`)])));
