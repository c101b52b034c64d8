// Where a program lies, as packages say it, and a module that only is what it is where 'this' is what it exports.
const fs = require('fs');
const path = require('path');
const express = require('express');
const appRoot = require('app-root-path');
const findRoot = require('find-root');
const findUp = require('find-up');
const pkgDir = require('pkg-dir');
const rootPath = require('root-path');
const slug = require('./slug');

const app = express();

const { areas } = appRoot.require('/areas.json');
for (const area of areas) app.use(`/${slug(area)}`, require(path.join(findRoot(__dirname), 'src/areas', area)));

for (const file of fs.readdirSync(`${appRoot}/src/areas`)) app.get(`/listed/${path.basename(file, '.js')}`, (req, res) => res.json([]));
for (const area of JSON.parse(fs.readFileSync(findUp.sync('areas.json', { cwd: __dirname }), 'utf8')).areas)
  app.get(`/found/${area}`, (req, res) => res.json([]));
for (const file of fs.readdirSync(rootPath('src', 'areas'))) app.head(`/below/${file}`, (req, res) => res.end());
app.get(fs.existsSync(appRoot.resolve('areas.json')) ? '/there' : '/not-there', (req, res) => res.json([]));
app.get(`/of/${appRoot.require('/written-later.json').name}`, (req, res) => res.end()); //~ project/unknown-path

const start = async () => {
  const folder = await pkgDir(__dirname);
  for (const file of fs.readdirSync(path.join(folder, 'src', 'areas'))) app.delete(`/late/${file}`, (req, res) => res.end());
  if (findUp.sync('no-such-file.json') === undefined) app.get('/nothing-above', (req, res) => res.end());
  app.listen(3000);
};
start();
