import { Router } from 'express';

const shifts = Router({ mergeParams: true });
shifts.route('/:night')
  .get(function readShift(_request, answer) { answer.json({}); })
  .put(function writeShift(_request, answer) { answer.json({}); });
export { shifts };
