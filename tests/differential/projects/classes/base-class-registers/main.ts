import express from 'express';
import { GullRoutes } from './gull-routes.js';
import { TernRoutes } from './tern-routes.js';
const app = express();
for (const each of [new GullRoutes('/gulls'), new TernRoutes()]) app.use(each.prefix, each.router);
app.listen(1);
