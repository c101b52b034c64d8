import Koa from 'koa';
import { SwaggerRouter } from 'koa-swagger-decorator';
import Pharmacy from './pharmacy';

const desk = new SwaggerRouter({ prefix: '/infirmary' });
desk.get('/hours', async (ctx: any) => { ctx.body = { from: 8, until: 17 }; });
desk.map(Pharmacy, {});
desk.mapDir(`${__dirname}/wards`);
desk.swagger({ swaggerJsonEndpoint: '/description' });

const infirmary = new Koa();
infirmary.use(desk.routes()).use(desk.allowedMethods());
infirmary.listen(8200);
