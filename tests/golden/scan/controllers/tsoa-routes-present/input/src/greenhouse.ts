// The routes that `tsoa routes` wrote are in the repository and run as they are; what they call of the package takes the arguments and sends what a method gives.
import express from 'express';
import { RegisterRoutes } from './routes';

const greenhouse = express();
greenhouse.use(express.json());
RegisterRoutes(greenhouse);
greenhouse.listen(4800);
