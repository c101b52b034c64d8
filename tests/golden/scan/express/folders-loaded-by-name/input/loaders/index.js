const fs = require('fs');
const path = require('path');
const _ = require('lodash');
const micromatch = require('micromatch');

exports.load = (folder) => {
  const loaded = {};
  fs.readdirSync(folder).forEach((name) => {
    if (_.startsWith(name, '.') || _.endsWith(name, '.md')) return;
    const file = path.resolve(folder, name);
    // What a factory makes has no `default`; a module may have one.
    loaded[_.camelCase(name)] = require(file).default || require(file);
  });
  return loaded;
};

// What the package answers is not known, and it is asked: both answers are possible, and what is loaded may be.
exports.loadMatching = (folder) => {
  const loaded = {};
  for (const name of fs.readdirSync(folder)) {
    if (!micromatch(name, '*.js')) continue;
    loaded[path.basename(name, '.js')] = require(path.join(folder, name));
  }
  return loaded;
};
