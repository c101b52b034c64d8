// The routes that `tsoa routes` writes are not in the repository: what it would write is known from tsoa.json and the decorators.
import express from 'express';
import { RegisterRoutes } from '../build/routes';

const greenhouse = express();
greenhouse.use(express.json());
RegisterRoutes(greenhouse);
greenhouse.use((error: any, request: express.Request, response: express.Response, next: express.NextFunction) => { response.status(error.status ?? 500).json({ wilted: error.message }); });
greenhouse.listen(4800);
