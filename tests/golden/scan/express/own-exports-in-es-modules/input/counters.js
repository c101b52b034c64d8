import { Router } from 'express';

const counters = Router();
counters.get('/', (req, res) => res.json(exports.list().map((number) => ({ number }))));
export default counters;

export const list = () => [1, 2];
export const open = (office, path) => office.get(path, exports.answer);
// What is put there beside the exports of the module belongs to them, too.
exports.answer = (req, res) => res.json({ from: 8, to: 18 });
