import { describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import type { Shape } from '@tool/ir';
import { withoutPlaces } from './evaluate-schemas.js';

interface Contract {
  readonly body: string | null;
  readonly parameters: readonly string[];
  readonly statuses: readonly number[];
  readonly classified: readonly string[];
}

/** `{name!: string(1..80, email)}`: short enough to compare. */
function brief(shape: Shape): string {
  const limits = [
    shape.format,
    shape.minLength ?? shape.minimum ?? shape.minItems,
    shape.maxLength ?? shape.maximum ?? shape.maxItems,
    shape.enum?.join('|'),
    shape.pattern,
  ]
    .filter((each) => each !== undefined)
    .join(' ');
  const name =
    shape.kind === 'object'
      ? `{${(shape.properties ?? []).map((property) => `${property.name}${property.required ? '!' : ''}: ${brief(property.shape)}`).join(', ')}${shape.open ? ', …' : ''}}`
      : shape.kind === 'array'
        ? `[${shape.items ? brief(shape.items) : ''}]`
        : shape.kind === 'union'
          ? shape.alternatives!.map(brief).join(' or ')
          : shape.kind;
  return `${name}${limits && `(${limits})`}${shape.default === undefined ? '' : `=${JSON.stringify(shape.default)}`}`;
}

/** The contract of the only endpoint of an Express program. */
async function contractOf(files: Readonly<Record<string, string>> | string): Promise<Contract> {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-requests-'));
  try {
    const all = {
      'package.json': JSON.stringify({ name: 'mini', main: 'index.js', dependencies: { express: '^4.21.0' } }),
      ...(typeof files === 'string'
        ? {
            'index.js': `const express = require('express'); const market = express(); market.use(express.json());\n${files}\nmarket.listen(1);`,
          }
        : files),
    };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const { endpointSet, diagnostics } = await scanProject({ root });
    expect(diagnostics.filter(({ code }) => /crash|bug/.test(code))).toEqual([]);
    expect(endpointSet.endpoints).toHaveLength(1);
    const endpoint = endpointSet.endpoints[0]!;
    return {
      body: endpoint.requestBody ? brief(withoutPlaces(endpoint.requestBody.shape)) : null,
      parameters: (endpoint.parameters ?? [])
        .filter((parameter) => parameter.in !== 'path')
        .map(
          (parameter) =>
            `${parameter.in} ${parameter.name}${parameter.required ? '!' : ''}: ${parameter.shape ? brief(parameter.shape) : parameter.type}`,
        ),
      statuses: (endpoint.responses ?? []).map((response) => Number(response.status)),
      classified: endpoint.chain.map((entry) =>
        String(endpointSet.program.middlewares.find((middleware) => middleware.id === entry.middleware)?.type),
      ),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
const STALL = '{name!: string(1 80), row: integer(0)}';

describe('a validation tells what a request must look like', () => {
  test('zod: a middleware made of a schema', async () => {
    const contract =
      await contractOf(`const { z } = require('zod'); const stall = z.object({ name: z.string().min(1).max(80), row: z.number().int().min(0).optional() });
      const check = (schema) => (req, res, next) => { try { req.body = schema.parse(req.body); next(); } catch (error) { if (error instanceof z.ZodError) res.status(422).json({ issues: error.issues }); else next(error); } };
      market.post('/stalls', check(stall), (req, res) => res.status(201).json(req.body));`);
    expect(contract).toMatchObject({ body: STALL, classified: ['parser', 'validation'] });
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 422]));
  });
  test('zod: one schema of several parts, safeParse', async () => {
    const contract =
      await contractOf(`const { z } = require('zod'); const all = z.object({ body: z.object({ name: z.string().min(1).max(80), row: z.number().int().min(0).optional() }), query: z.object({ page: z.coerce.number().int().min(1).default(1) }) });
      market.post('/stalls', (req, res) => { const checked = all.safeParse({ body: req.body, query: req.query }); if (!checked.success) return res.status(400).json({ error: 'no' }); res.json({ page: checked.data.query.page }); });`);
    expect(contract).toMatchObject({ body: STALL, parameters: ['query page: integer(1)=1'] });
    expect(contract.statuses).toEqual(expect.arrayContaining([200, 400]));
  });
  test('joi: parts picked by name, validated as one record', async () => {
    const contract = await contractOf({
      'index.js': `const express = require('express'); const market = express(); market.use(express.json()); const schemas = require('./schemas'); const check = require('./check');
        market.post('/stalls', check(schemas.create), (req, res) => res.status(201).send()); market.listen(1);`,
      'schemas.js': `const Joi = require('joi'); module.exports = { create: { body: Joi.object().keys({ name: Joi.string().required().min(1).max(80), row: Joi.number().integer().min(0) }), query: Joi.object({ dry: Joi.boolean() }) } };`,
      'check.js': `const Joi = require('joi'); const pick = (object, keys) => keys.reduce((made, key) => { made[key] = object[key]; return made; }, {});
        module.exports = (schema) => (req, res, next) => { const valid = pick(schema, ['query', 'body']); const object = pick(req, Object.keys(valid));
          const { value, error } = Joi.compile(valid).prefs({ errors: { label: 'key' }, abortEarly: false }).validate(object);
          if (error) { return res.status(400).json({ message: error.details.map((each) => each.message).join(', ') }); } Object.assign(req, value); return next(); };`,
    });
    expect(contract).toMatchObject({ body: STALL, parameters: ['query dry: boolean'] });
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 400]));
  });
  test('celebrate', async () => {
    const contract = await contractOf(`const { celebrate, Joi, Segments, errors } = require('celebrate');
      market.post('/stalls', celebrate({ [Segments.BODY]: { name: Joi.string().required().min(1).max(80), row: Joi.number().integer().min(0) }, [Segments.QUERY]: Joi.object({ dry: Joi.boolean() }) }), (req, res) => res.status(201).send()); market.use(errors());`);
    expect(contract).toMatchObject({ body: STALL, parameters: ['query dry: boolean'], classified: ['parser', 'validation'] });
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 400]));
  });
  test('express-validator: chains, and the one who asks for their result', async () => {
    const contract = await contractOf(`const { body, query, validationResult } = require('express-validator');
      const rules = [body('name').isString().isLength({ min: 1, max: 80 }), body('row').optional().isInt({ min: 0 }), query('dry').optional().isBoolean()];
      market.post('/stalls', rules, (req, res, next) => { const found = validationResult(req); if (!found.isEmpty()) return res.status(422).json({ errors: found.array() }); next(); }, (req, res) => res.status(201).send());`);
    expect(contract.body).toBe('{name!: string(1 80), row: integer(0), …}');
    expect(contract.parameters).toEqual(['query dry: boolean']);
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 422]));
    expect(contract.classified.slice(1, 4)).toEqual(['validation', 'validation', 'validation']);
  });
  test('express-validator: a schema', async () => {
    const contract = await contractOf(`const { checkSchema, validationResult } = require('express-validator');
      market.post('/stalls', checkSchema({ name: { in: ['body'], isString: true, isLength: { options: { min: 1, max: 80 } } }, row: { in: 'body', optional: true, isInt: { options: { min: 0 } } } }), (req, res) => { validationResult(req).throw(); res.status(201).send(); });`);
    expect(contract.body).toBe('{name!: string(1 80), row: integer(0), …}');
  });
  test('yup', async () => {
    const contract =
      await contractOf(`const yup = require('yup'); const stall = yup.object({ name: yup.string().min(1).max(80).required(), row: yup.number().integer().min(0) }).noUnknown();
      market.post('/stalls', async (req, res, next) => { try { await stall.validate(req.body); next(); } catch (error) { res.status(400).json({ errors: error.errors }); } }, (req, res) => res.status(201).send());`);
    expect(contract).toMatchObject({ body: STALL });
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 400]));
  });
  test('valibot', async () => {
    const contract =
      await contractOf(`const v = require('valibot'); const stall = v.object({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(80)), row: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) });
      market.post('/stalls', (req, res) => { const result = v.safeParse(stall, req.body); if (!result.success) return res.status(400).json({ issues: result.issues }); res.status(201).json(result.output); });`);
    expect(contract).toMatchObject({ body: STALL });
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 400]));
  });
  test('ajv', async () => {
    const contract =
      await contractOf(`const Ajv = require('ajv'); const ajv = new Ajv({ allErrors: true }); require('ajv-formats')(ajv); ajv.addSchema({ $id: 'row', type: 'integer', minimum: 0 });
      const check = ajv.compile({ type: 'object', properties: { name: { type: 'string', minLength: 1, maxLength: 80 }, row: { $ref: 'row' } }, required: ['name'], additionalProperties: false });
      market.post('/stalls', (req, res) => { if (!check(req.body)) return res.status(400).json(check.errors); res.status(201).send(); });`);
    expect(contract).toMatchObject({ body: STALL });
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 400]));
  });
  test('TypeBox', async () => {
    const contract =
      await contractOf(`const { Type } = require('@sinclair/typebox'); const { TypeCompiler } = require('@sinclair/typebox/compiler');
      const check = TypeCompiler.Compile(Type.Object({ name: Type.String({ minLength: 1, maxLength: 80 }), row: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false }));
      market.post('/stalls', (req, res) => { if (!check.Check(req.body)) return res.status(400).json({ error: 'no' }); res.status(201).send(); });`);
    expect(contract).toMatchObject({ body: STALL });
  });
  test('class-validator and class-transformer', async () => {
    const contract = await contractOf({
      'package.json': JSON.stringify({ name: 'mini', main: 'index.ts', dependencies: { express: '^4.21.0' } }),
      'index.ts': `import express from 'express'; import { IsInt, IsOptional, IsString, Length, Min, validate } from 'class-validator'; import { plainToInstance } from 'class-transformer';
        class Stall { @IsString() @Length(1, 80) name: string; @IsOptional() @IsInt() @Min(0) row?: number }
        const check = (cls: any) => async (req: any, res: any, next: any) => { const made = plainToInstance(cls, req.body); const errors = await validate(made); if (errors.length > 0) { res.status(400).json({ errors }); return; } next(); };
        const market = express(); market.use(express.json()); market.post('/stalls', check(Stall), (req, res) => { res.status(201).send(); }); market.listen(1);`,
    });
    expect(contract).toMatchObject({ body: STALL });
    expect(contract.statuses).toEqual(expect.arrayContaining([201, 400]));
  });
});

