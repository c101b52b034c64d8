// The parts of a package are named in a file of its own, which it finds as installed packages are found. Nothing that the start mentions reaches the
// framework: what does is loaded by names that are put together.
const fs = require('fs').promises;
const path = require('path');
const _ = require('underscore');
const inOrder = require('./in-order');
const load = require('./hooks/load');
const hooks = require('./hooks');

const folders = __dirname.split(path.sep);
const root = _.isEqual(_.last(folders, 1), ['core']) ? _.initial(folders).join(path.sep) : __dirname;

class Registry {
  constructor() {
    this.parts = [];
    Object.defineProperty(this, 'parts', { writable: false });
  }

  async read(name) {
    const { parts } = JSON.parse(await fs.readFile(path.resolve(root, 'node_modules', name, 'plugin.json')));
    const byName = _.object(parts.map((part) => [part.name, part]));
    this.parts.length = 0;
    this.parts.push(...inOrder(parts.map(({ name: of, after = [] }) => [of, after])).map((of) => byName[of]));
  }
}

const start = async () => {
  const registry = new Registry();
  await registry.read('office-core');
  for (const { hooks: wanted } of registry.parts)
    for (const [hook, place] of Object.entries(wanted)) hooks.add(hook, load(path.join(root, 'node_modules', place), hook));
  await hooks.run('ready');
};

start();
