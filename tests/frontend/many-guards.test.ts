import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Program } from '@tool/ir';
import { adapters } from '../../compiler/adapters/registry.js';
import { BodyWalk } from '../../compiler/frontend/bodies/body-walk.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';

const root = mkdtempSync(path.join(tmpdir(), 'many-guards-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => {
  jest.restoreAllMocks();
});

function scan(text: string): { readonly steps: number; readonly program: Program } {
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'mill', main: 'mill.js', dependencies: { express: '^5.0.0' } }));
  writeFileSync(path.join(root, 'mill.js'), text);
  return lower({ root, adapters, libraries });
}

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

describe('bodies of guards that a factory makes for each route', () => {
  const mill = (factory: string, count: number, argument: (index: number) => string): string => `
const mill = require('express')();
${factory}
${times(count, (index) => `mill.get('/stone${index}', turnedBy(${argument(index)}), (request, response) => response.end());`)}
mill.listen(1);
`;
  const refuse = 'const refuse = (response) => { response.status(403).end(); };';
  /** How many bodies were walked through, and what they do. */
  const walked = (text: string): { readonly walks: number; readonly facts: readonly unknown[] } => {
    const run = jest.spyOn(BodyWalk.prototype, 'run');
    const { program } = scan(text);
    const walks = run.mock.calls.length;
    run.mockRestore();
    return { walks, facts: program.middlewares.map(({ facts }) => facts) };
  };

  test.each([
    [
      'an arrow function',
      `const turnedBy = (...winds) => (request, response, next) => { if (winds.includes(request.headers.wind)) next(); else refuse(response); };`,
    ],
    [
      'a function bound to an instance',
      `class Turner { constructor() { this.turn = this.turn.bind(this); } turn(wind) { return (request, response, next) => { if (request.headers.wind === wind) next(); else refuse(response); }; } }
       const turnedBy = new Turner().turn;`,
    ],
  ])('%s is walked through once', (_, factory) => {
    const [few, many] = [2, 60].map((count) => walked(mill(`${refuse} ${factory}`, count, (index) => `'wind${index}'`)));
    expect(many!.facts).toHaveLength(60);
    expect(many!.walks).toBe(few!.walks);
    for (const facts of many!.facts) expect(facts).toMatchObject({ headers: ['wind'], statuses: [403], continues: 'maybe' });
  });

  test('what the body calls of its factory is looked at for each', () => {
    const refusals = [401, 403, 407];
    const { facts } = walked(
      mill(
        `const turnedBy = (answer, refusal) => (request, response, next) => { answer(request); if (request.query.still) response.sendStatus(refusal.status); next(); };
         const wind = (request) => request.headers.wind; const water = (request) => request.headers.water;`,
        6,
        (index) => (index % 2 === 0 ? `wind, { status: ${refusals[index % 3]!} }` : `water, { status: ${refusals[index % 3]!} }`),
      ),
    );
    expect(facts).toMatchObject(
      Array.from({ length: 6 }, (_, index) => ({ headers: [index % 2 === 0 ? 'wind' : 'water'], statuses: [refusals[index % 3]] })),
    );
  });
});

describe('promises that the set-up has given up to wait for', () => {
  /** Loops beside the set-up that never end, and leave what they wait for. */
  const mill = (loops: number, routes: number): string => `
const mill = require('express')();
const river = require('some-river');
const rain = () => new Promise(() => {});
const seen = {};
async function watch(name) { for (const at of [1, 2, 3, 4, 5]) seen[name + at] = at; await rain(name); watch(name); }
function watchAgain(name) { return rain(name).then(() => { seen[name] = 1; return watchAgain(name); }); }
${times(loops, (index) => `watch('a${index}'); watchAgain('b${index}');`)}
${times(routes, (index) => `mill.get('/stone${index}', async (request, response) => { const flow = await river.flow(request.query.at); if (!flow) return response.status(404).end(); response.json({ flow: flow.speed, at: 1 }); });`)}
mill.listen(1);
`;
  test.each([10, 200])('%i of them cost the functions that serve requests nothing, and nothing of what these do is lost', (loops) => {
    const cost = (routes: number): number => scan(mill(loops, routes)).steps;
    expect(cost(12) - cost(2)).toBeLessThan(10 * 60);
    for (const { behaviour } of scan(mill(loops, 3)).program.handlers)
      expect(behaviour!.answers.map(({ status, shape }) => [status, shape?.properties?.map(({ name }) => name)])).toEqual([
        [404, undefined],
        [200, ['flow', 'at']],
      ]);
  });
});

