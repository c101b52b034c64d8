import express from 'express';
import * as routes from './routes';
import { paths as P, default as fallback } from './routes';
const app = express();
app.use(P.fern, routes.fernRouter);
app.use(P.moss, routes.moss.router);
app.get(P.root, fallback);
app.listen(1);
