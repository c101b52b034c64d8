import Koa from 'koa';
import koaBody from 'koa-body';
import { SwaggerRouter } from 'koa-swagger-decorator';
import Loans from './loans';
import Rooms from './rooms';

const shelves = new SwaggerRouter();
shelves.map(Loans, {});
shelves.map(Rooms, {});
// Nothing is checked here.
shelves.mapDir(`${__dirname}/desks`, { doValidation: false });

const library = new Koa();
library.use(koaBody());
library.use(shelves.routes());
library.listen(8300);
