import type { Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  formidableFile,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from './support/fallback.js';

const TEXT: Shape = { kind: 'string' };
interface Parsed {
  readonly body: Value;
  readonly files: boolean;
  readonly version: number | null;
}

/** The fields or the files of a form: each member that the program takes is a member of the body. */
const partsType: HostType<Parsed> = defineHostType<Parsed>({
  name: 'form',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const data = call.data(call.receiver, partsType);
    if (!data || ['then', 'toJSON', 'constructor'].includes(key)) return undefined;
    const member = call.get(data.body, key);
    const value = call.refine?.(member, data.files ? formidableFile(data.version === null || data.version >= 2) : TEXT, 'code') ?? member;
    const found = data.version !== null && data.version >= 3 ? (call.uniformList?.(value) ?? value) : value;
    return call.oneOf?.([found, call.const(undefined)], `${key} was sent`) ?? found;
  },
});

/** Version 3 gives lists, those before it single values. */
const versionOf = (call: Call): number | null => {
  const version = /\d+/.exec(call.packageVersion?.('formidable') ?? '')?.[0];
  return version === undefined ? null : Number(version);
};

/** `form.parse(request, (error, fields, files) => …)`, or a promise of both. */
const parse: Transfer = (call) => {
  const callback = argument(call, 1);
  const body = call.get(argument(call, 0), 'body');
  const version = versionOf(call);
  const parts = [false, true].map((files) => call.host(partsType, { body, files, version }));
  if (!call.isFunction(callback)) return promised(call, call.list(parts));
  call.later(callback, [
    call.oneOf?.(
      [call.const(null), call.construct(call.global!('Error'), [call.unknown('why a form is not read')])],
      'the form can be read',
    ) ?? call.unknown('an error'),
    ...parts,
  ]);
  return call.receiver;
};

const formType = defineHostType<null>({
  name: 'IncomingForm',
  inert: true,
  methods: {
    parse,
    on: (call) => call.receiver,
    once: (call) => call.receiver,
    setMaxListeners: (call) => call.receiver,
    use: (call) => call.receiver,
  },
});

const model: ModuleModel = (realm) => {
  const make: Transfer = (call) => call.host(formType, null);
  const members = {
    IncomingForm: realm.fn('IncomingForm', make),
    Formidable: realm.fn('Formidable', make),
    formidable: realm.fn('formidable', make),
  };
  return realm.fn('formidable', make, { ...members, default: realm.fn('formidable', make, members) });
};

export const formidableLibrary = defineLibrary({ modules: { formidable: model } });
