import { Router, type Request, type Response } from 'express';
import { handle } from './handle.js';
import { authenticate, requireRole } from '../middleware/authenticate.js';

export interface CrudController {
  list: (request: Request<any>, response: Response) => unknown;
  show: (request: Request<any>, response: Response) => unknown;
  create?: (request: Request<any>, response: Response) => unknown;
  update?: (request: Request<any>, response: Response) => unknown;
  remove?: (request: Request<any>, response: Response) => unknown;
}

/** The routes of a resource; what the controller lacks is not served. */
export function createCrudRouter(parameter: string, controller: CrudController): Router {
  const router = Router();
  const write = [authenticate, requireRole('editor')];
  router.get('/', handle(controller.list));
  router.get(`/:${parameter}`, handle(controller.show));
  if (controller.create) router.post('/', write, handle(controller.create));
  if (controller.update) router.put(`/:${parameter}`, write, handle(controller.update));
  if (controller.remove) router.delete(`/:${parameter}`, write, handle(controller.remove));
  return router;
}
