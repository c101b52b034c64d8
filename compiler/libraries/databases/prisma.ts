import { ANY, NULL_SHAPE, nullable, type Shape, type ShapeProperty } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type ProjectFiles,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { mayFail, namespace, runtime } from './prisma-errors.js';
import { columnShape, isGeneratedClient, parsePrismaSchema, type PrismaModel, type PrismaSchema } from './prisma-schema.js';
import type { Dialect } from './support/sql-expressions.js';
import { execute } from './support/sql-query.js';
import { withKeys, typed, counted as number } from './support/table.js';

interface Client {
  readonly schema: PrismaSchema;
  /** The client that this one extends, and what is added to it. */
  readonly extended?: Value;
  readonly methods?: Value | null;
}
interface Delegate {
  readonly schema: PrismaSchema;
  readonly model: PrismaModel;
}

const MAX_DEPTH = 5;
const INTEGER: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
const COUNTED: Shape = { kind: 'object', properties: [{ name: 'count', shape: INTEGER, required: true }] };

/** Entries of an argument record that are switched on. */
const switched = (call: Call, value: Value | null): readonly (readonly [string, Value])[] =>
  value && value.kind === 'object' ? (call.knownEntries?.(value) ?? []).filter(([, member]) => call.truthy(member) !== false) : [];
const member = (call: Call, value: Value | undefined, key: string): Value | null => {
  if (value?.kind !== 'object') return null;
  const found = call.get(value, key);
  return call.isUndefined(found) ? null : found;
};

/** What a query with these arguments gives of one record: all columns, or those that `select`, `include` and `omit` say. */
function recordShape(call: Call, { schema, model }: Delegate, args: Value | undefined, depth = 0): Shape {
  const properties: ShapeProperty[] = [];
  const select = member(call, args, 'select'),
    include = member(call, args, 'include'),
    omit = member(call, args, 'omit');
  const left = new Set(switched(call, omit).map(([name]) => name));
  const asked = new Map([...switched(call, select), ...switched(call, include)]);
  const { computed = new Map<string, Shape>() } = model;
  for (const field of model.fields) {
    if (computed.has(field.name)) continue;
    const column = columnShape(schema, field);
    if (column ? (select ? asked.has(field.name) : !left.has(field.name)) : asked.has(field.name) && depth < MAX_DEPTH)
      properties.push({
        name: field.name,
        shape: column ?? relationShape(call, schema, field, asked.get(field.name)!, depth),
        required: true,
      });
  }
  for (const [name, shape] of computed) if (select ? asked.has(name) : !left.has(name)) properties.push({ name, shape, required: true });
  const counted = asked.get('_count');
  if (counted) {
    const names = switched(call, member(call, counted, 'select')).map(([name]) => name);
    const relations =
      names.length > 0 ? names : model.fields.filter((field) => field.list && !columnShape(schema, field)).map((field) => field.name);
    properties.push({
      name: '_count',
      required: true,
      shape: { kind: 'object', properties: relations.map((name) => ({ name, shape: { kind: 'integer' }, required: true })) },
    });
  }
  return { kind: 'object', properties };
}

function relationShape(call: Call, schema: PrismaSchema, field: PrismaModel['fields'][number], args: Value, depth: number): Shape {
  const model = schema.models.get(field.type);
  if (!model) return ANY;
  const shape = recordShape(call, { schema, model }, args.kind === 'object' ? args : undefined, depth + 1);
  return field.list ? { kind: 'array', items: shape } : field.optional ? nullable(shape) : shape;
}

/** Filters and writes of a nested record, and the operators in between. */
const NESTED: ReadonlySet<string> = new Set([
  'create',
  'connect',
  'connectOrCreate',
  'set',
  'update',
  'upsert',
  'where',
  'data',
  'delete',
  'disconnect',
  'some',
  'every',
  'none',
  'is',
  'isNot',
  'AND',
  'OR',
  'NOT',
  'createMany',
]);
const OPERATORS: ReadonlySet<string> = new Set([
  'equals',
  'not',
  'contains',
  'startsWith',
  'endsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'increment',
  'decrement',
  'multiply',
]);

