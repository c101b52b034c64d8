import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { fields } from './fields';
import { schemas } from './schemas';

const app = new Hono();
app.route('/fields', fields);
app.route('/schemas', schemas);
serve({ fetch: app.fetch, port: 8787 });
