const express = require('express');
const { Command, Option, program } = require('commander');

program
  .name('orchard')
  .option('-p, --path-prefix <path>', 'prefix of every address', '/orchard')
  .option('-r, --rows <n>', 'rows of trees', (text) => Number(text), 2)
  .option('--no-fence', 'without a fence')
  .option('--scarecrow', 'with a scarecrow')
  .addOption(new Option('--fruit <name>', 'what grows').default('plum').env('ORCHARD_FRUIT'))
  .allowUnknownOption()
  .parse(['node', 'orchard']);

const options = program.opts();
const app = express();
const rows = express.Router();
for (let row = 1; row <= options.rows; row++) rows.get(`/row${row}`, function row_(req, res) { res.end(); });
if (options.fence) rows.get('/gate', function gate(req, res) { res.end(); });
if (options.scarecrow) rows.get('/scarecrow', function maybeScarecrow(req, res) { res.end(); });
rows.get(`/${options.fruit}`, function fruit(req, res) { res.end(); });
app.use(options.pathPrefix, rows);

const shed = new Command('shed');
shed.argument('[place]', 'where it stands', 'north').option('--tool <name>', 'what is in it', 'rake').action(function open(place, { tool }) {
  app.get(`/shed/${place}/${tool}`, function look(req, res) { res.end(); });
});
shed.parse(['node', 'shed']);
app.listen(3000);
