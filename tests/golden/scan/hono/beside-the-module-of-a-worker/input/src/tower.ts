import { Hono } from 'hono';
import { red } from './lamps/red.js';

const tower = new Hono();
tower.route('/red', red);
export default tower;
