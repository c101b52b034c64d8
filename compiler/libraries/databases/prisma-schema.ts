import { ANY, nullable, type Shape } from '@tool/ir';

/** A field of a model: a column, or a relation to another model. */
export interface PrismaField {
  readonly name: string;
  /** Name of the scalar, enum or model. */
  readonly type: string;
  readonly list: boolean;
  readonly optional: boolean;
  readonly hasDefault: boolean;
  /** Of a relation the columns that hold the other record's key. */
  readonly keys: readonly string[];
}

export interface PrismaModel { readonly name: string; readonly fields: readonly PrismaField[] }

export interface PrismaSchema {
  readonly models: ReadonlyMap<string, PrismaModel>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/** Reads the models and enums of a Prisma schema. What it does not know it leaves out. */
export function parsePrismaSchema(text: string): PrismaSchema {
  const models = new Map<string, PrismaModel>();
  const enums = new Map<string, readonly string[]>();
  for (const match of text.matchAll(/^[ \t]*(model|enum|type|view)\s+(\w+)\s*\{([^}]*)\}/gm)) {
    const [, keyword, name, body] = match as unknown as [string, string, string, string];
    const lines = body.split('\n').map((line) => line.replace(/\/\/.*$/, '').trim()).filter((line) => line !== '' && !line.startsWith('@@'));
    if (keyword === 'enum') { enums.set(name, lines.map((line) => line.split(/\s/)[0]!)); continue; }
    models.set(name, {
      name,
      fields: lines.flatMap((line): PrismaField[] => {
        const field = /^(\w+)\s+(\w+)(\[\])?(\?)?(.*)$/.exec(line);
        return field ? [{ name: field[1]!, type: field[2]!, list: field[3] !== undefined, optional: field[4] !== undefined, hasDefault: /@default\(|@updatedAt/.test(field[5]!), keys: /@relation\([^)]*fields:\s*\[([^\]]*)\]/.exec(field[5]!)?.[1]!.split(',').map((key) => key.trim()) ?? [] }] : [];
      }),
    });
  }
  return { models, enums };
}

/** How JSON writes the scalars: decimals and big integers are texts. */
const SCALARS: Readonly<Record<string, Shape>> = {
  String: { kind: 'string' }, Int: { kind: 'integer' }, BigInt: { kind: 'string' }, Float: { kind: 'number' }, Decimal: { kind: 'string' }, Boolean: { kind: 'boolean' },
  DateTime: { kind: 'string', format: 'date-time' }, Json: ANY, Bytes: { kind: 'string' },
};

/** What a column holds; undefined for a relation. */
export function columnShape(schema: PrismaSchema, field: PrismaField): Shape | undefined {
  const values = schema.enums.get(field.type);
  const scalar = values ? { kind: 'string' as const, enum: values } : SCALARS[field.type];
  if (!scalar) return undefined;
  const shape: Shape = field.list ? { kind: 'array', items: scalar } : scalar;
  return field.optional ? nullable(shape) : shape;
}
