import { ANY, type Shape, type ShapeProperty } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Observation } from './adapter.js';
import type { Value } from './values.js';

const TEXT: Shape = { kind: 'string' };
const FILE: Shape = { kind: 'file' };
/** What a program finds of a file that came in. */
const STORED: Shape = {
  kind: 'file',
  properties: (
    [
      ['fieldname', TEXT],
      ['originalname', TEXT],
      ['encoding', TEXT],
      ['mimetype', TEXT],
      ['size', { kind: 'integer' }],
      ['destination', TEXT],
      ['filename', TEXT],
      ['path', TEXT],
      ['location', TEXT],
      ['key', TEXT],
    ] as const
  ).map(([name, shape]): ShapeProperty => ({ name, shape })),
};

/** `File` and `Blob` of the web, as the program finds them; the caller sends their content. */
const WEB_FILES: ReadonlyMap<string, Shape> = new Map(
  (['File', 'Blob'] as const).map((name) => [
    name,
    {
      kind: 'file',
      properties: [
        ...(name === 'File' ? [{ name: 'name', shape: TEXT, required: true }] : []),
        { name: 'type', shape: TEXT, required: true },
        { name: 'size', shape: { kind: 'integer' }, required: true },
      ],
    },
  ]),
);
export const webFile = (name: string): Shape | undefined => WEB_FILES.get(name);
/** What instances of a class look like that may be one of them. */
export const instancesOf = (call: Call, cls: Value | undefined): Shape =>
  [...WEB_FILES].find(([name]) => cls?.kind === 'unknown' && call.describe(cls) === call.describe(call.global!(name)))?.[1] ?? ANY;

/** Where the framework puts uploads on its request. */
interface Names {
  readonly one: string;
  readonly many: string;
}
const NAMES: Names = { one: 'file', many: 'files' };

const name = (call: Call, value: Value | undefined): string | null => (value ? call.text(value) : null);

/** A value of the body, of which the program sees more than the caller sends. */
const withMembers = (value: Value | undefined, shape: Shape): Value | undefined =>
  value?.kind === 'unknown' ? { ...value, shape } : value;

/**
 * What multer and its like make of a request: `upload.single('portrait')`, `array('pictures', 4)`, `fields([{ name, maxCount }])`, `any()`, `none()`.
 * `path` are the accesses and calls that made the middleware. False when it is none of them.
 */
export function observeUpload(call: Call, seen: Observation, path: string, args: readonly Value[], names: Names = NAMES): boolean {
  const method = /\.(single|array|fields|any|none)\(\)$/.exec(path)?.[1];
  if (!method) return false;
  const properties: ShapeProperty[] = [];
  const field = name(call, args[0]);
  if (method === 'single' && field !== null) properties.push({ name: field, shape: FILE });
  if (method === 'array' && field !== null) properties.push({ name: field, shape: listShape(call, args[1]) });
  if (method === 'fields')
    for (const each of (args[0] && call.elements(args[0])) ?? []) {
      const text = each.kind === 'object' ? name(call, call.get(each, 'name')) : null;
      if (text !== null)
        properties.push({ name: text, shape: listShape(call, each.kind === 'object' ? call.get(each, 'maxCount') : undefined) });
    }
  const shape = { kind: 'object', open: true, ...(method !== 'any' && { properties }) } as const;
  const body = call.refine?.(seen.incoming('body'), shape, 'code');
  if (!body) return true;
  const found = call.typed?.({ ...STORED, kind: 'object' }, 'a file') ?? call.unknown('a file');
  if (method === 'single') seen.leave(names.one, withMembers(field === null ? undefined : call.get(body, field), STORED) ?? found);
  else if (method === 'array' || method === 'any') {
    const list = method === 'array' && field !== null ? call.elements(call.get(body, field)) : null;
    seen.leave(names.many, call.uniformList?.(withMembers(list?.[0], STORED) ?? found) ?? call.list([]));
  } else if (method === 'fields')
    seen.leave(
      names.many,
      call.record(Object.fromEntries(properties.map((property) => [property.name, manyAt(call, call.get(body, property.name))]))),
    );
  return true;
}

const listShape = (call: Call, limit: Value | undefined): Shape => {
  const most = limit && call.constant(limit);
  return { kind: 'array', items: FILE, ...(typeof most === 'number' && { maxItems: most }) };
};

/** Files at a field: a list, or nothing when the caller sends none. */
const manyAt = (call: Call, list: Value): Value => {
  const files = call.uniformList?.(withMembers(call.elements(list)?.[0], STORED) ?? call.unknown('a file')) ?? list;
  return call.oneOf?.([files, call.const(undefined)], 'files were sent') ?? files;
};

