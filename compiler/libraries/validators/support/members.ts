import { meaningOf, objectShape, propertyOf, unionShape, type Call, type DraftShape, type Meaning, type Value } from '@tool/scanner-sdk';
import { ANY } from '@tool/ir';
import { knownEntries } from '../../support/deep-merge.js';

/** Members of an object schema, in the order of the source. A member that a getter gives is read when it is needed: it may name the schema itself. */
export type Members = ReadonlyMap<string, Member>;
export type Member = { readonly value: Value } | { readonly getter: Value; readonly owner: Value };

const NOTHING: Meaning = { shape: ANY, optional: true };

/** Members of `{name: schema, get self() { … }}`; null when nothing is known of the record. */
export function membersOf(call: Call, record: Value): { readonly members: Members; readonly open: boolean } | null {
  if (record.kind !== 'object' || meaningOf(record)) return null;
  const objects = call.global?.('Object');
  const members = new Map<string, Member>();
  // A member that another arm sets may be there.
  const names = objects
    ? (call.elements(call.invoke(call.get(objects, 'keys'), [record])) ?? []).flatMap((key) =>
        call.alternatives(key).map((each) => call.text(each)),
      )
    : null;
  const descriptor = objects && call.get(objects, 'getOwnPropertyDescriptor');
  for (const name of names ?? []) {
    if (name === null || !descriptor) continue;
    const described = call.invoke(descriptor, [record, call.const(name)]);
    const getter = described.kind === 'object' ? call.get(described, 'get') : null;
    members.set(name, getter && call.isFunction(getter) ? { getter, owner: record } : { value: call.get(record, name) });
  }
  if (names === null) for (const [name, value] of knownEntries(call, record) ?? []) members.set(name, { value });
  return members.size === 0 && call.entries(record) === null ? null : { members, open: call.isOpen(record) };
}

export const memberValue = (call: Call, member: Member): Value =>
  'value' in member ? member.value : call.invoke(member.getter, [], member.owner);

/** What one says of several schemas of which some requests meet one, and others another or none. */
function meaningOfMember(value: Value, read: (value: Value) => Meaning | null): Meaning | null {
  if (value.kind !== 'oneOf') return read(value);
  const all = value.values.map((each) => (each.kind === 'const' && each.value === undefined ? null : read(each)));
  const some = all.filter((each) => each !== null);
  return some.length === 0
    ? null
    : { shape: unionShape(some.map(({ shape }) => shape)), optional: some.length < all.length || some.some(({ optional }) => optional) };
}

/** The object's shape. `read` says what a member means that is no schema (joi takes literals); null for one that must not be given. */
export function membersShape(
  members: Members,
  open: boolean,
  read: (value: Value) => Meaning | null = (value) => meaningOf(value) ?? NOTHING,
): DraftShape {
  return objectShape(
    [...members].flatMap(([name, member]) => {
      if ('value' in member) {
        const meaning = meaningOfMember(member.value, read);
        return meaning ? [propertyOf(name, meaning, member.value)] : [];
      }
      const deferred: DraftShape = { kind: 'any', deferred: (call) => read(memberValue(call, member))?.shape ?? ANY };
      // Whether it may be missing is not known before the getter can be read: nothing is demanded.
      return [{ name, shape: deferred }];
    }),
    open,
  );
}
