import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint, Shape } from '@tool/ir';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../support/tool-process.js';

// The golden of the same sources stands where packages are installed, whose own types say it.
const folder = mkdtempSync(path.join(tmpdir(), 'inferred-types-'));
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  cpSync(path.join(repository, 'tests/golden/scan/express/types-inferred-from-schemas/input'), folder, { recursive: true });
  ({ endpoints } = (await scanProject({ root: folder })).endpointSet);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const text = (shape: Shape | undefined): string => {
  if (!shape) return 'nothing';
  if (shape.kind === 'array') return `${text(shape.items)}[]`;
  if (shape.kind === 'union') return shape.alternatives!.map(text).join('|');
  if (shape.kind !== 'object') return shape.kind;
  return `{${(shape.properties ?? []).map((each) => `${each.name}${each.required ? '' : '?'}:${text(each.shape)}`).join(' ')}}`;
};
const found = (method: string, at: string): Endpoint => endpoints.find((each) => each.method === method && each.path === at)!;
const answered = (at: string): string => text(found('GET', at).responses?.find(({ status }) => status === 200)?.shape);
const taken = (method: string, at: string): string => text(found(method, at).requestBody?.shape);

const LIGHT = 'id:integer name:string lit:string colour:string metres:number place:{latitude:number longitude:number} note?:string';

describe('without the packages, a type that is inferred from a schema is what the schema says', () => {
  test.each([
    ['/lights', `{${LIGHT}}[]`],
    ['/lights/:id', `{${LIGHT}}`],
    ['/page', `{items:{${LIGHT}}[] where?:{latitude:number longitude:number}}`],
    ['/seen', `{${LIGHT} miles:number}[]`],
    ['/horn', '{tone:string loud?:boolean}'],
    ['/buoy', '{number:number colour?:string}'],
    ['/boat', '{name:string crew:string[]}'],
    ['/tide', '{at:string high:boolean}'],
    ['/keeper', '{id:integer name:string phone:string|null}'],
    ['/keepers', '{id:integer name:string phone:string|null}[]'],
  ])('%s answers', (at, shape) => {
    expect(answered(at)).toBe(shape);
  });
  test('what goes in is what the schema takes, not what it makes of it', () => {
    expect(taken('POST', '/lights')).toBe(
      '{name:string lit:string colour?:string metres:string place:{latitude:number longitude:number} note?:string}',
    );
    expect(taken('PATCH', '/lights/:id')).toBe('{name?:string note?:string}');
    expect(taken('POST', '/keepers')).toBe('{id?:integer name:string phone?:string|null}');
  });
  test.each(['/wave', '/inner'])('nothing is said of %s: no library that is known, no variable of a file', (at) => {
    expect(['nothing', 'any']).toContain(answered(at));
  });
});
