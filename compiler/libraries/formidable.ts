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
import { argument, majorOf, promised } from './support/fallback.js';

const TEXT: Shape = { kind: 'string' };
/** What one of the packages gives: `file`: what the program finds of one; `lists`: each member is a list. */
interface Kind {
  readonly file: Shape;
  readonly lists: boolean;
}
interface Parsed {
  readonly body: Value;
  readonly kind: Kind;
  readonly files: boolean;
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
    const value = call.refine?.(member, data.files ? data.kind.file : TEXT, 'code') ?? member;
    const found = data.kind.lists ? (call.uniformList?.(value) ?? value) : value;
    return call.oneOf?.([found, call.const(undefined)], `${key} was sent`) ?? found;
  },
});

/** Version 3 gives lists, those before it single values. */
function ofFormidable(call: Call): Kind {
  const major = majorOf(call, 'formidable') ?? 2;
  return { file: formidableFile(major >= 2), lists: major >= 3 };
}

const OF_MULTIPARTY: Kind = {
  lists: true,
  file: {
    kind: 'file',
    properties: [
      ...['fieldName', 'originalFilename', 'path'].map((name) => ({ name, shape: TEXT, required: true })),
      { name: 'headers', shape: { kind: 'object' }, required: true },
      { name: 'size', shape: { kind: 'integer' }, required: true },
    ],
  },
};

/** `form.parse(request, (error, fields, files) => …)`, or a promise of both. */
const parse: Transfer = (call) => {
  const callback = argument(call, 1);
  const body = call.get(argument(call, 0), 'body');
  call.refine?.(body, { kind: 'file' }, 'code');
  const kind = (call.data(call.receiver, formType) ?? ofFormidable)(call);
  const parts = [false, true].map((files) => call.host(partsType, { body, files, kind }));
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

/** `form.on('file', (name, file) => …)`: parts come one by one, then the end. An error may be, and is none of these. */
const on: Transfer = (call) => {
  const event = call.text(argument(call, 0)) ?? '';
  const text = (what: string): Value => call.typed?.(TEXT, what) ?? call.unknown(what);
  const file = (): Value =>
    call.typed?.({ ...(call.data(call.receiver, formType) ?? ofFormidable)(call).file, kind: 'object' }, 'a file') ??
    call.unknown('a file');
  const args =
    event === 'field'
      ? [text('a name'), text('a field')]
      : event === 'file' || event === 'fileBegin'
        ? [text('a name'), file()]
        : event === 'part'
          ? [call.unknown('a part')]
          : event === 'end' || event === 'close'
            ? []
            : null;
  if (args && call.isFunction(argument(call, 1))) call.later(argument(call, 1), args);
  return call.receiver;
};

const formType: HostType<(call: Call) => Kind> = defineHostType<(call: Call) => Kind>({
  name: 'IncomingForm',
  inert: true,
  methods: { parse, on, once: on, setMaxListeners: (call) => call.receiver, use: (call) => call.receiver },
});

const maker =
  (kind: (call: Call) => Kind): Transfer =>
  (call) =>
    call.host(formType, kind);

const formidable: ModuleModel = (realm) => {
  const make = maker(ofFormidable);
  const members = {
    IncomingForm: realm.fn('IncomingForm', make),
    Formidable: realm.fn('Formidable', make),
    formidable: realm.fn('formidable', make),
  };
  return realm.fn('formidable', make, { ...members, default: realm.fn('formidable', make, members) });
};

const multiparty: ModuleModel = (realm) => {
  const members = {
    Form: realm.fn(
      'Form',
      maker(() => OF_MULTIPARTY),
    ),
  };
  return realm.record({ ...members, default: realm.record(members) });
};

/** `formidable` and `multiparty`: forms that handlers read by themselves. */
export const formidableLibrary = defineLibrary({ modules: { formidable, multiparty } });
