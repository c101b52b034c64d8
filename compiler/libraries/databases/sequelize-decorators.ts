import { ANY, type Shape } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Realm, type Value } from '@tool/scanner-sdk';
import { associate } from './sequelize-associations.js';
import { draftOf, modelOf, nameClass } from './sequelize-model.js';
import { typeShape } from './sequelize-types.js';
import { decorated, namedClass, propertyDecorator } from './support/table.js';

/** Merges what another decorator says of the same attribute. */
function describe(call: Call, at: { readonly prototype: Value; readonly name: string }, more: Readonly<Record<string, Value>>): void {
  const draft = draftOf(at.prototype);
  const known = draft.attributes.get(at.name);
  draft.attributes.set(at.name, call.record({ ...(known && Object.fromEntries(call.knownEntries?.(known) ?? [])), ...more }));
}

const NAMES: Readonly<Partial<Record<Shape['kind'], string>>> = {
  string: 'STRING',
  number: 'INTEGER',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  array: 'ARRAY',
};

/** Without a type of its own an attribute has that of its property. */
function declaredType(call: Call, at: { readonly prototype: Value; readonly name: string }): Value {
  const cls = call.get(at.prototype, 'constructor');
  const shape = call.declaredMembers?.(cls)?.find(({ name }) => name === at.name)?.shape ?? ANY;
  const name =
    shape.format === 'date-time'
      ? 'DATE'
      : NAMES[shape.kind === 'union' ? (shape.alternatives!.find(({ kind }) => kind !== 'null')?.kind ?? 'any') : shape.kind];
  return name === undefined ? call.const('JSON') : call.const(name);
}

const Column = (realm: Realm): Value =>
  propertyDecorator(realm, 'Column', (call, at, [given]) => {
    const options =
      given && typeShape(call, given) === null && given.kind === 'object' ? Object.fromEntries(call.knownEntries?.(given) ?? []) : {};
    const known = draftOf(at.prototype).attributes.get(at.name);
    const type =
      given && typeShape(call, given)
        ? given
        : (options['type'] ?? (known && !call.isUndefined(call.get(known, 'type')) ? call.get(known, 'type') : declaredType(call, at)));
    describe(call, at, { ...options, type });
  });

const says =
  (title: string, more: (call: Call, args: readonly Value[]) => Readonly<Record<string, Value>>) =>
  (realm: Realm): Value =>
    propertyDecorator(realm, title, (call, at, args) => describe(call, at, more(call, args)));
const stamp =
  (key: string) =>
  (realm: Realm): Value =>
    propertyDecorator(realm, key, (call, at) =>
      describe(call, at, { type: call.const('DATE'), allowNull: call.const(key === 'DeletedAt'), defaultValue: call.const('now') }),
    );

const relation =
  (kind: 'belongsTo' | 'hasOne' | 'hasMany' | 'belongsToMany') =>
  (realm: Realm): Value =>
    propertyDecorator(realm, kind, (_given, at, args) => {
      draftOf(at.prototype).associations.push((call, source) => {
        const cls = namedClass(call, args[0]);
        const target = cls && modelOf(call, cls);
        const options = args[kind === 'belongsToMany' ? 3 : 1];
        const text = options ? call.text(options) : null;
        const join = kind === 'belongsToMany' ? namedClass(call, args[1]) : null;
        if (target)
          associate(
            call,
            kind,
            source,
            target,
            call.record({
              ...(options?.kind === 'object' && Object.fromEntries(call.knownEntries?.(options) ?? [])),
              as: call.const(at.name),
              ...(join && { through: join }),
              ...(text !== null && { foreignKey: call.const(text) }),
            }),
          );
      });
    });

const changesNothing: HostType<null> = defineHostType<null>({
  name: 'Decorator',
  inert: true,
  methods: {},
  call: (call) => (decorated(call) ? undefined : call.fn('decorate', () => undefined)),
});

/** Options of the class, beside those that another decorator has for it. */
function state(call: Call, cls: Value, options: Value | undefined): void {
  const draft = draftOf(call.get(cls, 'prototype'));
  const entries = [draft.options, options].flatMap((each) => (each && call.knownEntries?.(each)) ?? []);
  draft.options = call.record(Object.fromEntries(entries));
}
const optionOf =
  (name: string) =>
  (realm: Realm): Value =>
    realm.fn(name, (given) =>
      given.fn(name, (call) => {
        if (call.args[0] && given.args[0]) state(call, call.args[0], call.record({ [name]: given.args[0] }));
      }),
    );

/** Decorators of sequelize-typescript. */
export const decorators = (realm: Realm): Record<string, Value> => ({
  Table: realm.fn('Table', (given) => {
    const [first] = given.args;
    if (first && given.isFunction(first)) {
      draftOf(given.get(first, 'prototype'));
      return undefined;
    }
    return given.fn('Table', (call) => {
      const cls = call.args[0];
      if (!cls || !call.isFunction(cls)) return;
      state(call, cls, first);
      nameClass(call, cls, first ?? null);
    });
  }),
  DefaultScope: optionOf('defaultScope')(realm),
  Scopes: optionOf('scopes')(realm),
  Column: Column(realm),
  PrimaryKey: says('PrimaryKey', (call) => ({ primaryKey: call.const(true) }))(realm),
  AutoIncrement: says('AutoIncrement', (call) => ({ autoIncrement: call.const(true) }))(realm),
  AllowNull: says('AllowNull', (call, [allowed]) => ({ allowNull: allowed ?? call.const(true) }))(realm),
  Default: says('Default', (call, [value]) => ({ defaultValue: value ?? call.const(null) }))(realm),
  CreatedAt: stamp('CreatedAt')(realm),
  UpdatedAt: stamp('UpdatedAt')(realm),
  DeletedAt: stamp('DeletedAt')(realm),
  BelongsTo: relation('belongsTo')(realm),
  HasOne: relation('hasOne')(realm),
  HasMany: relation('hasMany')(realm),
  BelongsToMany: relation('belongsToMany')(realm),
  ...Object.fromEntries(
    [
      'ForeignKey',
      'Unique',
      'Index',
      'Comment',
      'Length',
      'Is',
      'IsEmail',
      'IsUUID',
      'IsIn',
      'NotEmpty',
      'Validate',
      'BeforeCreate',
      'BeforeUpdate',
      'BeforeSave',
      'AfterCreate',
      'AfterUpdate',
      'BeforeDestroy',
      'AfterDestroy',
      'HasManyThrough',
    ].map((name): [string, Value] => [name, realm.host(changesNothing, null)]),
  ),
});
