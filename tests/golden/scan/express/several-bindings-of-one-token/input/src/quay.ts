import { Container, Service, Token } from 'typedi';
import { Router } from 'express';

interface Crane { readonly name: string }
const CRANES = new Token<Crane>('cranes');

@Service({ id: CRANES, multiple: true })
class Gantry implements Crane { readonly name = 'gantry'; }
@Service({ id: CRANES, multiple: true })
class Tower implements Crane { readonly name = 'tower'; }

export function quay(): Router {
  const router = Router();
  for (const crane of Container.getMany(CRANES)) router.post(`/${crane.name}/lift`, (_req, res) => { res.sendStatus(202); });
  return router;
}
