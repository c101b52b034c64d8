const express = require('express');
const cac = require('cac');

const cli = cac('mill');
cli.option('--stones <n>', 'how many stones', { default: 2 });
cli.command('', 'grinds').option('--wheel-path <path>', 'where the wheel is', { default: '/wheel' }).action((options) => {
  const app = express();
  for (let stone = 1; stone <= options.stones; stone++) app.get(`${options.wheelPath}/stone${stone}`, function stone_(req, res) { res.end(); });
  app.listen(3000);
});
cli.parse(['node', 'mill']);
