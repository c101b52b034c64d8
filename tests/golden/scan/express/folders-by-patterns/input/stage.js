const path = require('path');
const express = require('express');
const fastGlob = require('fast-glob');
const { globSync } = require('glob');
const tiny = require('tinyglobby');

const stage = express();

// A slash at the end: folders, at any depth and at one.
for (const folder of globSync('./halls/*/**/')) {
  const desk = require(path.resolve(folder, 'desk.js'));
  stage.get(`/desks/${path.basename(folder)}`, desk.list);
}
globSync('halls/*/', { cwd: __dirname }).forEach((folder) => stage.put(`/tuned/${folder}`, (request, response) => response.status(204).end()));

// Files lie there too; without the slash they are found as well.
for (const found of globSync('halls/*')) stage.get(`/seen/${path.basename(found)}`, (request, response) => response.json({ seen: true }));
for (const file of globSync('halls/*', { nodir: true })) stage.get(`/files/${path.basename(file)}`, (request, response) => response.json({ file: true }));

// Others give folders only where they are asked to, and spell them in their own way.
for (const folder of fastGlob.sync('halls/*', { onlyDirectories: true })) stage.post(`/fast/${folder}`, (request, response) => response.json({ fast: true }));
for (const file of fastGlob.sync('halls/*')) stage.post(`/fast-files/${file}`, (request, response) => response.json({ fast: true }));
for (const folder of tiny.globSync('halls/*', { onlyDirectories: true }))
  stage.post(`/tiny/${folder}all`, (request, response) => response.json({ tiny: true }));

require('./old/stage');
stage.listen(3000);
