import express from 'express';
import { RegisterRoutes } from '../tsoa/routes';

// The routes are those of the tsoa.json of this package, whose paths start at its folder.
export function makeServer(): express.Express {
  const app = express();
  RegisterRoutes(app);
  return app;
}
