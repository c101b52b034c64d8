import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { EndpointSet } from '@tool/ir';
import { scanProject } from '../../compiler/scan.js';
import { operationsOf } from './link-rules/operation.js';
import { projects, type LinkProject } from './link-rules/projects.js';
import { restlerLinks } from './link-rules/restler.js';
import { restTestGenLinks } from './link-rules/resttestgen.js';

/** The links of this tool and of the published rules, on the same contracts, against links that people wrote down. */

async function scanned({ source, packages }: LinkProject): Promise<EndpointSet> {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-links-'));
  try {
    writeFileSync(
      path.join(root, 'package.json'),
      JSON.stringify({ name: 'links', main: 'index.js', dependencies: { express: '^4.21.0', ...packages } }),
    );
    writeFileSync(
      path.join(root, 'index.js'),
      `const express = require('express');\nconst app = express();\napp.use(express.json());\n${source}\napp.listen(3000);\n`,
    );
    return (await scanProject({ root })).endpointSet;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const ownLinks = (set: EndpointSet): readonly string[] =>
  set.links.map(({ consumer, usedAs, producer, field }) => `${consumer} ${usedAs} <- ${producer} ${field}`);

interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** Of the links to values that are labelled, how many are right; of the values that identify something which an answer gives, how many have a right link. */
function score(links: readonly string[], { gives, wants }: LinkProject): Score {
  const judged = links
    .map((link) => {
      const [input, output] = link.split(' <- ') as [string, string];
      return { link, input, right: wants[input] != null && gives[output] === wants[input] };
    })
    .filter(({ input }) => input in wants);
  const given = new Set(Object.values(gives));
  const demanded = Object.keys(wants).filter((input) => wants[input] != null && given.has(wants[input]));
  const missed = demanded.filter((input) => !judged.some((link) => link.right && link.input === input));
  return {
    precision: judged.length === 0 ? 1 : judged.filter(({ right }) => right).length / judged.length,
    recall: 1 - missed.length / demanded.length,
    wrong: judged.filter(({ right }) => !right).map(({ link }) => link),
    missed,
  };
}

/** As their authors show them: what the comparison measures is their rules and not a caricature. */
describe('the published rules, on examples of their own kind', () => {
  const body = (...names: readonly string[]) => names.map((name) => ({ in: 'body' as const, path: name.split('.') }));
  const answer = (...names: readonly string[]) => names.map((name) => name.split('.'));

  test('RESTler: the collection in front of a parameter, a nested object, a PUT that creates, no child before its ancestor', () => {
    expect(
      restlerLinks([
        { method: 'POST', path: '/blog/posts', inputs: body('text'), outputs: answer('id', 'text') },
        { method: 'GET', path: '/blog/posts/{postId}', inputs: [{ in: 'path', path: ['postId'] }], outputs: answer('id') },
        { method: 'PUT', path: '/subnets/{subnetName}', inputs: [{ in: 'path', path: ['subnetName'] }], outputs: answer('id', 'name') },
        { method: 'GET', path: '/subnets/{subnetName}', inputs: [{ in: 'path', path: ['subnetName'] }], outputs: [] },
        { method: 'POST', path: '/gateways', inputs: body('subnet.id'), outputs: [] },
      ]),
    ).toEqual([
      'GET /blog/posts/:postId path:postId <- POST /blog/posts id',
      'GET /subnets/:subnetName path:subnetName <- PUT /subnets/:subnetName name',
      'POST /gateways body:subnet.id <- PUT /subnets/:subnetName id',
    ]);
  });

  test('RestTestGen: equal normalised names, a bare id by the path', () => {
    expect(
      restTestGenLinks([
        { method: 'GET', path: '/pets', inputs: [], outputs: answer('0.id', '0.categoryId') },
        { method: 'GET', path: '/pets/{pet_id}', inputs: [{ in: 'path', path: ['pet_id'] }], outputs: [] },
        { method: 'GET', path: '/find', inputs: [{ in: 'query', path: ['category-id'] }], outputs: [] },
      ]),
    ).toEqual(['GET /pets/:pet_id path:pet_id <- GET /pets 0.id', 'GET /find query:category-id <- GET /pets 0.categoryId']);
  });
});

const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;

describe('links, against the rules of RESTler and RestTestGen', () => {
  test.each(projects.map((project) => [project.title, project] as const))('%s', async (_title, project) => {
    const set = await scanned(project);
    const operations = operationsOf(set);
    const values = new Set(
      operations.flatMap((operation) =>
        operation.inputs.map(
          (input) => `${operation.method} ${operation.path.replace(/\{(\w+)\}/g, ':$1')} ${input.in}:${input.path.join('.')}`,
        ),
      ),
    );
    const members = new Set(
      operations.flatMap((operation) =>
        operation.outputs.map((output) => `${operation.method} ${operation.path.replace(/\{(\w+)\}/g, ':$1')} ${output.join('.')}`),
      ),
    );
    // A label that names nothing would be missed by everybody.
    expect(Object.keys(project.wants).filter((label) => !values.has(label))).toEqual([]);
    expect(Object.keys(project.gives).filter((label) => !members.has(label))).toEqual([]);
    const own = score(ownLinks(set), project),
      others = { RESTler: score(restlerLinks(operations), project), RestTestGen: score(restTestGenLinks(operations), project) };
    expect({ wrong: own.wrong, missed: own.missed }).toEqual({ wrong: [], missed: [] });
    for (const [name, other] of Object.entries(others)) {
      expect(`${name}: ${percent(other.precision)} ${percent(other.recall)}`).toBe(
        `${name}: ${PUBLISHED[project.title]![name as keyof typeof others]}`,
      );
      expect(own.precision).toBeGreaterThanOrEqual(other.precision);
      expect(own.recall).toBeGreaterThanOrEqual(other.recall);
    }
  });
});

/** Precision and recall of the published rules on each project. */
const PUBLISHED: Readonly<Record<string, { readonly RESTler: string; readonly RestTestGen: string }>> = {
  'a library: collections, references in bodies, plurals': { RESTler: '100 % 55 %', RestTestGen: '100 % 91 %' },
  'a shop: nested collections, wrapped answers, lines of orders, a catalogue that nobody writes': {
    RESTler: '100 % 22 %',
    RestTestGen: '100 % 67 %',
  },
  'a clinic: what only tables say': { RESTler: '100 % 17 %', RestTestGen: '100 % 17 %' },
  'a forum: the same names for different things': { RESTler: '75 % 75 %', RestTestGen: '76 % 100 %' },
  'a store of plates: the client chooses names, one router stands at two paths': { RESTler: '83 % 71 %', RestTestGen: '57 % 43 %' },
  'a carrier: identifiers that are answered and never made': { RESTler: '100 % 33 %', RestTestGen: '75 % 100 %' },
};
