import { Router, type NextFunction, type Request, type Response } from 'express';
import { shifts } from './shifts';

function stamp(_request: Request, _answer: Response, onward: NextFunction) { onward(); }

export const keepers = Router();
keepers.get('/', function roll(_request, answer) { answer.json([]); });
keepers.use(stamp);
keepers.use('/:keeperId/shifts', shifts);
keepers.delete('/:keeperId', function retire(_request, answer) { answer.sendStatus(204); });
