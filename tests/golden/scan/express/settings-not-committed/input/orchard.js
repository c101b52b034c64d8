const express = require('express');
const settings = require('./settings'); //~ evaluator/example-module
const { prefix } = require('./config'); //~ evaluator/example-module
const limits = require('./lib/limits.json'); //~ evaluator/example-module
const keys = require('./lib/keys'); //~ evaluator/example-module
const nothing = require('./lib/nothing'); //~ evaluator/missing-module

const app = express();
const answer = (req, res) => res.json({ ok: true });

// settings.example.js: a text, a list and two flags.
app.use(settings.base, express.Router().get('/apples', answer));
for (const fruit of settings.fruits) app.get(`/fruits/${fruit}`, answer);
if (settings.cider.enabled) app.get('/cider', answer);
if (settings.cider.barrels) app.get('/cider/barrels', answer);

// config/index-sample.js, lib/limits.json.dist and lib/example.keys.js.
app.get(`${prefix}/pears`, answer);
app.get(`/limits/${limits.perDay}`, answer);
app.get(`/keys/${keys.name}`, answer);

// Nothing shows what this one looks like.
app.get(`/${nothing.path}/plums`, answer); //~ project/unknown-path

app.listen(3000);
