import express, { Router } from 'express';
import { createExpressEndpoints } from '@ts-rest/express';
import { contract } from './contract';
import { masonry } from './masonry';
import { planned } from './planned';

const pit = express();
pit.use(express.json());

const way = Router();
createExpressEndpoints(contract, masonry, way, { globalMiddleware: [(request, response, next) => next()] });
pit.use('/api', way);

// A contract that is not in the sources.
createExpressEndpoints(planned, { survey: async () => ({ status: 200, body: [] }) }, pit); //~ express/handed-to-package

pit.listen(3000);