/** What is taken of a record that comes in as a whole. Numbers that JSON writes as texts are written in as either. */
const given = ({ schema, model }: Delegate): Shape => ({
  kind: 'object',
  properties: model.fields.flatMap((field) => {
    const shape = field.automatic ? undefined : columnShape(schema, field);
    return shape ? [{ name: field.name, shape: /^(?:BigInt|Decimal|Bytes)$/.test(field.type) ? ANY : shape }] : [];
  }),
});

/** Says of the values of a request which columns they are compared with or written to. @param isWritten  the record is, if need be with whatever comes in */
function takeColumns(call: Call, delegate: Delegate, record: Value | null, isWritten = false, depth = 0): void {
  if (!record || depth > MAX_DEPTH) return;
  const elements = record.kind === 'object' ? call.elements(record) : null;
  if (elements) {
    for (const element of elements) takeColumns(call, delegate, element, isWritten, depth + 1);
    return;
  }
  for (const alternative of call.alternatives(record)) {
    if (isWritten && (alternative.kind === 'unknown' || call.isOpen(alternative))) call.takenAs?.(alternative, given(delegate));
    if (alternative.kind !== 'object') continue;
    if (call.elements(alternative)) {
      takeColumns(call, delegate, alternative, isWritten, depth + 1);
      continue;
    }
    for (const [name, value] of call.knownEntries?.(alternative) ?? []) {
      const field = delegate.model.fields.find((candidate) => candidate.name === name);
      if (!field) {
        if (NESTED.has(name)) takeColumns(call, delegate, value, isWritten && /^(?:create|data|update)$/.test(name), depth + 1);
        continue;
      }
      const column = columnShape(delegate.schema, field);
      if (!column) {
        const model = delegate.schema.models.get(field.type);
        if (model)
          takeColumns(
            call,
            { schema: delegate.schema, model },
            value,
            isWritten && value.kind === 'object' && !call.isOpen(value),
            depth + 1,
          );
        continue;
      }
      if (value.kind === 'object' && !call.elements(value))
        for (const [operator, operand] of call.knownEntries?.(value) ?? []) {
          if (OPERATORS.has(operator)) call.takenAs?.(operand, column);
          else if (operator === 'in' || operator === 'notIn') call.takenAs?.(operand, { kind: 'array', items: column });
        }
      else call.takenAs?.(value, column);
    }
  }
}

type Operation = 'create' | 'read' | 'list' | 'update' | 'delete';

/** `{ connect: { id } }`: the key of the record that is named. */
function connected(call: Call, record: Value): Value | null {
  const keys = member(call, record, 'connect');
  const [first, ...others] = keys?.kind === 'object' ? (call.knownEntries?.(keys) ?? []) : [];
  return first && others.length === 0 ? first[1] : null;
}

const method =
  (name: string, operation: Operation, result: (call: Call, delegate: Delegate, args: Value | undefined) => Value): Transfer =>
  (call) => {
    const delegate = call.data(call.receiver, delegateType);
    if (!delegate) return call.unknown('a query');
    const [args] = call.args;
    const where = member(call, args, 'where');
    const values = member(call, args, 'data') ?? member(call, args, 'create');
    takeColumns(call, delegate, where);
    const isOne = !name.includes('Many') || operation === 'update';
    takeColumns(call, delegate, values, isOne);
    if (!isOne && values?.kind === 'unknown') call.takenAs?.(values, { kind: 'array', items: given(delegate) });
    takeColumns(call, delegate, member(call, args, 'update'), isOne);
    const named = delegate.model.fields.filter(({ keys }) => keys.length === 1);
    const written = withKeys(
      call,
      values ?? undefined,
      named.map(({ name }) => name),
      (record) => connected(call, record),
    );
    call.useData?.({
      operation,
      entity: delegate.model.name,
      ...(where && { where }),
      ...(written && { values: written }),
      references: new Map(named.flatMap(({ keys, name, type }) => [[keys[0]!, type] as const, [name, type] as const])),
    });
    mayFail(call, delegate, name, args);
    const value = result(call, delegate, args);
    return call.promise?.(value) ?? value;
  };

