import yargs from 'yargs';
import serve from './index';

// The command gives the function its arguments; without one a platform would.
if (require.main === module) {
  const options = yargs(process.argv.slice(2))
    .options({ prefix: { type: 'string', default: '/api' }, 'with-cellar': { type: 'boolean', default: true } })
    .parseSync();
  serve(options);
}
