const express = require('express');
const _ = require('lodash');
const argv = require('yargs').boolean(['lamp']).argv;

const defaults = { lamp: false, horn: null, port: 80 };
const app = express();
const answer = (request, response) => response.sendStatus(204);

// The default configuration has none of these, another one has them all.
function keep(name, config) {
  if (config.lamp) app.get(`/${name}/lamp`, answer);
  if (config.horn) app.get(`/${name}/horn`, answer);
}

keep('spread', { ...defaults, ...argv });
keep('assigned', Object.assign({}, defaults, argv));
keep('cloned', _.clone(argv));
keep('defaulted', _.defaults(_.clone(argv), defaults));
keep('merged', _.merge({}, defaults, argv));
keep('environment', { ...defaults, ...process.env });
keep('environment-defaulted', _.defaults({}, process.env, defaults));
// What is written over the configuration nobody can configure.
keep('fixed', { ...argv, ...defaults });
// A switch that is on.
if ({ rails: true, ...argv }.rails) app.get('/rails', answer);

app.listen({ ...defaults, ...argv }.port);
