import { answer, mark } from './trace.cjs';

/** One router for each kind; all share their handlers. */
export function trees(service, kind) {
  const prune = (request, response, next) => { mark(request, 'prune'); return next(); };
  const list = (request, response) => answer(request, response, 'list');
  const graft = (request, response) => answer(request, response, 'graft');
  const rows = service.newRouter();
  rows.get('/', list);
  rows.use('/:tree', prune);
  rows[kind === 'apple' ? 'put' : 'patch']('/:tree/graft', graft);
  return rows;
}
