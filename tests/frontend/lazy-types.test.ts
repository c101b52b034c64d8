import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Answer, Refinement } from '@tool/ir';
import { adapters } from '../../compiler/adapters/registry.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';

const folder = mkdtempSync(path.join(tmpdir(), 'lazy-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

interface Found {
  readonly programs: number;
  readonly refinements: readonly Refinement[];
  readonly answers: readonly Answer[];
}

/** A project whose one route is this one, with further files. */
function scan(
  route: string,
  files: Readonly<Record<string, string>> = {},
  options: { readonly contracts?: boolean; readonly extension?: 'ts' | 'js' } = {},
): Found {
  const root = path.join(folder, `project-${count++}`);
  const main = `mill.${options.extension ?? 'ts'}`;
  const all = {
    'package.json': JSON.stringify({ name: 'mill', main, type: 'module', dependencies: { express: '^5.0.0' } }),
    [main]: `import express from 'express';\n${route.replaceAll(/^\s*import/gm, 'import')}\n`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const lowered = lower({ root, adapters, libraries, ...(options.contracts !== undefined && { contracts: options.contracts }) });
  const behaviours = lowered.program.handlers.flatMap((handler) => handler.behaviour ?? []);
  return {
    programs: lowered.typePrograms,
    refinements: behaviours.flatMap((behaviour) => behaviour.refinements),
    answers: behaviours.flatMap((behaviour) => behaviour.answers),
  };
}

const served = (parameters: string, body: string, before = ''): string =>
  `${before}\nconst mill = express();\nmill.post('/flour', (${parameters}) => { ${body} });\nmill.listen(1);`;
const bodyOf = ({ refinements }: Found): Refinement['shape'] | undefined =>
  refinements.find(({ part, path: at }) => part === 'body' && at.length === 0)?.shape;
const members = (shape: Refinement['shape'] | undefined): readonly string[] | undefined =>
  shape?.properties?.map(({ name, shape: { kind }, required }) => `${name}${required ? '' : '?'}: ${kind}`);

describe('no program is made', () => {
  test('for a project without types to ask for', () => {
    expect(scan(served('request: any, response: any', 'response.json({ sacks: request.body.sacks.trim() });')).programs).toBe(0);
  });
  test('for types that syntax explains', () => {
    const found = scan(
      served(
        'request: Request<{}, {}, { sacks: number; kind?: string }>, response: Response',
        'response.sendStatus(204);',
        `import type { Request, Response } from 'express';`,
      ),
    );
    expect(members(bodyOf(found))).toEqual(['sacks: number', 'kind?: string']);
    expect(found.programs).toBe(0);
  });
  test('for JavaScript, whatever its comments say', () => {
    const found = scan(
      served(
        'request, response',
        'response.json(grind(request.body));',
        '/** @param {{ sacks: number }} order @returns {{ done: boolean }} */\nconst grind = (order) => globalThis.queue(order);',
      ),
      {},
      { extension: 'js' },
    );
    expect([found.programs, found.refinements]).toEqual([0, []]);
  });
  test('without contracts', () => {
    expect(
      scan(
        served(
          'request: Request<{}, {}, Order>, response: Response',
          'response.sendStatus(204);',
          `import type { Request, Response } from 'express';\ninterface Order { sacks: number }`,
        ),
        {},
        { contracts: false },
      ).programs,
    ).toBe(0);
  });
});

describe('many programs are made', () => {
  test('where the set-up asks about one file after the other, and those that serve requests are asked about all the same', () => {
    const grains = Array.from({ length: 20 }, (_, index) => `Grain${index}`);
    const model = (name: string): string => `
      import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
      import { Types } from 'mongoose';
      @Schema() export class ${name} { @Prop({ type: Types.ObjectId, ref: 'Field' }) field: Types.ObjectId; @Prop() name: string; }
      export const ${name}Schema = SchemaFactory.createForClass(${name});`;
    const found = scan(
      `${grains.map((name) => `import { ${name}, ${name}Schema } from './${name}.js';`).join('\n')}
      import { Body, Controller, Module, Post } from '@nestjs/common';
      import { NestFactory } from '@nestjs/core';
      import { InjectModel, MongooseModule } from '@nestjs/mongoose';
      @Controller() class Mill {
        constructor(@InjectModel(Grain19.name) private readonly grains: any) {}
        @Post('flour') grind(@Body() order: { sacks: number; of: 'rye' | 'oats' }) { return this.grains.findOne({ name: order.of }); }
      }
      @Module({ imports: [MongooseModule.forFeature([${grains.map((name) => `{ name: ${name}.name, schema: ${name}Schema }`).join(', ')}])], controllers: [Mill] })
      class All {}
      void NestFactory.create(All).then((app) => app.listen(1));`,
      Object.fromEntries(grains.map((name) => [`${name}.ts`, model(name)])),
    );
    expect(found.programs).toBeGreaterThan(12);
    expect(members(bodyOf(found))).toEqual(['sacks: number', 'of: string']);
  });
});

describe('one program is made', () => {
  test('for many questions about one file', () => {
    const found = scan(`
      interface Order { sacks: number; of: Grain } interface Grain { name: string }
      const mill = express();
      for (const path of ['/a', '/b', '/c']) mill.post(path, (request, response) => { const order: Order = request.body; const grain = request.body.of as Grain; response.json({ order, grain }); });
      mill.listen(1);`);
    expect(found.programs).toBe(1);
    expect(members(bodyOf(found))).toEqual(['sacks: number', 'of: object']);
  });
  test('and types that contain themselves, or that grow without end, are cut', () => {
    const found = scan(
      served(
        'request: Request<{}, {}, Sack>, response: Response',
        'response.sendStatus(204);',
        `import type { Request, Response } from 'express';
      interface Sack { weight: number; inside?: Sack[]; deep: Deeper<string> } interface Deeper<T> { value: T; next?: Deeper<T[]> }`,
      ),
    );
    expect(members(bodyOf(found))).toEqual(['weight: number', 'inside?: array', 'deep: object']);
    expect(JSON.stringify(bodyOf(found)).length).toBeLessThan(4_000);
  });
  test('types that use a package which nobody has installed say nothing of it', () => {
    const found = scan(
      served(
        'request: Request<{}, {}, Order>, response: Response',
        'response.sendStatus(204);',
        `import type { Request, Response } from 'express';\nimport type { Grain } from 'grains';\ninterface Order { sacks: number; grain: Grain; all: Grain[] }`,
      ),
    );
    expect(members(bodyOf(found))).toEqual(['sacks: number', 'grain?: any', 'all: array']);
  });
  test('types of an installed package are read', () => {
    const found = scan(
      served(
        'request: Request<{}, {}, { sacks: number; grain: Grain }>, response: Response',
        'response.sendStatus(204);',
        `import type { Request, Response } from 'express';\nimport type { Grain } from 'grains';`,
      ),
      {
        'node_modules/grains/package.json': JSON.stringify({ name: 'grains', version: '1.0.0', types: 'index.d.ts' }),
        'node_modules/grains/index.d.ts': 'export interface Grain { name: string; gluten: boolean }',
      },
    );
    expect(members(bodyOf(found)?.properties?.[1]?.shape)).toEqual(['name: string', 'gluten: boolean']);
  });
  test('code that does not type-check or parse ends nothing', () => {
    const found = scan(
      served(
        'request: Request<{}, {}, Order>, response: Response',
        'response.sendStatus(204);',
        `import type { Request, Response } from 'express';\nimport { Missing } from './nowhere';\nimport { Broken } from './broken';\ntype Order = { sacks: number; broken: Broken } & Missing<number>;\ntype Loop = Loop;`,
      ),
      { 'broken.ts': 'export interface Broken { a: ; } export type' },
    );
    expect(found.answers.map(({ status }) => status)).toEqual([204]);
    expect(bodyOf(found)).toBeUndefined();
  });
});

describe('programs that hold packages', () => {
  const grains = {
    'node_modules/grains/package.json': JSON.stringify({ name: 'grains', version: '1.0.0', types: 'index.d.ts' }),
    'node_modules/grains/index.d.ts': 'export interface Grain { name: string; gluten: boolean }\nexport function ask(name: string): Grain;',
  };
  /** A route of its own file, which imports a file beside it and, perhaps, a package. */
  const route = (name: string, imports: string, body: string): Record<string, string> => ({
    [`${name}.ts`]: `import type { Stone } from './stones';\n${imports}\nexport const ${name} = (request: any, response: any) => { ${body} };`,
  });
  const app = (names: readonly string[]): string =>
    `${names.map((name) => `import { ${name} } from './${name}';`).join('\n')}\nconst mill = express();\n${names
      .map((name) => `mill.get('/${name}', ${name});`)
      .join('\n')}\nmill.listen(1);`;
  const stones = {
    'stones.ts': 'export interface Stone { weight: number }\nexport const stone = (): Stone => (globalThis as any).mill.stone();',
  };
  const shapes = (found: Found): unknown => found.answers.map(({ shape }) => members(shape));

  test('are not made anew for files that import what is beside them', () => {
    const names = ['coarse', 'fine', 'rye', 'spelt', 'wheat'];
    const found = scan(app(names), {
      ...stones,
      ...Object.assign({}, ...names.map((name) => route(name, `import { stone } from './stones';`, 'response.json(stone());'))),
    });
    expect(shapes(found)).toEqual(names.map(() => ['weight: number']));
    expect(found.programs).toBeLessThanOrEqual(2);
  });
  test('are not made anew for files that import a package that another one imports', () => {
    const names = ['coarse', 'fine', 'rye', 'spelt', 'wheat'];
    const found = scan(app(names), {
      ...grains,
      ...stones,
      ...Object.assign({}, ...names.map((name) => route(name, `import { ask } from 'grains';`, `response.json(ask('${name}'));`))),
    });
    expect(shapes(found)).toEqual(names.map(() => ['name: string', 'gluten: boolean']));
    expect(found.programs).toBeLessThanOrEqual(2);
  });
  test('are made for the first file that imports another package', () => {
    const found = scan(app(['coarse', 'fine']), {
      ...grains,
      ...stones,
      ...route('coarse', `import { stone } from './stones';`, 'response.json(stone());'),
      ...route('fine', `import { ask } from 'grains';`, `response.json(ask('fine'));`),
    });
    expect(shapes(found)).toEqual([['weight: number'], ['name: string', 'gluten: boolean']]);
    expect(found.programs).toBe(2);
  });
});

describe('what is sent', () => {
  const sent = (found: Found): unknown => found.answers.find(({ status }) => status === 200)?.shape;
  test('has not the type of the call that only made it a part of what it gives', () => {
    const found = scan(
      served(
        'request: any, response: any',
        `try { const bag = await Bag.create(request.body); response.json({ id: bag._id, weight: bag.weight }); } catch (error: any) { response.status(409).json({ key: error.keyValue }); }`,
        `import { model, Schema } from 'mongoose';\nconst Bag = model('Bag', new Schema({ weight: { type: Number, unique: true } }));`,
      ).replace('(request: any', 'async (request: any'),
      {
        'node_modules/mongoose/package.json': JSON.stringify({ name: 'mongoose', version: '8.0.0', types: 'index.d.ts' }),
        'node_modules/mongoose/index.d.ts':
          'export class Schema { constructor(of: object) }\nexport function model(name: string, schema: Schema): { create(of: unknown): Promise<{ grams: number }> };',
      },
    );
    const shapeAt = (status: number): unknown => found.answers.find((answer) => answer.status === status)?.shape;
    expect(shapeAt(409)).toEqual({ kind: 'object', properties: [{ name: 'key', shape: { kind: 'any' }, required: true }] });
    expect(shapeAt(200)).toMatchObject({ properties: [{ name: 'id' }, { name: 'weight', shape: { kind: 'number' } }] });
  });
  test('has the type that a function of the program returns', () => {
    const found = scan(
      served(
        'request: any, response: any',
        'response.json(grind());',
        `interface Flour { kilos: number; made: Date; seal(): void }\nconst grind = (): Flour => (globalThis as any).mill.grind();`,
      ),
    );
    expect(sent(found)).toMatchObject({
      kind: 'object',
      properties: [
        { name: 'kilos', shape: { kind: 'number' } },
        { name: 'made', shape: { kind: 'string', format: 'date-time' } },
      ],
    });
  });
  test('is not known where the type is any', () => {
    expect(
      sent(
        scan(
          served(
            'request: any, response: any',
            'response.json({ flour: grind() });',
            'const grind = (): any => (globalThis as any).mill.grind();',
          ),
        ),
      ),
    ).toMatchObject({ properties: [{ name: 'flour', shape: { kind: 'any' } }] });
  });
});
