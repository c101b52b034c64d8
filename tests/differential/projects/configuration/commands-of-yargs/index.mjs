import express from 'express';
import yargs from 'yargs';

function serve({ root, pages }) {
  const app = express();
  for (let page = 1; page <= pages; page++) app.get(`${root}/page${page}`, function page_(req, res) { res.end(); });
  app.listen(3000);
}

const read = yargs([])
  .command('$0', 'serves the pages', (command) => command.option('root', { default: '/book' }).option('pages', { default: 3 }), (argv) => { serve(argv); })
  .version(false);
await read.parseAsync();
