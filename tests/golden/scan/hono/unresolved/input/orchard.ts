import { Hono } from 'hono';
import { almanac } from './almanac.js';

const orchard = new Hono();
const answer = (c) => c.json({});
orchard.use(almanac('guarded'), answer); //~ hono/dynamic-path
orchard.on(almanac('verb'), '/frost', answer); //~ hono/dynamic-method
orchard.route('/hail', almanac('weather')); //~ hono/unknown-application
orchard.get('/sun', undefined, answer); //~ hono/missing-handler
orchard.get('/rain', answer);
// However many there are: a default is none of them.
for (const leaf of almanac('leaves')) orchard.get(leaf.replace('.ts', '') || '/', answer); //~ project/unknown-path
export default orchard;
