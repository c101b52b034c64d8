import { describe, expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

/** The paths that a set-up program registers with the help of libraries, in the order of the model. */
async function paths(body: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const scan = await scanMini({
    'index.js': `const express = require('express'); const depot = express(); const on = (path) => depot.get(path, (req, res) => res.end());\n${body}\ndepot.listen(1);`,
    ...files,
  });
  return scan.routes.map((route) => route.split(' ')[1]!);
}
const router = (path: string): string =>
  `const shelf = require('express').Router(); shelf.get('${path}', (req, res) => res.end()); module.exports = shelf;`;

describe('merging', () => {
  test('deepmerge concatenates lists', async () => {
    expect(
      await paths(
        `const all = require('deepmerge')({ a: { x: '/x', list: ['/1'] } }, { a: { y: '/y', list: ['/2'] } }); on(all.a.x + all.a.y); all.a.list.forEach(on);`,
      ),
    ).toEqual(['/1', '/2', '/x/y']);
  });
  test('lodash merges lists by index, and changes its first argument', async () => {
    expect(
      await paths(
        `const _ = require('lodash'); const target = { list: ['/old', '/kept'] }; _.merge(target, { list: ['/new'] }); target.list.forEach(on);`,
      ),
    ).toEqual(['/kept', '/new']);
  });
  test('defaults, assign, object-assign', async () => {
    expect(
      await paths(`
      on(require('lodash/defaultsDeep')({ a: { x: '/mine' } }, { a: { x: '/theirs' } }).a.x);
      on(require('lodash').assign({}, { k: '/1' }, { k: '/2' }).k); on(require('object-assign')({}, { k: '/3' }).k);`),
    ).toEqual(['/2', '/3', '/mine']);
  });
  test('what is merged in and not known stays open', async () => {
    const scan = await scanMini({
      'index.js': `const depot = require('express')(); const all = require('deepmerge')({ base: '/b' }, require('settings')); depot.get(all.other, (req, res) => res.end()); depot.listen(1);`,
    });
    expect(scan.routes).toEqual([]);
    expect(scan.unresolved).toHaveLength(1);
  });
});

describe('collections', () => {
  test('lodash over lists and objects', async () => {
    expect(
      await paths(`const _ = require('lodash');
      _.each(['/a'], on); _.forOwn({ b: '/b' }, (path, key) => on(path + '/' + key)); _.map([{ p: '/c' }], 'p').forEach(on);
      _.filter([{ on: true, p: '/d' }, { on: false, p: '/no' }], { on: true }).forEach((row) => on(row.p)); on(_.get({ x: [{ y: '/e' }] }, 'x[0].y')); on(_.get({}, 'x', '/f'));
      _.each(_.groupBy([{ t: 'g', p: '/g' }], 't'), (rows, key) => rows.forEach((row) => on(row.p + key)));`),
    ).toEqual(['/a', '/b/b', '/c', '/d', '/e', '/f', '/gg']);
  });
  test('lodash sorts, chains and compares lists', async () => {
    expect(
      await paths(`const _ = require('lodash');
      _.each(_.sortBy([{ at: '/z' }, { at: '/a' }], 'at'), (row, index) => on('/s' + index + row.at)); _(['x', 'y']).map((name) => '/c/' + name).forEach(on);
      _.chain({ p: '/d' }).values().map((path) => path + '/e').value().forEach(on); _.difference(['/f', '/no'], ['/no']).forEach(on); _.range(2).forEach((n) => on('/r' + n));
      on(_.orderBy(['/g', '/h'], [(path) => path], ['desc'])[0]); _.reject(['/i', '/no'], (path) => path === '/no').forEach(on);`),
    ).toEqual(['/c/x', '/c/y', '/d/e', '/f', '/h', '/i', '/r0', '/r1', '/s0/a', '/s1/z']);
  });
  test('lodash asks texts for what they begin and end with, and takes them apart', async () => {
    expect(
      await paths(`const _ = require('lodash'); const { endsWith } = require('lodash');
      ['.hidden', 'a.js', 'b.md'].forEach((name) => { if (_.startsWith(name, '.') || endsWith(name, '.md')) return; on('/' + _.replace(name, '.js', '')); });
      _.split('c/d', '/').forEach((part) => on('/' + part)); on('/' + _.padStart('7', 3, '0')); on('/' + _.repeat('e', 2)); if (!_.startsWith(undefined, 'x')) on('/f');`),
    ).toEqual(['/007', '/a', '/c', '/d', '/ee', '/f']);
  });
  test('ramda is curried and takes the list last', async () => {
    expect(await paths(`const R = require('ramda'); R.pipe(R.map((n) => '/' + n), R.forEach(on))([1, 2]); R.forEach(on)(['/c']);`)).toEqual(
      ['/1', '/2', '/c'],
    );
  });
});

describe('files', () => {
  test('glob, synchronous and with a callback; fast-glob with exclusions', async () => {
    expect(
      await paths(
        `
      require('glob').sync(__dirname + '/one/**/*.js').forEach((file) => depot.use('/one', require(file)));
      require('glob')('two/*.js', (error, files) => files.forEach((file) => depot.use('/two', require('./' + file))));
      for (const file of require('fast-glob').sync(['three/*.js', '!**/skip*'], { cwd: __dirname, absolute: true })) depot.use('/three', require(file));`,
        {
          'one/a.js': router('/a'),
          'one/deep/b.js': router('/b'),
          'two/c.js': router('/c'),
          'three/d.js': router('/d'),
          'three/skipped.js': router('/no'),
        },
      ),
    ).toEqual(['/one/a', '/one/b', '/three/d', '/two/c']);
  });
  test('folders of modules', async () => {
    expect(
      await paths(
        `
      const mount = (prefix, made) => { for (const name of Object.keys(made)) depot.use(prefix + name, made[name]); };
      mount('/all/', require('require-all')(__dirname + '/parts')); mount('/named/', require('require-all')({ dirname: __dirname + '/parts', filter: /(.+)Part\\.js$/ }));
      mount('/directory/', require('require-directory')(module, './parts')); mount('/dir/', require('require-dir')('./parts'));`,
        { 'parts/boxPart.js': router('/x') },
      ),
    ).toEqual(['/all/boxPart/x', '/dir/boxPart/x', '/directory/boxPart/x', '/named/box/x']);
  });
  test('consign calls what files export', async () => {
    expect(
      await paths(`require('consign')({ cwd: __dirname }).include('models').then('controllers').into(depot);`, {
        'models/box.js': `module.exports = () => ({ path: '/box' });`,
        'controllers/box.js': `module.exports = (app) => app.get(app.models.box.path, (req, res) => res.end());`,
      }),
    ).toEqual(['/box']);
  });
});

describe('configuration', () => {
  test('defaults of env-var, envalid and convict', async () => {
    expect(
      await paths(`
      on(require('env-var').get('BASE').default('/e').asString());
      const { cleanEnv, str } = require('envalid'); on(cleanEnv(process.env, { BASE: str({ default: '/v' }) }).BASE);
      const config = require('convict')({ api: { base: { doc: '', format: String, default: '/c', env: 'BASE' } } }); on(config.get('api.base')); on(config.get('api').base + '/2');`),
    ).toEqual(['/c', '/c/2', '/e', '/v']);
  });
  test('files of config, nconf and rc', async () => {
    expect(
      await paths(
        `
      const config = require('config'); on(config.get('server.base')); on(config.server.mode); if (config.has('server.base')) on('/has');
      const nconf = require('nconf'); nconf.env().file({ file: './n.json' }).defaults({ d: { e: '/de' } }); on(nconf.get('n:x')); on(nconf.get('d:e')); on(require('rc')('mini', { r: '/r' }).r);`,
        {
          'config/default.json': '{"server":{"base":"/base","mode":"/no"}}',
          'config/development.yaml': 'server:\n  mode: /mode\n',
          'n.json': '{"n":{"x":"/nx"}}',
        },
      ),
    ).toEqual(['/base', '/de', '/has', '/mode', '/nx', '/r']);
  });
  test('records under a name of nconf come together from all its stores', async () => {
    expect(
      await paths(
        `
      const nconf = require('nconf');
      nconf.argv().env().use('memory');
      nconf.set('api:prefix', 'api'); nconf.set('api:version', 'v2');
      nconf.add('local', { type: 'literal', store: { api: { version: 'v1', depth: { a: '/a' } } } });
      nconf.use('file', { file: './n.json' });
      nconf.defaults({ api: { depth: { a: '/z', b: '/b' } } });
      const api = nconf.get('api'); on('/' + api.prefix + '/' + api.version); on(api.depth.a); on(api.depth.b ?? '/ends');
      on(nconf.get('api:depth').b + '2'); on(nconf.get('api:version')); on(nconf.get('file:x')); on(nconf.get('none') === undefined ? '/none' : '/some');`,
        { 'n.json': '{"file":{"x":"/nx"},"api":"/late"}' },
      ),
    ).toEqual(['/a', '/api/v2', '/b2', '/ends', '/none', '/nx', '/some?', '/v2']);
  });
});

describe('flow', () => {
  test('async', async () => {
    expect(
      await paths(`const async = require('async');
      async.series([(done) => { on('/a'); done(null, '/b'); }], (error, results) => on(results[0]));
      async.waterfall([(done) => done(null, '/c'), (path, done) => { on(path); done(); }], () => on('/d'));
      async.auto({ late: ['early', (results, done) => { on(results.early); done(); }], early: (done) => done(null, '/e') });`),
    ).toEqual(['/a', '/b', '/c', '/d', '/e']);
  });
  test('promises', async () => {
    expect(
      await paths(
        `require('bluebird').each(['/a'], (path) => { on(path); }).then(() => on('/b')); require('p-map')(['/c'], async (path) => on(path)); new (require('bluebird'))((resolve) => resolve('/d')).then(on);`,
      ),
    ).toEqual(['/a', '/b', '/c', '/d']);
  });
});

describe('injection', () => {
  test('typedi, tsyringe, inversify, awilix', async () => {
    expect(
      await paths(`
      class Box { path() { return '/a'; } } on(require('typedi').Container.get(Box).path());
      const { container } = require('tsyringe'); container.register('B', { useValue: '/b' }); on(container.resolve('B'));
      const bindings = new (require('inversify').Container)(); bindings.bind('C').to(class { constructor() { this.path = '/c'; } }).inSingletonScope(); on(bindings.get('C').path);
      const { createContainer, asClass, asValue } = require('awilix'); const made = createContainer(); made.register({ path: asValue('/d'), lid: asClass(class { constructor({ path }) { this.path = path; } }).singleton() }); on(made.resolve('lid').path); on(made.cradle.lid.path + '/2');`),
    ).toEqual(['/a', '/b', '/c', '/d', '/d/2']);
  });
});

test('change-case: names of files as names of members', async () => {
  expect(
    await paths(`const cases = require('change-case'); const { paramCase } = require('param-case');
    on('/' + cases.camelCase('body-parser') + '/' + cases.pascal('two words') + '/' + paramCase('HTMLPage2') + '/' + require('snake-case').snakeCase('oneTwo'));`),
  ).toEqual(['/bodyParser/TwoWords/html-page2/one_two']);
});
test('status codes, joined URLs, lists of methods', async () => {
  expect(
    await paths(
      `on('/' + require('http-status').OK + require('http-status-codes').StatusCodes.NOT_FOUND); on(require('url-join')('/a/', '/b', 'c')); if (require('methods').includes('get')) on('/m');`,
    ),
  ).toEqual(['/200404', '/a/b/c', '/m']);
});

describe('variables that a schema describes', () => {
  test('env-schema with a builder: defaults, the sample file for what has to be set', async () => {
    expect(
      await paths(
        `const S = require('fluent-json-schema');
      const read = require('env-schema')({ dotenv: true, schema: S.object().prop('OWL_BASE', S.string().required()).prop('OWL_LEVEL', S.string().enum(['a', 'b']).default('b')) });
      on(read.OWL_BASE + '/' + read.OWL_LEVEL);`,
        { '.env.sample': 'OWL_BASE=/nest\nOWL_LEVEL=ignored\n' },
      ),
    ).toEqual(['/nest/b']);
  });
  test('env-schema with JSON Schema: the file wins over the default, numbers are numbers', async () => {
    expect(
      await paths(
        `const read = require('env-schema')({ dotenv: true, schema: { type: 'object', properties: { OWL_ROOT: { type: 'string', default: '/no' }, OWL_COUNT: { type: 'number', default: 3 } } } });
      on(read.OWL_ROOT + (read.OWL_COUNT + 1));`,
        { '.env': 'OWL_ROOT=/root\n' },
      ),
    ).toEqual(['/root4']);
  });
  test('what has to be set and is not is not known', async () => {
    const scan = await scanMini({
      'index.js': `const depot = require('express')(); const read = require('env-schema')({ schema: { type: 'object', required: ['OWL_AT'], properties: { OWL_AT: { type: 'string' } } } }); depot.get(read.OWL_AT, (req, res) => res.end()); depot.listen(1);`,
    });
    expect(scan.routes).toEqual([]);
    expect(scan.unresolved).toHaveLength(1);
  });
});

describe('folders of ES modules', () => {
  test('desm', async () => {
    const scan = await scanMini(
      {
        'index.js': `import express from 'express'; import { join, dirname } from 'desm'; import { readdirSync } from 'node:fs'; const depot = express();
      for (const name of readdirSync(join(import.meta.url, 'parts'))) depot.get('/' + name, (req, res) => res.end()); if (dirname(import.meta.url)) depot.listen(1);`,
        'parts/one.txt': '',
      },
      { type: 'module' },
    );
    expect(scan.routes.map((route) => route.split(' ')[1])).toEqual(['/one.txt']);
  });
});
