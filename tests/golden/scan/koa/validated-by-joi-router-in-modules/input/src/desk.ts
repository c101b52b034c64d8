import Koa from 'koa';
import mount from 'koa-mount';
import Router from 'koa-joi-router';
import { mossRoutes } from './routes/moss.js';
import { leafletRoutes } from './routes/leaflets.js';

const desk = new Koa();
const inner = new Router();
inner.use(async (ctx, next) => { if (!ctx.get('x-badge')) ctx.throw(401, 'no badge'); await next(); });
inner.route(mossRoutes);
desk.use(mount('/desk', inner.middleware()));

const leaflets = new Router();
leaflets.prefix('/leaflets').param('leaflet', async (leaflet, ctx, next) => { if (leaflet === '0') { ctx.status = 404; return; } await next(); });
leaflets.route(leafletRoutes);
desk.use(leaflets.middleware());

desk.listen(8080);
