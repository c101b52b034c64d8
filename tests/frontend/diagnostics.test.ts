import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { scanProject, type ScanConfig } from '../../compiler/scan.js';

jest.setTimeout(60_000);

interface Case {
  /** Sources by path; `package.json` is made. */
  readonly files: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly config?: ScanConfig;
  /** What no text can say: a link in a circle. */
  readonly prepare?: (folder: string) => void;
}

const express = (body: string, more: Readonly<Record<string, string>> = {}): Case => ({
  files: { 'index.js': `const express = require('express');\nconst dock = express();\n${body}\ndock.listen(1);\n`, ...more },
  dependencies: { express: '^4.21.0' },
});
const fastify = (body: string): Case => ({
  files: { 'index.js': `const dock = require('fastify')();\n${body}\ndock.listen({ port: 1 });\n` },
  dependencies: { fastify: '^5.0.0' },
});
const hono = (body: string): Case => ({
  files: { 'index.js': `import { Hono } from 'hono';\nconst dock = new Hono();\n${body}\nexport default dock;\n` },
  dependencies: { hono: '^4.0.0' },
});
const koa = (body: string): Case => ({
  files: {
    'index.js': `const Koa = require('koa');\nconst Router = require('@koa/router');\nconst dock = new Koa();\nconst pier = new Router();\n${body}\ndock.use(pier.routes());\ndock.listen(1);\n`,
  },
  dependencies: { koa: '^2.15.0', '@koa/router': '^13.0.0' },
});
const nest = (
  source: string,
  main = "import { NestFactory } from '@nestjs/core';\nimport { Root } from './root';\nasync function start() {\n  const dock = await NestFactory.create(Root);\n  await dock.listen(1);\n}\nstart();\n",
): Case => ({
  files: { 'tsconfig.json': '{"compilerOptions":{"experimentalDecorators":true}}', 'index.ts': main, 'root.ts': source },
  dependencies: { '@nestjs/core': '^11.0.0', '@nestjs/common': '^11.0.0' },
});

