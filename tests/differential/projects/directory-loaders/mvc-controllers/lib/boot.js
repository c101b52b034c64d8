const express = require('express');
const fs = require('fs');
const path = require('path');
module.exports = function (parent) {
  const dir = path.join(__dirname, '..', 'controllers');
  fs.readdirSync(dir).forEach(function (name) {
    const file = path.join(dir, name);
    if (!fs.statSync(file).isDirectory()) return;
    const obj = require(file);
    const label = obj.name || name;
    const prefix = obj.prefix || '';
    const app = express();
    let handler, method, url;
    for (const key in obj) {
      if (~['name', 'prefix', 'engine', 'before'].indexOf(key)) continue;
      switch (key) {
        case 'show': method = 'get'; url = '/' + label + '/:' + label + '_id'; break;
        case 'list': method = 'get'; url = '/' + label + 's'; break;
        case 'create': method = 'post'; url = '/' + label; break;
        default: throw new Error('unrecognised route: ' + label + '.' + key);
      }
      handler = obj[key];
      url = prefix + url;
      if (obj.before) app[method](url, obj.before, handler); else app[method](url, handler);
    }
    parent.use(app);
  });
};
