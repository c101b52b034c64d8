import { describe, expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

/** A program with an application `depot` and some functions to register. */
const program = (body: string): Record<string, string> => ({
  'index.js': `
const express = require('express');
const depot = express();
function first(req, res, next) { next(); }
function second(req, res, next) { next(); }
function broken(error, req, res, next) { res.end(); }
function answer(req, res) { res.end(); }
${body}
depot.listen(1);
`,
});
const routes = async (body: string): Promise<readonly string[]> => (await scanMini(program(body))).routes;

const express5 = { type: 'module', dependencies: { express: '^5.0.0', router: '^2.0.0' } };

describe('what a middleware does', () => {
  test('methods that every object has are no answers', async () => {
    expect(
      await routes(`
      depot.use(async function gatekeeper(req, res, next) { if (req.path.toString().length > 1) { const gate = res.hasOwnProperty('locals'); first(req, res, next); } });
      depot.get('/a', answer);`),
    ).toEqual(['GET /a [gatekeeper] answer']);
  });
});

describe('routes', () => {
  test('every method, del and all', async () => {
    expect(await routes(`for (const verb of ['get', 'put', 'm-search', 'del', 'all']) depot[verb]('/a', answer);`)).toEqual([
      'ALL /a [] answer',
      'DELETE /a [] answer',
      'GET /a [] answer',
      'M-SEARCH /a [] answer',
      'PUT /a [] answer',
    ]);
  });
  test('lists of paths and nested lists of handlers', async () => {
    expect(await routes(`depot.get(['/a', ['/b']], first, [second, [answer]]);`)).toEqual([
      'GET /a [first second] answer',
      'GET /b [first second] answer',
    ]);
  });
  test('a setting is no route, known or not', async () => {
    expect(await routes(`depot.set('/prefix', '/p'); depot.get(depot.get('/prefix'), answer); depot.get(require('names').which);`)).toEqual(
      ['GET /p [] answer'],
    );
  });
  test('one set-up path, several methods; handlers of all are in the chain of the later ones', async () => {
    expect(await routes(`depot.route('/a').get(answer).all(first).post(second, answer);`)).toEqual([
      'ALL /a [] first',
      'GET /a [] answer',
      'POST /a [first second] answer',
    ]);
  });
  test('an error handler of a route is in no chain', async () => {
    expect(await routes(`depot.get('/a', first, answer, broken);`)).toEqual(['GET /a [first] answer']);
  });
  test('a handler that the scan cannot see leaves the route in the model and is reported', async () => {
    const scan = await scanMini(program(`depot.get('/a', first, undefined);`));
    expect(scan.routes).toEqual(['GET /a [first]']);
    expect(scan.diagnostics).toEqual(['express/missing-handler 8']);
  });
});

describe('use', () => {
  test('nested lists, paths, error handlers and order', async () => {
    expect(
      await routes(`
      depot.use([first, [second]]);
      depot.use(['/a', '/b'], first);
      depot.get('/a/x', answer); depot.get('/c', answer);
      depot.use(broken);
      depot.get('/d', answer);`),
    ).toEqual(['GET /a/x [first second first] answer', 'GET /c [first second] answer', 'GET /d [first second broken!error] answer']);
  });
  test('a path that a list names twice makes one layer', async () => {
    expect(await routes(`depot.use(['/a', '/a'], first); depot.get(['/a', '/a'], answer);`)).toEqual(['GET /a [first] answer']);
  });
  test('several routers and middlewares in one call, under each of several paths', async () => {
    expect(
      await routes(`
      const shelf = express.Router(); shelf.get('/s', answer);
      const crate = new express.Router(); crate.get('/t', answer);
      depot.use(['/a', '/b'], first, shelf, [crate]);`),
    ).toEqual(['GET /a/s [first] answer', 'GET /a/t [first] answer', 'GET /b/s [first] answer', 'GET /b/t [first] answer']);
  });
  test('an application as a sub-application: mount event, path(), inherited settings', async () => {
    expect(
      await routes(`
      const annex = express();
      annex.on('mount', (parent) => annex.get('/mounted', answer));
      depot.set('word', 'inherited');
      depot.use('/annex', annex);
      depot.get(annex.path() + '/full', answer);
      annex.get('/' + annex.get('word'), answer);`),
    ).toEqual(['GET /annex/full [] answer', 'GET /annex/inherited [] answer', 'GET /annex/mounted [] answer']);
  });
  test('param runs for its name only, lists of names too', async () => {
    expect(
      await routes(`
      const shelf = express.Router();
      shelf.param(['box', 'lid'], first);
      shelf.get('/:box', answer); shelf.get('/none', answer);
      depot.use(shelf);`),
    ).toEqual(['GET /:box [first!param:box] answer', 'GET /none [] answer']);
  });
  test('a middleware under a configuration is conditional', async () => {
    expect(
      await routes(
        `depot.get('/a', process.env.STRICT ? first : second, answer); depot.get('/b', [first, process.env.STRICT && second].filter(Boolean), answer);`,
      ),
    ).toEqual(['GET /a [second first?] answer', 'GET /b [first second?] answer']);
  });
});

describe('what is not known', () => {
  test('an unknown first argument is neither path nor middleware', async () => {
    const scan = await scanMini(
      program(`
      const shelf = express.Router(); shelf.get('/s', answer);
      depot.use(require('settings').prefix, shelf);
      depot.get('/after', answer);`),
    );
    expect(scan.routes).toEqual(['GET /after [] answer']);
    expect(scan.diagnostics).toContain('express/dynamic-mount-path 10');
    expect(scan.unresolved).toContain('route /{?}/s');
  });
  test('an environment value is a path, a call of a middleware package is none', async () => {
    const scan = await scanMini(
      program(`
      const shelf = express.Router(); shelf.get('/s', answer);
      depot.use(process.env.BASE, shelf);
      depot.use(require('helmet')(), shelf);`),
    );
    expect(scan.routes).toEqual(['GET /s [helmet] answer']);
    expect(scan.unresolved).toEqual(['route /{?}/s']);
  });
  test('a path of which a part is known', async () => {
    const scan = await scanMini(program(`depot.get('/x/' + require('settings').id + '/y', answer);`));
    expect(scan.routes).toEqual([]);
    expect(scan.unresolved).toEqual(['route /x/{?}/y']);
  });
  test('a router in a wrapper nobody can read is mounted, approximately', async () => {
    const scan = await scanMini(
      program(`
      const shelf = express.Router(); shelf.get('/s', answer);
      depot.use('/v', require('vhost')('a.b', shelf));`),
    );
    expect(scan.routes).toEqual(['GET /v/s [] answer']);
    expect(scan.diagnostics).toEqual(['express/approximate-mount 10']);
  });
  test('either of two paths, either of two routers', async () => {
    expect(
      await routes(`
      const shelf = express.Router(); shelf.get('/s', answer);
      const crate = express.Router(); crate.get('/t', answer);
      depot.use(Math.random() > 0.5 ? '/a' : '/b', shelf);
      depot.use('/c', Math.random() > 0.5 ? shelf : crate);`),
    ).toEqual(['GET /a/s? [] answer', 'GET /b/s? [] answer', 'GET /c/s? [] answer', 'GET /c/t? [] answer']);
  });
});

describe('programs that extend Express', () => {
  test('prototypes of applications and routers', async () => {
    expect(
      await routes(`
      express.application.pair = function (path, fn) { this.get(path, fn); return this.post(path, fn); };
      express.Router.inside = function (path, fill) { const made = express.Router(); fill(made); return this.use(path, made); };
      const put = express.Router.put;
      express.Router.put = function (path, ...rest) { return put.call(this, '/wrapped' + path, ...rest); };
      depot.pair('/a', answer);
      const shelf = express.Router();
      shelf.inside('/b', (made) => made.get('/c', answer)).put('/d', answer);
      depot.use(shelf);`),
    ).toEqual(['GET /a [] answer', 'POST /a [] answer', 'GET /b/c [] answer', 'PUT /wrapped/d [] answer']);
  });
  test('a sub-class of Router', async () => {
    expect(
      await routes(`
      class Shelf extends express.Router { constructor() { super(); this.get('/own', answer); } more() { return this.post('/more', answer); } }
      depot.use('/s', new Shelf().more());`),
    ).toEqual(['POST /s/more [] answer', 'GET /s/own [] answer']);
  });
  test('events that the program emits itself, and listen', async () => {
    expect(
      await routes(`
      depot.on('ready', () => depot.get('/ready', answer)); depot.emit('ready');
      depot.on('other', () => depot.get('/other', answer));
      depot.listen(2, () => depot.get('/listening', answer));`),
    ).toEqual(['GET /listening [] answer', 'GET /other [] answer', 'GET /ready [] answer']);
  });
});

describe('servers', () => {
  const files = (body: string): Record<string, string> => ({
    'index.js': `const express = require('express'); const depot = express(); depot.get('/a', function answer() {}); const spare = express(); spare.get('/b', function other() {}); exports.spare = spare;\n${body}`,
  });
  test.each([
    ['http.createServer(app)', `require('http').createServer(depot).listen(1);`],
    ['https with options', `require('node:https').createServer({ key: '' }, depot).listen(1);`],
    ['a listener that hands requests on', `require('http').createServer((req, res) => { depot(req, res); }).listen(1);`],
    ['on request', `const server = require('http').createServer(); server.on('request', depot); server.listen(1);`],
    ['a cloud handler', `exports.handler = require('serverless-http')(depot);`],
  ])('%s', async (_name, body) => {
    expect((await scanMini(files(body))).routes).toContain('GET /a [] answer');
  });
});

describe('Express 5 and packages around it', () => {
  test('path syntax of version 5, app.router, the router package', async () => {
    const scan = await scanMini(
      {
        'index.js': `
      import express from 'express'; import Router from 'router';
      const depot = express(); const shelf = Router();
      shelf.get('/files/*rest', function files() {}); shelf.get('/open{/:page}', function open() {});
      depot.use('/s', shelf); depot.router.get('/inner', function inner() {}); depot.listen(1);`,
      },
      express5,
    );
    expect(scan.routes).toEqual(['GET /inner [] inner', 'GET /s/files/*rest [] files', 'GET /s/open [] open', 'GET /s/open/:page [] open']);
  });
  test('promise routers, handler wrappers, WebSocket routes', async () => {
    const scan = await scanMini(
      {
        'index.js': `
      import express from 'express'; import PromiseRouter from 'express-promise-router'; import guard from 'express-async-handler'; import sockets from 'express-ws'; import { addAsync } from '@awaitjs/express';
      const depot = addAsync(express()); sockets(depot);
      depot.ws('/socket', () => {});
      const shelf = PromiseRouter(); shelf.get('/p', guard(async function wrapped() {}));
      depot.use(shelf); depot.getAsync('/async', async function later() {}); depot.listen(1);`,
      },
      express5,
    );
    expect(scan.routes).toEqual(['GET /async [] later', 'GET /p [] wrapped']);
  });
});