test('a member has the place of its schema, in whichever file that is', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-requests-'));
  try {
    writeFileSync(
      path.join(root, 'package.json'),
      JSON.stringify({ name: 'mini', main: 'index.js', dependencies: { express: '^4.21.0' } }),
    );
    writeFileSync(path.join(root, 'base.js'), "const { z } = require('zod');\nmodule.exports = z.object({\n  name: z.string(),\n});\n");
    writeFileSync(
      path.join(root, 'index.js'),
      `const { z } = require('@hono/zod-openapi'); const market = require('express')();
const stall = require('./base').extend({
  row: z
    .number()
    .int(),
});
market.post('/stalls', (req, res) => { stall.parse(req.body); res.end(); }); market.listen(1);`,
    );
    const { endpointSet } = await scanProject({ root });
    expect(
      endpointSet.endpoints[0]!.requestBody!.shape.properties!.map(({ name, place }) => [
        name,
        place && 'file' in place ? `${place.file}:${place.line}` : '',
      ]),
    ).toEqual([
      ['name', 'base.js:3'],
      ['row', 'index.js:5'],
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

describe('settings of the program pass a schema', () => {
  test('with its defaults and conversions: prefixes that schemas supply', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'tool-requests-'));
    try {
      writeFileSync(
        path.join(root, 'package.json'),
        JSON.stringify({ name: 'mini', main: 'index.js', dependencies: { express: '^4.21.0' } }),
      );
      writeFileSync(
        path.join(root, 'index.js'),
        `const { z } = require('zod'); const settings = z.object({ PREFIX: z.string().default('/v1'), PORT: z.coerce.number().default(3000) }).parse(process.env);
        const market = require('express')(); market.get(settings.PREFIX + '/stalls', (req, res) => res.end());
        const checked = z.object({ OTHER: z.string().default('/v2') }).safeParse(process.env); if (!checked.success) throw new Error('settings'); market.get(checked.data.OTHER + '/stalls', (req, res) => res.end());
        const { value, error } = require('joi').object({ THIRD: require('joi').string().default('/v3') }).unknown().validate(process.env); if (error) throw error; market.get(value.THIRD + '/stalls', (req, res) => res.end());
        market.listen(settings.PORT);`,
      );
      const { endpointSet } = await scanProject({ root });
      expect(endpointSet.endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).toEqual([
        'GET /v1/stalls',
        'GET /v2/stalls',
        'GET /v3/stalls',
      ]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