/** Members of a file that packages give which keep all files under the names of their fields. */
const KEPT: Shape = {
  kind: 'file',
  properties: (
    [
      ['name', TEXT],
      ['originalFilename', TEXT],
      ['mimetype', TEXT],
      ['type', TEXT],
      ['encoding', TEXT],
      ['tempFilePath', TEXT],
      ['path', TEXT],
      ['md5', TEXT],
      ['size', { kind: 'integer' }],
      ['truncated', { kind: 'boolean' }],
    ] as const
  ).map(([name, shape]): ShapeProperty => ({ name, shape })),
};

/** A file of formidable as the program finds it; the caller sends its content. `modern`: as versions 2 and 3 name its members. */
export const formidableFile = (modern: boolean): Shape => ({
  kind: 'file',
  properties: (modern
    ? ([
        ['filepath', TEXT],
        ['newFilename', TEXT],
        ['originalFilename', TEXT],
        ['mimetype', TEXT],
        ['size', { kind: 'integer' }],
      ] as const)
    : ([
        ['path', TEXT],
        ['name', TEXT],
        ['type', TEXT],
        ['hash', TEXT],
        ['size', { kind: 'integer' }],
      ] as const)
  ).map(([name, shape]): ShapeProperty => ({ name, shape, required: true })),
});

const filesType: HostType<{ readonly seen: Observation; readonly file: Shape }> = defineHostType<{
  readonly seen: Observation;
  readonly file: Shape;
}>({
  name: 'files',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const data = call.data(call.receiver, filesType);
    if (!data || ['then', 'toJSON', 'constructor'].includes(key)) return undefined;
    const file = call.refine?.(data.seen.incoming('body', [key]), data.file, 'code');
    return file && (call.oneOf?.([file, call.const(undefined)], `${key} was sent`) ?? file);
  },
});

/** express-fileupload and its like: `request.files.portrait` is the file of the field `portrait`, `request.files` is nothing when none came. `file`: what the program finds of one. */
export function observeFiles(call: Call, seen: Observation, file: Shape = KEPT): void {
  const files = call.host(filesType, { seen, file });
  seen.leave('files', call.oneOf?.([files, call.const(undefined)], 'files were sent') ?? files);
}

/** Fields of a form that came with a part: `part.fields.title.value`. */
const fieldsType: HostType<{ readonly seen: Observation }> = defineHostType<{ readonly seen: Observation }>({
  name: 'fields',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const seen = call.data(call.receiver, fieldsType)?.seen;
    return !seen || ['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.record({ value: seen.incoming('body', [key]) });
  },
});
/** A part of an upload as @fastify/multipart gives it: a file or a field; its name, where nobody knows it. */
interface Part {
  readonly seen: Observation;
  readonly name: Value | null;
}
/** What only files have. */
const OF_FILES: ReadonlySet<string> = new Set(['file', 'toBuffer', 'filename']);
const partType: HostType<Part> = defineHostType<Part>({
  name: 'part',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const data = call.data(call.receiver, partType);
    if (!data || ['then', 'constructor', 'toJSON'].includes(key)) return undefined;
    if (key === 'fields') return call.host(fieldsType, data);
    if (key === 'fieldname' && data.name) return data.name;
    const named = data.name && call.namedBy?.(data.name);
    if (named && key === 'value') return named.value;
    if (named?.isKnown && OF_FILES.has(key)) for (const value of call.alternatives(named.value)) call.refine?.(value, FILE, 'code');
    return ['fieldname', 'filename', 'encoding', 'mimetype'].includes(key)
      ? (call.typed?.(TEXT, key) ?? call.unknown(key))
      : call.unknown(`${key} of a part`);
  },
});

/** The body is read as an upload; what its parts are called only run time knows. `one`, `each` and `all`: what @fastify/multipart gives of them. */
export function uploadedParts(call: Call, seen: Observation, gives: 'one' | 'each' | 'all'): Value {
  const name = call.nameAmong?.(seen.incoming('body')) ?? null;
  call.refine?.(seen.incoming('body'), FILE, 'code');
  const part = call.host(partType, { seen, name });
  const given =
    gives === 'one'
      ? (call.oneOf?.([part, call.const(undefined)], 'a file was sent') ?? part)
      : (call.uniformList?.(part, true) ?? call.list([part]));
  // Each part is waited for by itself.
  return gives === 'each' ? given : (call.promise?.(given) ?? given);
}