const one = (call: Call, delegate: Delegate, args: Value | undefined): Value =>
  typed(call, recordShape(call, delegate, args), delegate.model.name);
const perhaps = (call: Call, delegate: Delegate, args: Value | undefined): Value =>
  call.oneOf?.([one(call, delegate, args), call.const(null)], `the ${delegate.model.name} was found`) ?? one(call, delegate, args);
const many = (call: Call, delegate: Delegate, args: Value | undefined): Value =>
  typed(call, { kind: 'array', items: recordShape(call, delegate, args) }, delegate.model.name);
const counted = (call: Call): Value => typed(call, COUNTED, 'a count');

/** `_count: true`, `_sum: { likes: true }`, as `aggregate` and `groupBy` are asked for them. */
function aggregated(call: Call, { schema, model }: Delegate, args: Value | undefined): ShapeProperty[] {
  return switched(call, args ?? null).flatMap(([name, asked]): ShapeProperty[] => {
    if (!/^_(?:count|sum|avg|min|max)$/.test(name)) return [];
    const fields = switched(call, asked).map(([field]) => field);
    if (name === '_count' && fields.length === 0) return [{ name, shape: INTEGER, required: true }];
    const of = (field: string): Shape => {
      if (name === '_count') return INTEGER;
      const found = model.fields.find((each) => each.name === field);
      const column = (found && columnShape(schema, found)) ?? ANY;
      return name === '_avg' && column.kind === 'integer' ? { kind: 'union', alternatives: [NUMBER, NULL_SHAPE] } : nullable(column);
    };
    return [
      {
        name,
        shape: { kind: 'object', properties: fields.map((field) => ({ name: field, shape: of(field), required: true })) },
        required: true,
      },
    ];
  });
}
const aggregate = (call: Call, delegate: Delegate, args: Value | undefined): Value =>
  typed(call, { kind: 'object', properties: aggregated(call, delegate, args) }, 'an aggregate');
const groups = (call: Call, delegate: Delegate, args: Value | undefined): Value => {
  const by = member(call, args, 'by');
  const names = (by ? (call.elements(by) ?? [by]) : []).map((each) => call.text(each));
  const own = delegate.model.fields.filter(({ name }) => names.includes(name));
  const columns = own.map((field) => ({ name: field.name, shape: columnShape(delegate.schema, field) ?? ANY, required: true }));
  return typed(call, { kind: 'array', items: { kind: 'object', properties: [...columns, ...aggregated(call, delegate, args)] } }, 'groups');
};

/** `$queryRaw`: rows of what is stated, else of what the project's SQL says. Whole numbers of eight bytes are BigInts, which JSON does not write. */
const raw: Transfer = (call) => {
  const [first, ...values] = call.args;
  const parts = first && call.elements(first)?.map((part) => call.text(part) ?? '');
  const text = parts ? parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('') : first && call.text(first);
  const stated = call.typeArguments?.()[0]?.();
  const rows =
    stated && stated.kind !== 'any' ? typed(call, stated, 'rows') : text ? execute(call, text, [call.list(values)], RAW)?.rows : undefined;
  return call.promise?.(rows ?? call.unknown('rows of a query', { module: '@prisma/client', path: '$queryRaw()' }));
};
const RAW: Dialect = { truth: { kind: 'boolean' }, big: ANY, exact: { kind: 'string' }, isPostgres: true };
const changed: Transfer = (call) => call.promise?.(typed(call, INTEGER, 'how many rows there were'));

