import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { middleware as validated } from 'express-openapi-validator';
import { contract } from './contract';

const library = express();

function atDesk(folder: string, route: any, doc: any): RequestHandler {
  const key = route.openApiRoute.substring(route.basePath.length);
  const operation = doc.paths[key][route.method.toLowerCase()];
  return require(path.join(folder, operation.tags[0]))[operation.operationId];
}

const checked = (apiSpec: any) =>
  validated({ apiSpec, validateRequests: true, operationHandlers: { basePath: path.join(__dirname, 'desks'), resolver: atDesk } });

library.use('/desk', checked(contract));
library.use('/inner', checked(contract));
library.use('/attic', checked(process.env.ATTIC_CONTRACT)); //~ express/unknown-middleware
library.use('/cellar', validated({ apiSpec: process.env.CELLAR_CONTRACT as string })); //~ express/unknown-description
library.get('/cellar/wine', function wine(req, res) {
  res.json([]);
});
library.listen(8081);
