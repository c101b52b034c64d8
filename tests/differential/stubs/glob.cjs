const fs = require('fs');
const path = require('path');
const walk = (folder) =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? walk(path.join(folder, entry.name)) : [path.join(folder, entry.name)]));
exports.sync = (pattern, { cwd = process.cwd() } = {}) => {
  const full = path.isAbsolute(pattern) ? pattern : path.join(cwd, pattern);
  const base = full.slice(0, full.search(/[*{]/)).replace(/[^/]*$/, '');
  const expression = new RegExp(
    `^${full
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/\*\*\//g, '\u0001')
      .replace(/\*/g, '[^/]*')
      .replace(/\u0001/g, '(?:.*/)?')
      .replace(/\{([^}]*)\}/g, (_, inner) => `(?:${inner.replace(/,/g, '|')})`)}$`,
  );
  return walk(base)
    .filter((file) => expression.test(file))
    .map((file) => (path.isAbsolute(pattern) ? file : path.relative(cwd, file)))
    .sort();
};
exports.globSync = exports.sync;
exports.glob = Object.assign(async (...given) => exports.sync(...given), { sync: exports.sync });
