import { Hono } from 'hono';
import { almanac } from './almanac.js';

const orchard = new Hono();
const answer = (c) => c.json({});
orchard.use(almanac('guarded'), answer); //~ hono/dynamic-path
orchard.on(almanac('verb'), '/frost', answer); //~ hono/dynamic-method
orchard.route('/hail', almanac('weather')); //~ hono/unknown-application
orchard.get('/sun', undefined, answer); //~ hono/missing-handler
orchard.get('/rain', answer);
export default orchard;
