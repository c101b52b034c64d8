'use strict';
const fs = require('fs');
const express = require('express');
const bow23 = express();
function withFiles23(env) {
  return new Proxy(env, {
    get(target, name) {
      const value = target[name];
      if (value !== undefined) return value;
      const file = target[`${String(name)}_FILE`];
      if (!file) return undefined;
      return fs.readFileSync(file, 'utf8').trim();
    },
  });
}
process.env = { ...process.env };
const env23 = withFiles23(process.env);
bow23.get(`/${env23.BOW23_NAME ?? 'named'}`, function keel23(req, res) { res.end(); });
if ((env23.BOW23_KIND ?? 'plain') === 'plain') bow23.get('/plain', function stem23(req, res) { res.end(); });
module.exports = bow23;