describe('steps for what serves requests', () => {
  const text = `
const mill = require('express')();
const grind = (stones) => { let flour = 0; for (const stone of stones) for (const turn of [1, 2, 3, 4, 5, 6]) flour += stone * turn; return flour; };
${times(20, (index) => `mill.get('/stone${index}', (request, response, next) => { request.flour = grind([1, 2, 3, ${index}]); next(); }, (request, response) => { response.json({ flour: grind([4, 5, ${index}]) }); });`)}
mill.listen(1);
`;
  const observed = (
    fuelForRequests?: number,
  ): { readonly middlewares: number; readonly handlers: number; readonly said: readonly string[] } => {
    writeFileSync(path.join(root, 'mill.js'), text);
    const { program } = lower({ root, adapters, libraries, ...(fuelForRequests !== undefined && { fuelForRequests }) });
    const count = (functions: readonly { readonly behaviour?: unknown }[]): number => functions.filter(({ behaviour }) => behaviour).length;
    return {
      middlewares: count(program.middlewares),
      handlers: count(program.handlers),
      said: program.diagnostics.map(({ code, message }) => `${code} ${/of (\d+) handlers/.exec(message)?.[1] ?? ''}`),
    };
  };

  test('are enough for all, or it is said of how many they were not, and middlewares leave half of them to handlers', () => {
    expect(observed()).toEqual({ middlewares: 20, handlers: 20, said: [] });
    const { middlewares, handlers, said } = observed(900);
    expect(middlewares).toBeGreaterThan(2);
    expect(middlewares).toBeLessThan(20);
    expect(handlers).toBeGreaterThan(2);
    expect(said).toEqual([`project/not-followed ${40 - middlewares - handlers}`]);
  });
});

describe('guards of passport in a NestJS application', () => {
  /** What the set-up costs where so many services are provided beside the strategies. */
  const cost = (services: number, routes: number): number => {
    writeFileSync(
      path.join(root, 'package.json'),
      JSON.stringify({ name: 'mill', main: 'mill.ts', dependencies: { '@nestjs/core': '^11.0.0', '@nestjs/common': '^11.0.0' } }),
    );
    writeFileSync(
      path.join(root, 'mill.ts'),
      `
import { Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
@Injectable() class MillerStrategy extends PassportStrategy(Strategy, 'miller') {
  constructor() { super({ jwtFromRequest: ExtractJwt.fromHeader('x-miller'), secretOrKey: 'flour' }); }
  validate(payload: { name: string }) { return { name: payload.name }; }
}
${times(services, (index) => `@Injectable() class Wheel${index} {}`)}
@Controller('stones') @UseGuards(AuthGuard('miller')) class Stones {
${times(routes, (index) => `  @Get('at${index}') @UseGuards(AuthGuard('miller')) at${index}() { return { at: ${index} }; }`)}
}
@Module({ controllers: [Stones], providers: [MillerStrategy, ${Array.from({ length: services }, (_, index) => `Wheel${index}`).join(', ')}] }) class Mill {}
NestFactory.create(Mill).then((app) => app.listen(1));
`,
    );
    const { steps, program } = lower({ root, adapters, libraries, contracts: false, entries: ['mill.ts'] });
    const paths = program.routers.flatMap(({ items }) => items).filter(({ kind }) => kind === 'route');
    expect(paths).toHaveLength(routes);
    return steps;
  };

  test('look for their strategy once, however many services there are', () => {
    const [few, many] = [10, 200].map((services) => cost(services, 30) - cost(services, 10));
    expect(many!).toBe(few!);
  });
});

describe('guards that compute for long in a NestJS application', () => {
  test('are asked of the last route as of the first one', () => {
    writeFileSync(
      path.join(root, 'package.json'),
      JSON.stringify({ name: 'mill', main: 'mill.ts', dependencies: { '@nestjs/core': '^11.0.0', '@nestjs/common': '^11.0.0' } }),
    );
    writeFileSync(
      path.join(root, 'mill.ts'),
      `
import { CanActivate, Controller, ExecutionContext, Get, Module, SetMetadata, UnauthorizedException } from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
const Open = () => SetMetadata('open', true);
const pad = (text: string, more: number): string => (more > 0 ? pad(text + String.fromCharCode(65 + more), more - 1) : text);
const sacks = () => Array.from({ length: 300 }, (_, at) => pad('sack' + at, 5)).filter((sack) => sack.length > 3).map((sack) => sack.toUpperCase()).sort();
class Millers implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  async canActivate(context: ExecutionContext) {
    if (this.reflector.getAllAndOverride('open', [context.getHandler(), context.getClass()])) return true;
    sacks();
    const { miller } = await this.known(context.switchToHttp().getRequest().headers.authorization);
    if (!miller) throw new UnauthorizedException();
    return true;
  }
  private async known(token: string) { if (!token) throw new UnauthorizedException(); sacks(); return { miller: token }; }
}
@Controller('stones') class Stones {
${times(100, (index) => `  @Get('at${index}') at${index}() { return { at: ${index} }; }`)}
}
@Controller('yard') class Yard { @Open() @Get('hours') hours() { return { from: 9 }; } @Get('carts') carts() { return { carts: 2 }; } }
@Module({ controllers: [Stones, Yard], providers: [{ provide: APP_GUARD, useClass: Millers }] }) class Mill {}
async function turn() { const app = await NestFactory.create(Mill); await app.listen(1); }
void turn();
`,
    );
    const { program } = lower({ root, adapters, libraries, contracts: false, entries: ['mill.ts'] });
    expect(program.diagnostics).toEqual([]);
    const routes = program.routers.flatMap(({ items }) => items).flatMap((item) => (item.kind === 'route' ? [item] : []));
    expect(routes).toHaveLength(102);
    const guards = new Map(routes.map(({ chain, handler }) => [handler, chain.map(({ middleware }) => middleware).join()]));
    const of = (name: string): string => guards.get(program.handlers.find((handler) => handler.name === `Yard.${name}`)!.id)!;
    expect([...guards.values()].filter((guard) => guard === of('carts'))).toHaveLength(101);
    expect(of('hours')).not.toBe(of('carts'));
  });
});