/** The shortest program for each documented diagnostic that no golden case has. */
const cases: Readonly<Record<string, Case>> = {
  'core/too-many-forms': express(
    `dock.get('/a/:p?${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `/:${name}?`).join('')}', (q, s) => s.end());`,
  ),
  'evaluator/object-into-package': koa("pier.get('/a', (c) => {});\nrequire('harbour-metrics').attachTo(pier);"),
  'evaluator/out-of-fuel': express("let n = 0;\nfor (let i = 0; i < 1e9; i++) { n += i % 7; dock.set('n' + i, n); }"),
  'evaluator/syntax-error': express("require('./torn');", { 'torn.js': "const e = require('express');\nconst x = = ;\n" }),
  'evaluator/uncaught-throw': express("throw new Error('tide');"),
  'express/delegated-router': express(
    "const inner = express.Router();\ninner.get('/a', (q, s) => s.end());\ndock.use('/shop', (q, s, next) => inner(q, s, next));",
  ),
  'express/detached-method': express("const { get } = dock;\nget('/health', (q, s) => s.end());"),
  'express/dynamic-method': express(
    "const rules = JSON.parse(require('fs').readFileSync('/etc/rules', 'utf8'));\ndock[rules.verb]('/a', (q, s) => s.end());",
  ),
  'express/dynamic-param-name': express("dock.param(require('os').hostname(), (q, s, next) => next());"),
  'express/not-a-function': express("dock.use('/users', { router: 1 });"),
  'express/open-list': express("dock.use([(q, s, next) => next(), ...require('harbour-plugins').all()]);"),
  'express/router-as-handler': express("const inner = express.Router();\ninner.get('/a', (q, s) => s.end());\ndock.all('/api/*', inner);"),
  'express/unknown-middleware': express("dock.use(globalThis.registry.lookup('users'));"),
  'fastify/detached-method': fastify("const { get } = dock;\nget('/orders', (q, s) => s.send());"),
  'fastify/open-list': fastify(
    "dock.get('/orders', { preHandler: [async () => {}, ...require('harbour-plugins').all()] }, (q, s) => s.send());",
  ),
  'hono/approximate-mount': hono(
    "import { withTelemetry } from 'harbour-telemetry';\nconst depot = new Hono();\ndepot.get('/a', (c) => c.text(''));\ndock.route('/depot', withTelemetry(depot));",
  ),
  'hono/detached-method': hono("const { get } = dock;\nget('/depot', (c) => c.text(''));"),
  'hono/open-list': hono("import { more } from 'harbour-plugins';\ndock.on('GET', ['/depot', ...more()], (c) => c.text(''));"),
  'hono/routes-of-files': {
    files: {
      'index.js':
        "import { createApp } from 'honox/server';\nconst dock = createApp({ init: (app) => { app.get('/depot', (c) => c.text('')); } });\nexport default dock;\n",
    },
    dependencies: { hono: '^4.0.0', honox: '^0.1.0' },
  },
  'hono/unknown-route': {
    files: {
      'index.js':
        "import { OpenAPIHono } from '@hono/zod-openapi';\nimport { load } from 'harbour-plugins';\nconst dock = new OpenAPIHono();\ndock.openapi(load('depot'), (c) => c.text(''));\nexport default dock;\n",
    },
    dependencies: { hono: '^4.0.0', '@hono/zod-openapi': '^1.0.0' },
  },
  'koa/approximate-mount': koa(
    "const depot = new Router();\ndepot.get('/a', (c) => {});\ndock.use(require('harbour-hosts').onlyFor('a.test', depot.routes()));",
  ),
  'koa/delegated-router': koa(
    "const depot = new Router();\ndepot.get('/a', (c) => {});\nconst inner = depot.routes();\ndock.use((ctx, next) => (ctx.hostname === 'a.test' ? inner(ctx, next) : next()));",
  ),
  'koa/detached-method': koa("const { get } = pier;\nget('/depot', (c) => {});"),
  'koa/open-list': koa("dock.use(require('koa-compose')([async (c, next) => next(), ...require('harbour-plugins').all()]));"),
  'koa/path-without-slash': koa("pier.get('crates', (c) => {});"),
  'koa/router-as-handler': koa("const depot = new Router();\ndepot.get('/a', (c) => {});\npier.all('/depot', depot.routes());"),
  'nest/application-into-package': nest(
    "import { Module } from '@nestjs/common';\n@Module({})\nexport class Root {}\n",
    "import { NestFactory } from '@nestjs/core';\nimport { mountDashboard } from 'harbour-dashboard';\nimport { Root } from './root';\nasync function start() {\n  const dock = await NestFactory.create(Root);\n  mountDashboard(dock);\n  await dock.listen(1);\n}\nstart();\n",
  ),
  'nest/generated-routes': nest(
    "import { Controller, Module } from '@nestjs/common';\nimport { Crud } from '@nestjsx/crud';\nimport { unseen } from 'cat-options';\n@Crud(unseen)\n@Controller('cats')\nexport class Cats {}\n@Module({ controllers: [Cats] })\nexport class Root {}\n",
  ),
  'nest/graphql-module': nest(
    "import { Module } from '@nestjs/common';\nimport { GraphQLModule } from '@nestjs/graphql';\n@Module({ imports: [GraphQLModule.forRootAsync({ useFactory: () => ({ path: '/ask' }) })] })\nexport class Root {}\n",
  ),
  'nest/many-kinds-of-routes': nest(
    `import { Controller, Get, Module, SetMetadata, UseGuards } from '@nestjs/common';\nimport { Reflector } from '@nestjs/core';\nclass Berths {\n  constructor(private reflector: Reflector) {}\n  canActivate(context: any) { return this.reflector.get('berth', context.getHandler()) === context.switchToHttp().getRequest().query.berth; }\n}\n@UseGuards(Berths)\n@Controller('cats')\nclass Cats {\n${Array.from({ length: 502 }, (_, at) => `  @SetMetadata('berth', ${String(at)}) @Get('${String(at)}') cat${String(at)}() {}`).join('\n')}\n}\n@Module({ controllers: [Cats] })\nexport class Root {}\n`,
  ),
  'nest/no-application': nest(
    "import { Controller, Get } from '@nestjs/common';\n@Controller('cats')\nexport class Cats { @Get() all() { return []; } }\n",
    "export * from './root';\n",
  ),
  'nest/open-list': nest(
    "import { Module } from '@nestjs/common';\nimport { load } from 'harbour-plugins';\n@Module({ imports: [...load()] })\nexport class Root {}\n",
  ),
  'nest/unknown-middleware': nest(
    "import { Controller, Get, Module } from '@nestjs/common';\nimport { routes } from 'harbour-plugins';\nclass Audit { use(q: unknown, s: unknown, next: () => void) { next(); } }\n@Controller('cats')\nclass Cats { @Get() all() { return []; } }\n@Module({ controllers: [Cats] })\nexport class Root { configure(consumer: any) { consumer.apply(Audit).forRoutes(routes()); } }\n",
  ),
  'project/broken-tsconfig': {
    ...express("require('~/routes');"),
    files: { ...express("require('~/routes');").files, 'tsconfig.json': '{ "compilerOptions": { "paths": ' },
  },
  'project/missing-entry': { ...express(''), config: { entries: ['sever.js'] } },
  'project/unreadable-file': {
    ...express("require('./routes');"),
    prepare: (folder) => {
      symlinkSync('routes.js', join(folder, 'routes.js'));
    },
  },
};

test.each(Object.entries(cases))('%s', async (code, { files, dependencies, config, prepare }) => {
  const root = mkdtempSync(join(tmpdir(), 'tool-diagnostic-'));
  try {
    for (const [file, text] of Object.entries({
      'package.json': JSON.stringify({
        name: 'dock',
        main: Object.keys(files).includes('index.ts') ? 'index.ts' : 'index.js',
        dependencies,
      }),
      ...files,
    })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    prepare?.(root);
    const { diagnostics } = await scanProject({ root, ...(config && { config }) });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    const found = diagnostics.find((diagnostic) => diagnostic.code === code)!;
    expect(found.message.length).toBeGreaterThan(20);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