const delegateType: HostType<Delegate> = defineHostType<Delegate>({
  name: 'PrismaDelegate',
  inert: true,
  methods: {
    findUnique: method('findUnique', 'read', perhaps),
    findFirst: method('findFirst', 'read', perhaps),
    findUniqueOrThrow: method('findUniqueOrThrow', 'read', one),
    findFirstOrThrow: method('findFirstOrThrow', 'read', one),
    findMany: method('findMany', 'list', many),
    create: method('create', 'create', one),
    update: method('update', 'update', one),
    upsert: method('upsert', 'update', one),
    delete: method('delete', 'delete', one),
    createMany: method('createMany', 'create', counted),
    createManyAndReturn: method('createManyAndReturn', 'create', many),
    updateMany: method('updateMany', 'update', counted),
    updateManyAndReturn: method('updateManyAndReturn', 'update', many),
    deleteMany: method('deleteMany', 'delete', counted),
    count: method('count', 'list', number),
    aggregate: method('aggregate', 'list', aggregate),
    groupBy: method('groupBy', 'list', groups),
  },
  missing: (call, key) => {
    if (key === 'then') return undefined;
    for (const methods of call.data(call.receiver, delegateType)?.model.methods ?? []) {
      const added = member(call, methods, key);
      if (added) return added;
    }
    return call.unknown(`${key} of a model`);
  },
});

const keyOf = ({ name }: PrismaModel): string => name[0]!.toLowerCase() + name.slice(1);

/** What an extension says of a model: by its name, and of all. */
const saidOf = (call: Call, extension: Value, part: string, model: PrismaModel): Value[] =>
  ['$allModels', keyOf(model)].flatMap((key) => member(call, member(call, extension, part) ?? undefined, key) ?? []);

/** `$extends`: a client with members that are computed of its records, and with methods of its own and of its models. */
function extend(call: Call): Value {
  const [extension] = call.args;
  const data = call.data(call.receiver, clientType);
  if (extension && call.isFunction(extension)) return call.invoke(extension, [call.receiver]);
  if (!data || extension?.kind !== 'object') return call.receiver;
  const models = new Map(data.schema.models);
  for (const [name, model] of models) {
    const computed = new Map(model.computed);
    for (const said of saidOf(call, extension, 'result', model))
      for (const [field, how] of call.knownEntries?.(said) ?? []) {
        const compute = member(call, how, 'compute');
        computed.set(field, ANY);
        const record = typed(call, recordShape(call, { schema: data.schema, model }, undefined), name);
        if (compute && call.isFunction(compute))
          call.attempt(`${field} of a record`, () => computed.set(field, call.shapeOf?.(call.invoke(compute, [record])) ?? ANY));
      }
    const methods = [...saidOf(call, extension, 'model', model).reverse(), ...(model.methods ?? [])];
    models.set(name, { ...model, computed, methods });
  }
  return call.host(clientType, { schema: { ...data.schema, models }, extended: call.receiver, methods: member(call, extension, 'client') });
}

const clientType: HostType<Client> = defineHostType<Client>({
  name: 'PrismaClient',
  inert: true,
  methods: {
    $connect: (call) => call.promise?.(call.const(undefined)),
    $disconnect: (call) => call.promise?.(call.const(undefined)),
    $queryRaw: raw,
    $queryRawUnsafe: raw,
    $executeRaw: changed,
    $executeRawUnsafe: changed,
    $use: () => undefined,
    $on: () => undefined,
    $extends: extend,
    $transaction: (call) => {
      const [work] = call.args;
      if (work && call.isFunction(work)) return call.invoke(work, [call.receiver]);
      const elements = work ? call.elements(work) : null;
      return call.promise?.(call.list((elements ?? []).map((element) => call.awaited(element))));
    },
  },
  missing: (call, key) => {
    const { schema, extended, methods } = call.data(call.receiver, clientType) ?? {};
    for (const model of schema?.models.values() ?? []) if (keyOf(model) === key) return call.host(delegateType, { schema: schema!, model });
    if (key === 'then') return undefined;
    const added = methods && member(call, methods, key);
    return added
      ? added
      : extended
        ? call.get(extended, key)
        : call.unknown(`${key} of a Prisma client`, { module: '@prisma/client', path: `PrismaClient.${key}` });
  },
});

