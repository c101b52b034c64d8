import { defineHostType, type Call, type HostType, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { packageClass } from './class-bases.js';
import { refuse } from './pipes.js';

const OPTIONS = '_options';
const PACKAGE = '@nestjs/common';

/** A list of files → the field of the body that they come in, which the list itself does not know. */
export const fieldOfList = new WeakMap<Value, Value>();

/** Refuses a request without a file, unless its options say otherwise, and a file that one of its validators does not like. */
const transform: Transfer = (call) => {
  const value = call.args[0] ?? call.const(undefined);
  const options = call.get(call.receiver, OPTIONS);
  const pipe = { args: [options] };
  const option = (name: string): Value => (options.kind === 'object' ? call.get(options, name) : call.const(undefined));
  const required = option('fileIsRequired');
  if (call.isUndefined(required) || call.constant(required) === null || call.truthy(required) === true) {
    const message = 'File is required';
    const sent = fieldOfList.get(value) ?? (value.kind === 'object' ? null : value);
    refuse(call, pipe, message, 0, () => call.const(message), sent ? [{ value: sent, shape: { kind: 'any' }, required: true }] : undefined);
  }
  const validators = option('validators');
  const none = call.isUndefined(validators) || (call.elements(validators)?.length === 0 && !call.isOpen(validators));
  const said = call.typed?.({ kind: 'string' }, 'what a validator says of a file') ?? call.unknown('what a validator says of a file');
  if (!none) refuse(call, pipe, said, 0, () => said);
  return value;
};

const VALIDATORS = 'validators';
const adding =
  (validator: (call: Call) => Value): Transfer =>
  (call) => {
    const known = call.elements(call.get(call.receiver, VALIDATORS)) ?? [];
    call.set(call.receiver, VALIDATORS, call.list([...known, validator(call)]));
    return call.receiver;
  };
const added = (name: string): Transfer =>
  adding((call) => call.unknown('a validator', { module: PACKAGE, path: `${name}()`, args: call.args }));

const builderType: HostType<null> = defineHostType<null>({
  name: 'nest.ParseFilePipeBuilder',
  inert: true,
  methods: {
    addMaxSizeValidator: added('MaxFileSizeValidator'),
    addFileTypeValidator: added('FileTypeValidator'),
    addValidator: adding((call) => call.args[0] ?? call.const(undefined)),
    build: (call) => {
      const [given] = call.args;
      const options = call.invoke(call.get(call.global!('Object'), 'assign'), [
        call.record({}),
        given ?? call.record({}),
        call.record({ validators: call.get(call.receiver, VALIDATORS) }),
      ]);
      call.set(call.receiver, VALIDATORS, call.list([]));
      return call.construct(call.get(call.module!(PACKAGE), 'ParseFilePipe'), [options]);
    },
  },
});

/** `ParseFilePipe` and its builder. */
export const filePipes = (realm: Realm): Record<string, Value> => ({
  ParseFilePipe: packageClass(
    realm,
    realm.unknown('ParseFilePipe', { module: PACKAGE, path: 'ParseFilePipe' }),
    'ParseFilePipe',
    { transform },
    (call, instance) => {
      call.set(instance, OPTIONS, call.args[0] ?? call.const(undefined));
    },
  ),
  ParseFilePipeBuilder: realm.fn('ParseFilePipeBuilder', (call) => call.host(builderType, null, { [VALIDATORS]: call.list([]) })),
});
