import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { ADDED_KEY, foundRecord, mayHold, modelOf, type Model } from './sequelize-model.js';
import { done, foundRows, member, perhaps, typed, type Column, type Relation } from './support/table.js';

type Kind = 'belongsTo' | 'hasOne' | 'hasMany' | 'belongsToMany';

/** Sequelize counts in English; the usual endings. */
const plural = (name: string): string =>
  /(?:s|x|z|ch|sh)$/i.test(name)
    ? /s$/i.test(name)
      ? name
      : `${name}es`
    : /[^aeiou]y$/i.test(name)
      ? `${name.slice(0, -1)}ies`
      : `${name}s`;
const singular = (name: string): string =>
  /ies$/i.test(name)
    ? `${name.slice(0, -3)}y`
    : /(?:x|ch|sh|ss)es$/i.test(name)
      ? name.slice(0, -2)
      : /[^s]s$/i.test(name) && !/(?:us|is)$/i.test(name)
        ? name.slice(0, -1)
        : name;
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const small = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

function keyName(call: Call, options: Value | undefined, fallback: string): string {
  const given = member(call, options, 'foreignKey');
  return (given && (call.text(given) ?? call.text(member(call, given, 'name') ?? given))) ?? fallback;
}

const keyColumn = (call: Call, name: string, referenced: Model, options: Value | undefined): Column => {
  const given = member(call, options, 'foreignKey');
  const allowed = given?.kind === 'object' ? member(call, given, 'allowNull') : null;
  return {
    name,
    shape: [...referenced.columns.values()][0]?.shape ?? { kind: 'integer' },
    nullable: !(allowed !== null && call.constant(allowed) === false),
    references: referenced.name,
  };
};

/** A column that refers to another table is of the type of its key. */
export function foreignKeyOf(call: Call, model: Model, attributes: Value): void {
  for (const [name, value] of call.knownEntries?.(attributes) ?? []) {
    const column = model.columns.get(name);
    const target = member(call, member(call, value, 'references'), 'model');
    const referenced = target && modelOf(call, target);
    const key = referenced && [...referenced.columns.values()][0];
    if (column && key)
      model.columns.set(name, { ...column, references: referenced.name, ...(column.shape.kind === 'any' && { shape: key.shape }) });
  }
}

/** Makes the relation, the key that stands for it, and the methods that records get by it. */
export function associate(call: Call, kind: Kind, source: Model, target: Model, options: Value | undefined): void {
  const list = kind === 'hasMany' || kind === 'belongsToMany';
  const alias = member(call, options, 'as');
  const stated = alias && (call.text(alias) ?? call.text(member(call, alias, list ? 'plural' : 'singular') ?? alias));
  const name = stated ?? (list ? plural(target.name) : singular(target.name));
  const given = member(call, options, 'through');
  const through = given && modelOf(call, member(call, given, 'model') ?? given);
  if (through?.columns.get('id') === ADDED_KEY) through.columns.delete('id');
  const relation: Relation = { target: () => target, list, optional: true, ...(through && { through }) };
  source.relations.set(name, relation);
  mayHold(call, source, name, relation);
  let key: string | undefined;
  if (kind === 'belongsTo') {
    const own = keyName(call, options, `${small(name)}${idSuffix(target)}`);
    source.columns.set(own, { ...keyColumn(call, own, target, options), ...source.columns.get(own), references: target.name });
  } else if (kind !== 'belongsToMany') {
    key = keyName(call, options, `${small(singular(source.name))}${idSuffix(source)}`);
    target.columns.set(key, { ...keyColumn(call, key, source, options), ...target.columns.get(key), references: source.name });
  }
  mixins(call, source, target, capital(list ? (stated ?? plural(target.name)) : name), capital(singular(name)), list, key);
}

const idSuffix = (model: Model): string => capital([...model.columns.keys()][0] ?? 'id');

function mixins(call: Call, source: Model, target: Model, many: string, one: string, list: boolean, key?: string): void {
  const prototype = call.get(source.cls, 'prototype');
  const add = (name: string, transfer: Transfer): void => {
    if (call.isUndefined(call.get(prototype, name))) call.set(prototype, name, call.fn(name, transfer));
  };
  // Rows of the table between them, how many there were, or the record itself: that is not the same for all kinds and versions.
  const changed: Transfer = (inner) => done(inner, inner.unknown('what the change of an association gives'));
  add(`get${many}`, (inner) => {
    inner.useData?.({ operation: list ? 'list' : 'read', entity: target.name });
    const record = foundRecord(inner, target, inner.args[0] ?? null);
    return done(inner, list ? foundRows(inner, record) : perhaps(inner, record, `the ${target.name} was found`));
  });
  add(`create${one}`, (inner) => {
    const values = argument(inner, 0);
    if (key !== undefined) inner.set(values, key, typed(inner, target.columns.get(key)!.shape, key));
    return inner.invoke(inner.get(target.cls, 'create'), inner.args, target.cls);
  });
  add(`set${many}`, changed);
  if (!list) return;
  for (const name of [`add${one}`, `add${many}`, `remove${one}`, `remove${many}`]) add(name, changed);
  for (const name of [`has${one}`, `has${many}`])
    add(name, (inner) => done(inner, typed(inner, { kind: 'boolean' }, 'whether they belong together')));
  add(`count${many}`, (inner) => done(inner, typed(inner, { kind: 'integer' }, 'a count')));
}

const association =
  (kind: Kind): Transfer =>
  (call) => {
    const source = modelOf(call, call.receiver);
    const target = call.args[0] && modelOf(call, call.args[0]);
    if (source && target) associate(call, kind, source, target, call.args[1]);
    return call.unknown('an association', { module: 'sequelize', path: `Model.${kind}()` });
  };

export const associations: Readonly<Record<Kind, Transfer>> = {
  belongsTo: association('belongsTo'),
  hasOne: association('hasOne'),
  hasMany: association('hasMany'),
  belongsToMany: association('belongsToMany'),
};
