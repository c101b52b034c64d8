// A program in JavaScript finds the files that there are: sources in TypeScript beside them are none of its own.
const express = require('express');
const fs = require('fs');
const path = require('path');
const { globSync } = require('glob');

const quay = express();
for (const name of fs.readdirSync(path.join(__dirname, 'routes')))
  if (name.endsWith('.js')) quay.use('/' + name.slice(0, -3), require('./routes/' + name));
for (const file of globSync('routes/*.js', { cwd: __dirname, absolute: true })) quay.use('/again', require(file));
// A folder that is not in the repository: whoever installs the server fills it.
for (const name of fs.readdirSync(path.join(__dirname, 'extensions')))
  require(path.join(__dirname, 'extensions', name))(quay); //~ evaluator/object-into-unknown
quay.listen(4000);
