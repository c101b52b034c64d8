import { ANY, nullable, type Shape } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';

/** A field of a model: a column, or a relation to another model. */
export interface PrismaField {
  readonly name: string;
  /** Name of the scalar, enum or model. */
  readonly type: string;
  readonly list: boolean;
  readonly optional: boolean;
  /** The database fills it, or the client does. */
  readonly automatic: boolean;
  /** Of a relation the columns that hold the other record's key. */
  readonly keys: readonly string[];
  /** Of a relation: a record that others name in it is not deleted. */
  readonly restricts: boolean;
}

export interface PrismaModel {
  readonly name: string;
  readonly fields: readonly PrismaField[];
  /** Fields whose values no two records have together. */
  readonly unique: readonly (readonly string[])[];
  /** Members of its records that an extension of the client computes, by their names. */
  readonly computed?: ReadonlyMap<string, Shape>;
  /** Records of methods that extensions add to it, the last one first. */
  readonly methods?: readonly Value[];
}

export interface PrismaSchema {
  readonly models: ReadonlyMap<string, PrismaModel>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Reads the models and enums of a Prisma schema. What it does not know it leaves out. */
export function parsePrismaSchema(text: string): PrismaSchema {
  const models = new Map<string, PrismaModel>();
  const enums = new Map<string, readonly string[]>();
  // Braces in texts and in comments end nothing.
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/.*$/gm, (found) => (found.startsWith('"') ? found.replace(/[{}]/g, '') : ''));
  for (const match of bare.matchAll(/^[ \t]*(model|enum|type|view)\s+(\w+)\s*\{([^}]*)\}/gm)) {
    const [, keyword, name, body] = match as unknown as [string, string, string, string];
    const all = body
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const lines = all.filter((line) => !line.startsWith('@@'));
    if (keyword === 'enum') {
      enums.set(
        name,
        lines.map((line) => line.split(/\s/)[0]!),
      );
      continue;
    }
    models.set(name, {
      name,
      unique: all.flatMap((line) => {
        const together = /^@@(?:unique|id)\([^[]*\[([^\]]*)\]/.exec(line)?.[1];
        const single = /^(\w+)\s.*\s@unique\b/.exec(line)?.[1];
        return together !== undefined ? [listed(together)] : single !== undefined ? [[single]] : [];
      }),
      fields: lines.flatMap((line): PrismaField[] => {
        const field = /^(\w+)\s+(\w+)(\[\])?(\?)?(.*)$/.exec(line);
        return field
          ? [
              {
                name: field[1]!,
                type: field[2]!,
                list: field[3] !== undefined,
                optional: field[4] !== undefined,
                automatic: /@default\(\w+\(|@updatedAt/.test(field[5]!),
                keys: listed(/@relation\([^)]*fields:\s*\[([^\]]*)\]/.exec(field[5]!)?.[1] ?? ''),
                restricts:
                  /@relation\([^)]*fields:/.test(field[5]!) &&
                  /^(?:Restrict|NoAction)$/.test(/onDelete:\s*(\w+)/.exec(field[5]!)?.[1] ?? (field[4] === undefined ? 'Restrict' : '')),
              },
            ]
          : [];
      }),
    });
  }
  return { models, enums };
}

/** How JSON writes the scalars: decimals and big integers are texts. */
const SCALARS: Readonly<Record<string, Shape>> = {
  String: { kind: 'string' },
  Int: { kind: 'integer' },
  BigInt: { kind: 'string' },
  Float: { kind: 'number' },
  Decimal: { kind: 'string' },
  Boolean: { kind: 'boolean' },
  DateTime: { kind: 'string', format: 'date-time' },
  Json: ANY,
  Bytes: { kind: 'string' },
};

/** What a column holds; undefined for a relation. */
export function columnShape(schema: PrismaSchema, field: PrismaField): Shape | undefined {
  const values = schema.enums.get(field.type);
  const scalar = values ? { kind: 'string' as const, enum: values } : SCALARS[field.type];
  if (!scalar) return undefined;
  const shape: Shape = field.list ? { kind: 'array', items: scalar } : scalar;
  return field.optional ? nullable(shape) : shape;
}

/** Folders that a schema's files lie in, from the folder of its project. */
const FOLDERS = ['/prisma', '/prisma/schema', '/src/prisma', '/src/prisma/schema', '/schema'];

/** A path without `.` and `..`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return `/${parts.join('/')}`;
}

/** Folders that the generators of a client in the schema write to, absolute. */
const outputsOf = (text: string, folder: string): string[] =>
  [...text.matchAll(/^[ \t]*generator\s+\w+\s*\{([^}]*)\}/gm)].flatMap(([, body]) => {
    const stated = (name: string): string | undefined => new RegExp(`^\\s*${name}\\s*=\\s*"([^"]*)"`, 'm').exec(body!)?.[1];
    const output = stated('output');
    return output !== undefined && /^prisma-client/.test(stated('provider') ?? '')
      ? [normal(output.startsWith('/') ? output : `${folder}/${output}`)]
      : [];
  });

type Reader = (path: string) => string | null;
type Lister = (folder: string) => readonly string[];

/** What schemas say that lie in a folder, or in those that it has for them, by who lists folders: that is one for each scan. */
const outputsIn = new WeakMap<Lister, Map<string, readonly string[]>>();

function outputsOfSchemas(folder: string, read: Reader, list: Lister): readonly string[] {
  const known = outputsIn.get(list) ?? new Map<string, readonly string[]>();
  outputsIn.set(list, known);
  let outputs = known.get(folder);
  if (!outputs) {
    const files = FOLDERS.flatMap((each) => list(folder + each).map((name) => `${folder}${each}/${name}`));
    outputs = [`${folder}/schema.prisma`, ...files.filter((each) => each.endsWith('.prisma'))].flatMap((file) =>
      outputsOf(read(file) ?? '', file.slice(0, file.lastIndexOf('/'))),
    );
    known.set(folder, outputs);
  }
  return outputs;
}

/** Whether a file, which may not be there yet, is one of a client that a schema above it says is written there: `output = "../src/generated/prisma"`. */
export function isGeneratedClient(path: string, read: Reader, list: Lister): boolean {
  let above = path;
  for (let depth = 0; depth < 8; depth++) {
    above = above.slice(0, Math.max(above.lastIndexOf('/'), 0));
    if (above === '') return false;
    if (outputsOfSchemas(above, read, list).some((output) => path === output || path.startsWith(`${output}/`))) return true;
  }
  return false;
}
