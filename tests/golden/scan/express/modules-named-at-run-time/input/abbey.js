// Modules that are loaded under names which the database knows: what they register on the application that all of them share is lost, and that is said.
const path = require('path');
const express = require('express');
const knex = require('knex')({ client: 'pg' });
const cloister = require('./cloister');

const app = express();
cloister.app = app;
app.get('/bells', (req, res) => res.json({ rung: true }));

knex('gates').then((gates) => {
  for (const gate of gates) {
    require('./gates/' + gate.kind).open(gate); //~ evaluator/unnamed-module
    const { open } = require(path.join(__dirname, 'gates', `${gate.kind}.js`));
    open(gate); //~ evaluator/unnamed-module
    import(`./gates/${gate.kind}.js`).then((module) => module.open(gate)); //~ evaluator/unnamed-module
  }
});

// What it does when it is loaded is enough.
knex('wings').then(async (wings) => {
  for (const wing of wings) {
    require('./wings/' + wing.name + '/door'); //~ evaluator/unnamed-module
    await import(`./wings/${wing.name}/door.js`); //~ evaluator/unnamed-module
  }
});

// Texts, clients of other servers and jobs serve nobody.
knex('words').then((rows) => rows.forEach((row) => require('./words/' + row.tongue).greet(row)));
knex('carriers').then((rows) => rows.forEach((row) => require('./carriers/' + row.name).send(row)));
// A folder that is not there.
knex('lost').then((rows) => rows.forEach((row) => require('./lost/' + row.name).send(row)));

// Who mounts it, or is given the application, says so.
knex('rails').then((rows) => {
  for (const row of rows) {
    app.use('/rails', require('./rails/' + row.name)); //~ express/unknown-middleware
    require('./rails/' + row.name).lay(app); //~ evaluator/object-into-unknown
  }
});

app.listen(3000);
