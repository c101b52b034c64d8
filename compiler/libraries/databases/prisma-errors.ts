import { ANY, type Shape } from '@tool/ir';
import type { Call, Realm, Value } from '@tool/scanner-sdk';
import { errorClasses, errorOf, quietModule, type ErrorClass } from '../support/errors.js';
import type { PrismaModel, PrismaSchema } from './prisma-schema.js';
import { comesFromRequest, member, typed } from './support/table.js';

const TEXT: Shape = { kind: 'string' };
const kind = (name: string, members: ErrorClass['members']): ErrorClass => ({
  module: '@prisma/client',
  path: ['Prisma', name],
  name,
  members: { ...members, clientVersion: TEXT },
});
const KNOWN = kind('PrismaClientKnownRequestError', { code: TEXT, meta: ANY });
const CLASSES = [
  KNOWN,
  kind('PrismaClientUnknownRequestError', {}),
  kind('PrismaClientValidationError', {}),
  kind('PrismaClientInitializationError', { errorCode: TEXT }),
  kind('PrismaClientRustPanicError', {}),
];

/** `Prisma` of the client, with the classes of its errors. */
export const namespace = (realm: Realm): Value => {
  const same = (name: string): Value => realm.fn(name, (call) => call.args[0] ?? call.const(undefined));
  const Decimal = realm.fn('Decimal', (call) => typed(call, TEXT, 'a decimal'));
  const extensions = { defineExtension: same('defineExtension'), getExtensionContext: same('getExtensionContext') };
  return quietModule(realm, '@prisma/client', { ...errorClasses(realm, CLASSES), ...extensions, Decimal }, 'Prisma.');
};

/** The modules that the classes were taken from before they were in the namespace. */
export const runtime = (realm: Realm, module: string): Value =>
  quietModule(realm, module, {}, '', (call, key) =>
    (key === 'Decimal' || CLASSES.some(({ name }) => name === key)) && call.module
      ? call.get(call.get(call.module('@prisma/client'), 'Prisma'), key)
      : null,
  );

/** What a query may fail with: nothing is there, a value is there already, what is named is not there, others name the record. */
export function mayFail(
  call: Call,
  { schema, model }: { readonly schema: PrismaSchema; readonly model: PrismaModel },
  name: string,
  args: Value | undefined,
): void {
  const fail = (code: string, meta: Readonly<Record<string, Value>>): void =>
    call.mayThrow?.(errorOf(call, KNOWN, { code: call.const(code), meta: call.record({ modelName: call.const(model.name), ...meta }) }));
  if (/OrThrow$|^(?:update|delete)$/.test(name)) fail('P2025', {});
  if (
    /^delete/.test(name) &&
    [...schema.models.values()].some(({ fields }) => fields.some(({ type, restricts }) => restricts && type === model.name))
  )
    fail('P2003', {});
  if (!/^(?:create|update|upsert)/.test(name)) return;
  const values = (['data', 'create', 'update'] as const).flatMap((key) => {
    const given = member(call, args, key);
    return given ? (call.elements(given) ?? [given]) : [];
  });
  const has = (value: Value, field: string): boolean =>
    value.kind === 'object' && !call.isOpen(value)
      ? member(call, value, field) !== null ||
        model.fields.some((relation) => relation.keys.includes(field) && member(call, value, relation.name) !== null)
      : call.alternatives(value).some((each) => each !== value && has(each, field)) || comesFromRequest(call, value);
  const isNew = name.startsWith('create');
  const target = model.unique.find((fields) =>
    values.some((value) => (isNew ? fields.every((field) => has(value, field)) : fields.some((field) => has(value, field)))),
  );
  if (target && call.truthy(member(call, args, 'skipDuplicates') ?? call.const(false)) !== true)
    fail('P2002', { target: call.list(target.map((field) => call.const(field))) });
  const named = (value: Value): boolean =>
    model.fields.some(({ keys }) => keys.some((key) => comesFromRequest(call, member(call, value, key))));
  if (values.some(named)) fail('P2003', {});
}