/** Folders that hold no schema of the program's own. */
const SKIPPED = /^(?:node_modules|\..*|dist|build|coverage|migrations|tests?)$/;

/** The files of a schema below a folder, those of packages in it left out: a folder of files is one schema. */
function schemaBelow(files: ProjectFiles, folder: string, texts: string[], isOutside: boolean, depth = 0): void {
  const entries = files.readDirectory(folder) ?? [];
  if (isOutside && depth > 0 && entries.some(({ name }) => name === 'package.json')) return;
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (!entry.directory && entry.name.endsWith('.prisma')) {
      const text = files.readText(path);
      if (text !== null) texts.push(text);
    } else if (entry.directory && depth < 4 && !SKIPPED.test(entry.name)) schemaBelow(files, path, texts, isOutside, depth + 1);
  }
}

/** The schema of the program, or the nearest one of a folder that it lies in: applications of one repository share the client that is written for it. */
function findSchema(files: ProjectFiles | undefined): PrismaSchema | null {
  if (!files) return null;
  const texts: string[] = [];
  schemaBelow(files, files.workingDirectory, texts, false);
  for (let above = parent(files.workingDirectory); texts.length === 0 && files.readDirectory(above) !== null; above = parent(above)) {
    schemaBelow(files, above, texts, true);
    if (above === '/') break;
  }
  return texts.length === 0 ? null : parsePrismaSchema(texts.join('\n'));
}

/** The schema nearest to the file that makes the client, else that of the program: applications of one repository may have one each. */
function schemaNear(files: ProjectFiles | undefined): PrismaSchema | null {
  for (let folder = files?.directory; files && folder !== undefined && files.readDirectory(folder) !== null; folder = parent(folder)) {
    const texts: string[] = [];
    schemaBelow(files, folder, texts, true);
    if (texts.length > 0) return parsePrismaSchema(texts.join('\n'));
    if (folder === '/') break;
  }
  return findSchema(files);
}

const parent = (folder: string): string => folder.slice(0, Math.max(folder.lastIndexOf('/'), 0)) || '/';

const client = (realm: Realm): Value => {
  const schemas = new Map<string, PrismaSchema | null>();
  const make = (call: Call): Value => {
    const { directory = '', workingDirectory = '' } = call.project ?? {};
    const key = `${directory}\0${workingDirectory}`;
    if (!schemas.has(key)) schemas.set(key, schemaNear(call.project));
    const schema = schemas.get(key) ?? null;
    return schema
      ? call.host(clientType, { schema })
      : call.unknown('a Prisma client', { module: '@prisma/client', path: 'new PrismaClient()' });
  };
  // Classes of the program extend it, and have its methods.
  return realm.fn('PrismaClient', make, { prototype: realm.prototype(clientType) });
};

const clientModule = (realm: Realm): Value => {
  const schema = findSchema(realm.project);
  const enums = Object.fromEntries(
    [...(schema?.enums ?? [])].map(([name, values]) => [
      name,
      realm.record(Object.fromEntries(values.map((value) => [value, realm.const(value)]))),
    ]),
  );
  return openModule(realm, '@prisma/client', {
    ...enums,
    $Enums: realm.record(enums),
    Prisma: namespace(realm),
    PrismaClient: client(realm),
  });
};

/** `@prisma/client`: what queries give, by the schema file and the arguments, and the enums of the schema; also by the name of what it hands on. */
export const prisma = defineLibrary({
  generated: (path, read, list) => (isGeneratedClient(path, read, list) ? '@prisma/client' : null),
  modules: {
    ...Object.fromEntries(['@prisma/client', '@prisma/client/edge', '.prisma/client'].map((name) => [name, clientModule])),
    ...Object.fromEntries(
      ['runtime', 'runtime/library', 'runtime/index'].map((path) => [
        `@prisma/client/${path}`,
        (realm: Realm) => runtime(realm, `@prisma/client/${path}`),
      ]),
    ),
    // Its service is a client.
    'nestjs-prisma': (realm) => openModule(realm, 'nestjs-prisma', { PrismaService: client(realm) }),
  },
});
