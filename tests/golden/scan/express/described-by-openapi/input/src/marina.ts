// The paths are files of a folder; what they export by the names of methods is registered, behind what the descriptions beside it ask for.
import express from 'express';
import { initialize } from 'express-openapi';
import path from 'node:path';

const marina = express();
initialize({
  app: marina,
  apiDoc: {
    openapi: '3.0.0', info: { title: 'Marina', version: '1' }, servers: [{ url: 'http://localhost:4303/marina' }], paths: {},
    components: { securitySchemes: { Bearer: { type: 'http', scheme: 'bearer' }, Pass: { type: 'apiKey', in: 'header', name: 'X-Pass' } } },
  },
  paths: path.resolve(__dirname, 'paths'),
  pathsIgnore: /\.(spec|test)$/,
  consumesMiddleware: { 'application/json': express.json() },
  securityHandlers: { Bearer: harbourMaster, Pass: async (req) => req.headers['x-pass'] === process.env.PASS },
  errorMiddleware: (error, req, res, next) => { res.status(error.status ?? 500).json({ error: error.message }); },
  promiseMode: true,
});

async function harbourMaster(req: any) {
  if (!req.headers.authorization) return false;
  return true;
}
marina.listen(4303);
