import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { adapters } from '../../compiler/adapters/registry.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';

const root = mkdtempSync(path.join(tmpdir(), 'workers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What comes of a server and of a program that is started beside it, both of NestJS. */
function scanned(beside: string): { readonly steps: number; readonly routes: readonly string[]; readonly reported: readonly string[] } {
  const files = {
    'package.json': JSON.stringify({
      name: 'dairy',
      scripts: { start: 'node dist/main', churn: 'node dist/churn' },
      dependencies: { '@nestjs/core': '^10.0.0', '@nestjs/common': '^10.0.0', pg: '^8.0.0' },
    }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true, outDir: 'dist' } }),
    'milk.ts': `
import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { Pool } from 'pg';
@Injectable()
export class Churn {
  private readonly pool = new Pool();
  async turn(can: number): Promise<void> {
    for (const row of (await this.pool.query('select 1')).rows) if (row.isSour) await this.pool.query('delete');
    for (let at = 0; at < 40; at++) await this.stir(can + at);
  }
  private async stir(at: number): Promise<number> { await null; return at + 1; }
  async run(): Promise<void> {
    for (;;) for (let can = 0; can < 1000; can++) await this.turn(can);
  }
}
@Controller('milk')
export class MilkController {
  constructor(private readonly churn: Churn) {}
  @Get() async all() { await this.churn.turn(1); return { fresh: true }; }
}
@Controller('cream')
export class CreamController { @Get() all() { return []; } }
@Module({ controllers: [MilkController], providers: [Churn] })
export class MilkModule {}
@Module({ controllers: [CreamController], providers: [Churn] })
export class CreamModule {}
`,
    'main.ts': `
import { NestFactory } from '@nestjs/core';
import { MilkModule } from './milk';
async function start() { const app = await NestFactory.create(MilkModule); await app.listen(1); }
void start();
`,
    'churn.ts': `
import { NestFactory } from '@nestjs/core';
import { Churn, CreamModule } from './milk';
async function start() { ${beside} }
void start();
`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
  const { program, steps, entries } = lower({ root, adapters, libraries });
  expect(entries).toEqual(['main.ts', 'churn.ts']);
  return {
    steps,
    routes: program.routers.flatMap((router) => router.items.flatMap((item) => (item.kind === 'route' ? [item.handler] : []))).map(String),
    reported: program.diagnostics.map(({ code }) => code),
  };
}

const worker = 'const context = await NestFactory.createApplicationContext(CreamModule);';

test('a worker beside a server costs little, whatever it does, and nothing is said of what is left of it', () => {
  const idle = scanned(worker);
  const busy = scanned(`${worker} await context.get(Churn).run();`);
  expect(busy.routes).toEqual(idle.routes);
  expect(busy.routes).toHaveLength(1);
  expect(busy.reported).toEqual([]);
  expect(busy.steps).toBeGreaterThan(idle.steps + 1_000);
  expect(busy.steps).toBeLessThan(idle.steps + 100_000);
});

test.each([
  ['at once', ''],
  ['behind work of its own', `${worker} for (let can = 0; can < 100; can++) await context.get(Churn).turn(can); await context.close();`],
])('a second server that is made %s has its routes', (_when, before) => {
  const { routes, reported } = scanned(`${before} const app = await NestFactory.create(CreamModule); await app.listen(2);`);
  expect(routes).toHaveLength(2);
  expect(reported).toEqual([]);
});

test('a second server is studied once it is made: what it does long behind that is left, and said', () => {
  const { routes, reported } = scanned(
    'const app = await NestFactory.create(CreamModule); await app.listen(2); await app.get(Churn).run();',
  );
  expect(routes).toHaveLength(2);
  expect(reported).toContain('evaluator/out-of-fuel');
});
